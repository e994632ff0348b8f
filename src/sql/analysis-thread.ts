import { Worker } from 'node:worker_threads';
import type { Catalog } from '../catalog/index.ts';
import { InternalError } from '../errors.ts';
import { builtFile } from '../package-files.ts';
import type { AnalysisReply, AnalysisRequest } from './analysis-message.ts';
import type { DialectName } from './dialect.ts';

/** What became of a request to the thread. */
export type AnalysisOutcome = AnalysisReply | { readonly status: 'timeout' };

const catalogIds = new WeakMap<Catalog, number>();
let nextCatalogId = 1;

function catalogId(catalog: Catalog): number {
  const known = catalogIds.get(catalog);
  if (known !== undefined) return known;
  const id = nextCatalogId;
  nextCatalogId += 1;
  catalogIds.set(catalog, id);
  return id;
}

/** One worker thread, started when first asked, ended at a deadline, and no reason for the process to live. */
class AnalysisThread {
  private worker: Worker | null = null;
  private sentCatalogs = new Set<string>();
  private last: Promise<unknown> = Promise.resolve();

  /** Asks for one text after those before it are answered; the deadline counts from its own start. */
  ask(
    request: {
      readonly sql: string;
      readonly dialect: DialectName;
      readonly catalog: Catalog | null;
    },
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<AnalysisOutcome> {
    const answer = this.last.then(() => this.askNow(request, timeoutMs, signal));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private askNow(
    request: {
      readonly sql: string;
      readonly dialect: DialectName;
      readonly catalog: Catalog | null;
    },
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<AnalysisOutcome> {
    signal?.throwIfAborted();
    const worker = this.start();
    worker.ref();
    return new Promise((resolve, reject) => {
      const end = (settle: () => void, keepsWorker: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        worker.off('message', onMessage);
        worker.off('error', onError);
        if (keepsWorker) worker.unref();
        else this.stop(worker);
        settle();
      };
      const onMessage = (reply: AnalysisReply) =>
        end(() => resolve(reply), reply.status === 'done' && !reply.mustRestart);
      const onError = (error: unknown) =>
        end(
          () => reject(new InternalError('the analysis thread broke down', { cause: error })),
          false,
        );
      const onAbort = () => end(() => reject(signal?.reason), false);
      const timer = setTimeout(() => end(() => resolve({ status: 'timeout' }), false), timeoutMs);
      worker.on('message', onMessage);
      worker.on('error', onError);
      signal?.addEventListener('abort', onAbort);
      worker.postMessage(this.message(request));
    });
  }

  private message({
    sql,
    dialect,
    catalog,
  }: {
    readonly sql: string;
    readonly dialect: DialectName;
    readonly catalog: Catalog | null;
  }): AnalysisRequest {
    if (!catalog) return { sql, dialect, catalogId: null, catalog: null };
    const id = catalogId(catalog);
    const key = `${id} ${dialect}`;
    // The thread keeps the last 64; past 32 everything is sent anew.
    if (this.sentCatalogs.size > 32) this.sentCatalogs.clear();
    const isKnown = this.sentCatalogs.has(key);
    this.sentCatalogs.add(key);
    return { sql, dialect, catalogId: id, catalog: isKnown ? null : catalog };
  }

  private start(): Worker {
    if (this.worker) return this.worker;
    this.sentCatalogs = new Set();
    this.worker = new Worker(builtFile('sql/analysis-process.js'), {
      resourceLimits: { stackSizeMb: 16 },
      // Flags of the program, such as --input-type, are not meant for a file of ours.
      execArgv: [],
    });
    return this.worker;
  }

  private stop(worker: Worker): void {
    if (this.worker === worker) this.worker = null;
    void worker.terminate();
  }
}

/** The process's one analysis thread. */
export const analysisThread = new AnalysisThread();
