import type { Execution } from '../../datasources/index.ts';
import { checkReadOnly } from '../../sql/index.ts';
import type { Observation, Question, System } from '../systems/index.ts';
import type { CaseExecutor, Database, Databases } from './databases.ts';
import type { Evidence, Job, PredictedEvidence } from './evidence.ts';
import { gatherGold } from './gather-gold.ts';
import type { ScopeJudge } from './scope-judge.ts';

export interface GatherOptions {
  readonly system: System;
  readonly databases: Databases;
  /** null: as each suite says. */
  readonly gold: 'stored' | 'executed' | null;
  /** Deadline of the system's answer. */
  readonly answerTimeoutMs: number;
  readonly judgeScope: ScopeJudge | null;
  /** Whether the SQL is held against the read-only guard first; reviewed SQL need not be. */
  readonly guardsSql: boolean;
  readonly signal: AbortSignal;
}

/** Asks the system, runs its SQL and lays the gold beside it. Trouble is part of the evidence. */
export async function gatherEvidence(
  job: Job,
  options: GatherOptions,
  executor: CaseExecutor,
): Promise<Evidence> {
  const started = performance.now();
  const observation = await askSystem(job, options);
  const latencyMs = performance.now() - started;
  const datasource = datasourceOf(job, observation);
  const { databases, judgeScope } = options;
  const source = options.gold ?? job.suite.gold;
  const gold = await gatherGold(job, source, databases, executor, judgeScope);
  return {
    ...job,
    system: options.system.name,
    observation,
    predicted: await gatherPredicted(job, observation, datasource, options, executor),
    gold,
    latencyMs,
    datasource,
  };
}

async function askSystem(job: Job, options: GatherOptions): Promise<Observation> {
  const { case: evalCase, role, suite } = job;
  const question: Question = {
    suite: suite.name,
    id: evalCase.id,
    question: evalCase.question,
    role,
    datasources: evalCase.datasources,
    ...(evalCase.evidence === undefined ? {} : { evidence: evalCase.evidence }),
  };
  const { answerTimeoutMs: timeoutMs, signal } = options;
  const ask = (deadline: AbortSignal) =>
    options.system.ask(question, { timeoutMs, signal: deadline });
  try {
    return await askBefore(ask, timeoutMs, signal);
  } catch (error) {
    return { kind: 'error', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Asks with a signal that aborts at the deadline or when the run is stopped, and waits no longer. */
function askBefore(
  ask: (signal: AbortSignal) => Promise<Observation>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Observation> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const end = (message: string) => () => {
      finish();
      controller.abort();
      resolve({ kind: 'error', message });
    };
    const stop = end('the run was stopped');
    const timer = setTimeout(end(`no answer within ${timeoutMs} ms`), timeoutMs);
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop, { once: true });
    ask(controller.signal).then(resolve, reject).finally(finish);
  });
}

/** Where the SQL runs: where the system says, else the case's only datasource. */
function datasourceOf(job: Job, observation: Observation): string | null {
  if (observation.kind === 'sql' && observation.datasource !== undefined) {
    return observation.datasource;
  }
  const told = observation.datasources ?? job.case.datasources;
  return told.length === 1 ? (told[0] ?? null) : null;
}

async function gatherPredicted(
  job: Job,
  observation: Observation,
  datasource: string | null,
  options: GatherOptions,
  executor: CaseExecutor,
): Promise<PredictedEvidence> {
  const away = missingDatabase(job, options.databases);
  if (away !== null) return away;
  if (observation.kind === 'rows') return { status: 'rows', result: observation.result };
  if (observation.kind !== 'sql') return { status: 'none' };
  // Only where the question goes is judged; its database is not even opened.
  if (job.case.kind === 'routing') return { status: 'none' };
  if (datasource === null) {
    const message = 'the SQL names no single datasource to run on';
    return { status: 'failed', reason: 'several-datasources', message };
  }
  const database = options.databases.get(datasource);
  if (database === undefined) {
    return { status: 'unavailable', message: `datasource "${datasource}" is not connected` };
  }
  const { sql } = observation;
  const dangerous = options.guardsSql ? await guardSql(sql, database, options.signal) : null;
  if (dangerous !== null) return dangerous;
  if (options.judgeScope === null) {
    return predictedOf(await executor.execute(database, sql), database);
  }
  const verdict = await options.judgeScope({ sql, role: job.role, datasource });
  switch (verdict.status) {
    case 'allowed':
      return predictedOf(await executor.execute(database, verdict.run), database);
    case 'leak':
      return verdict;
    case 'refused':
      return { status: 'failed', reason: verdict.reason, message: verdict.message };
  }
}

/** Layer one of the read-only guard; the database's own session is the second. */
async function guardSql(
  sql: string,
  { datasource, catalog }: Database,
  signal: AbortSignal,
): Promise<PredictedEvidence | null> {
  if (signal.aborted) return { status: 'unavailable', message: 'the run was stopped' };
  const { readOnly, reasons } = await checkReadOnly(sql, datasource.dialect, {
    catalog: await catalog(),
  });
  if (readOnly) return null;
  // What cannot be read is no SQL of this dialect, which is another fault than writing. It is not run either.
  const isUnread = reasons.every(
    ({ code }) => code === 'unreadable' || code === 'function-unknown',
  );
  const message = reasons.map((reason) => reason.message).join('; ');
  return { status: 'failed', reason: isUnread ? 'sql-rejected' : 'not-read-only', message };
}

/** A case whose database is away cannot be judged, whatever the system said. */
function missingDatabase(job: Job, databases: Databases): PredictedEvidence | null {
  if (job.case.kind === 'routing') return null;
  const id = job.case.datasources.find((name) => !databases.has(name));
  return id === undefined
    ? null
    : { status: 'unavailable', message: `datasource "${id}" is not connected` };
}

function predictedOf(execution: Execution, database: Database): PredictedEvidence {
  switch (execution.status) {
    case 'rows':
      return execution.result.truncated
        ? {
            status: 'failed',
            reason: 'truncated',
            message: `the result was cut at ${database.rowLimit} rows`,
          }
        : { status: 'rows', result: execution.result };
    case 'rejected':
      return { status: 'failed', reason: 'sql-rejected', message: execution.message };
    case 'refused':
      return { status: 'failed', reason: 'not-read-only', message: execution.message };
    case 'timeout':
      return {
        status: 'failed',
        reason: 'timeout',
        message: `the query ran past ${execution.timeoutMs} ms`,
      };
    case 'aborted':
      return { status: 'unavailable', message: 'the run was stopped' };
    case 'unavailable':
      return { status: 'unavailable', message: execution.message };
  }
}
