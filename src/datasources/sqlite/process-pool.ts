import { type ChildProcess, fork } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { builtFile } from '../../package-files.ts';
import {
  copyPrefix,
  type SqliteAnswer,
  type SqliteMessage,
  type SqliteRequest,
} from './protocol.ts';
import type { WireRow } from './wire.ts';

/** What became of a request. */
export type SqliteOutcome =
  | { readonly kind: 'answered'; readonly answer: SqliteAnswer }
  | { readonly kind: 'timeout'; readonly elapsedMs: number }
  | { readonly kind: 'aborted'; readonly elapsedMs: number }
  | { readonly kind: 'crashed'; readonly reason: string; readonly elapsedMs: number };

export interface RunOptions {
  /** Time from the start of the request, not of the wait for a process; no limit when left out. */
  readonly timeoutMs?: number;
  /** The request ends when one of these aborts. */
  readonly signals: readonly AbortSignal[];
}

/** Processes that read SQLite files, one request each at a time. */
export interface ProcessPool {
  run(request: SqliteRequest, options: RunOptions): Promise<SqliteOutcome>;
  close(): Promise<void>;
}

interface Job {
  readonly queuedMs: number;
  readonly request: SqliteRequest;
  readonly options: RunOptions;
  readonly finish: (outcome: SqliteOutcome) => void;
  rows: WireRow[];
}

interface Worker {
  readonly child: ChildProcess;
  readonly exited: Promise<void>;
  isReady: boolean;
  job: { readonly job: Job; readonly stop: () => void; readonly startedMs: number } | undefined;
  stderr: string;
}

/** Quick queries share one process; another one is started only for those that wait about as long as it takes to start. */
const startAnotherAfterMs = 250;

/** A longer timer of Node fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * A pool that starts its first process with the first request and more while requests wait. A request
 * that reaches its deadline or is aborted has its process killed; the next one gets another.
 */
export function createProcessPool({
  maxProcesses = Math.min(4, availableParallelism()),
}: {
  maxProcesses?: number;
} = {}): ProcessPool {
  const workers = new Set<Worker>();
  const queue: Job[] = [];
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    const child = fork(builtFile('datasources/sqlite/sqlite-process.js'), [], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: childEnvironment(process.env),
    });
    const worker: Worker = {
      child,
      exited: new Promise((resolve) => child.once('close', () => resolve())),
      isReady: false,
      job: undefined,
      stderr: '',
    };
    workers.add(worker);
    child.stderr?.on('data', (chunk: Buffer) => {
      worker.stderr = `${worker.stderr}${chunk.toString('utf8')}`.slice(-2_000);
    });
    child.on('message', (message) => receive(worker, message as SqliteMessage));
    child.on('error', (error) => retire(worker, `it could not be started: ${error.message}`));
    child.on('close', (code, signal) => retire(worker, describeExit(code, signal, worker.stderr)));
  }

  function receive(worker: Worker, message: SqliteMessage): void {
    const job = worker.job?.job;
    switch (message.kind) {
      case 'ready':
        worker.isReady = true;
        break;
      case 'restart':
        if (job) job.rows = [];
        return;
      case 'part':
        if (job) for (const row of message.rows) job.rows.push(row);
        return;
      default:
        if (job === undefined) return;
        settle(worker, { kind: 'answered', answer: withRows(message, job.rows) });
    }
    dispatch();
  }

  /** Gives waiting requests to free processes, and sees to it that there are enough of them. */
  function dispatch(): void {
    for (const worker of workers) {
      if (queue.length === 0) break;
      if (worker.isReady && worker.job === undefined) assign(worker);
    }
    for (const worker of workers) keepAlive(worker);
    if (queue.length === 0) {
      clearTimeout(timer);
      timer = undefined;
    } else if (workers.size === 0) {
      start();
    } else if (workers.size < maxProcesses) {
      timer ??= setTimeout(() => {
        timer = undefined;
        const waitedMs = performance.now() - (queue[0]?.queuedMs ?? Number.POSITIVE_INFINITY);
        if (workers.size < maxProcesses && waitedMs >= startAnotherAfterMs) start();
        dispatch();
      }, startAnotherAfterMs);
    }
  }

  function assign(worker: Worker): void {
    const job = queue.shift();
    if (job === undefined) return;
    const startedMs = performance.now();
    const { timeoutMs, signals } = job.options;
    const stopAs = (kind: 'timeout' | 'aborted') => () => {
      settle(worker, { kind, elapsedMs: performance.now() - startedMs });
      kill(worker);
    };
    const onAbort = stopAs('aborted');
    const deadline =
      timeoutMs === undefined
        ? undefined
        : setTimeout(stopAs('timeout'), Math.min(timeoutMs, longestTimerMs));
    const forgetAbort = onAnyAbort(signals, onAbort);
    worker.job = {
      job,
      startedMs,
      stop: () => {
        clearTimeout(deadline);
        forgetAbort();
      },
    };
    worker.child.send(job.request);
  }

  function settle(worker: Worker, outcome: SqliteOutcome): void {
    const current = worker.job;
    worker.job = undefined;
    current?.stop();
    current?.job.finish(outcome);
  }

  function kill(worker: Worker): void {
    workers.delete(worker);
    // Whoever awaits its end must not find the event loop empty before it comes.
    setAlive(worker, true);
    worker.child.kill('SIGKILL');
    void worker.exited.then(() => removeCopies(worker.child.pid));
    dispatch();
  }

  /** A process that ended by itself. One that never was ready would not become so next time either. */
  function retire(worker: Worker, reason: string): void {
    if (!workers.delete(worker)) return;
    removeCopies(worker.child.pid);
    const startedMs = worker.job?.startedMs ?? performance.now();
    const crashed: SqliteOutcome = {
      kind: 'crashed',
      reason,
      elapsedMs: performance.now() - startedMs,
    };
    settle(worker, crashed);
    if (!worker.isReady) for (const job of queue.splice(0)) job.finish(crashed);
    dispatch();
  }

  return {
    run(request, options) {
      return new Promise((resolve) => {
        if (isClosed || options.signals.some(({ aborted }) => aborted)) {
          return resolve({ kind: 'aborted', elapsedMs: 0 });
        }
        const onAbort = () => {
          const place = queue.indexOf(job);
          if (place === -1) return;
          queue.splice(place, 1);
          job.finish({ kind: 'aborted', elapsedMs: 0 });
        };
        const job: Job = {
          queuedMs: performance.now(),
          request,
          options,
          rows: [],
          finish: (outcome) => {
            forgetAbort();
            resolve(outcome);
          },
        };
        const forgetAbort = onAnyAbort(options.signals, onAbort);
        queue.push(job);
        dispatch();
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      for (const job of queue.splice(0)) job.finish({ kind: 'aborted', elapsedMs: 0 });
      const all = [...workers];
      for (const worker of all) {
        settle(worker, { kind: 'aborted', elapsedMs: 0 });
        kill(worker);
      }
      await Promise.all(all.map(({ exited }) => exited));
    },
  };
}

/** Listens until the returned function is called. Many requests may wait on one signal. */
function onAnyAbort(signals: readonly AbortSignal[], listener: () => void): () => void {
  for (const signal of signals) {
    setMaxListeners(0, signal);
    signal.addEventListener('abort', listener, { once: true });
  }
  return () => {
    for (const signal of signals) signal.removeEventListener('abort', listener);
  };
}

function withRows(answer: SqliteAnswer, before: readonly WireRow[]): SqliteAnswer {
  if (answer.kind !== 'rows' || before.length === 0) return answer;
  return { ...answer, rows: [...before, ...answer.rows] };
}

/** An idle process does not keep ours from ending; a busy one does. */
function keepAlive(worker: Worker): void {
  setAlive(worker, worker.job !== undefined || !worker.isReady);
}

function setAlive({ child }: Worker, isAlive: boolean): void {
  const change = isAlive ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
  (child.stderr as unknown as { ref(): void; unref(): void } | null)?.[change]();
}

function describeExit(code: number | null, signal: string | null, stderr: string): string {
  const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
  const last = stderr.trim().split('\n').at(-1);
  return last ? `its process ${how}: ${last}` : `its process ${how}`;
}

/** What a killed process copied and could not remove. */
function removeCopies(pid: number | undefined): void {
  if (pid === undefined) return;
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(copyPrefix(pid))) {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}

/** Only what SQLite and Node need: secrets and NODE_OPTIONS of the parent stay with the parent. */
function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['TMPDIR', 'TMP', 'TEMP', 'SQLITE_TMPDIR', 'SystemRoot', 'PATH'];
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
