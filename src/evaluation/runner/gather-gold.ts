import type { ResultSet } from '../../catalog/index.ts';
import { compareResults } from '../results/index.ts';
import type { EvalCase, SqlText, StoredRows } from '../suite/index.ts';
import { sqlFor } from '../suite/index.ts';
import type { CaseExecutor, Database, Databases } from './databases.ts';
import type { GoldAnswer, GoldEvidence, Job } from './evidence.ts';

/** The reviewed side of a run: stored rows as the reviewer saw them, or what the reviewed SQL returns now. */
export async function gatherGold(
  job: Job,
  gold: 'stored' | 'executed',
  databases: Databases,
  executor: CaseExecutor,
): Promise<GoldEvidence> {
  const evalCase = job.case;
  if (job.expected !== 'allowed' || evalCase.kind !== 'answer' || evalCase.sql === null) {
    return { status: 'none' };
  }
  const [id] = evalCase.datasources;
  const database = id === undefined ? undefined : databases.get(id);
  if (database === undefined) {
    return { status: 'unavailable', message: `datasource "${id ?? '?'}" is not connected` };
  }
  return gold === 'stored'
    ? storedGold(job, evalCase, database)
    : executedGold(job, evalCase, database, executor);
}

function storedGold(job: Job, evalCase: EvalCase, database: Database): GoldEvidence {
  const own = evalCase.rows_by_role?.get(job.role) ?? evalCase.rows;
  if (own === null) {
    return { status: 'failed', message: 'the case has no rows; run: nl2sql eval regenerate' };
  }
  return {
    status: 'answers',
    answers: [
      storedAnswer(evalCase.sql, own, database),
      ...evalCase.alt_rows.map((rows, index) =>
        storedAnswer(evalCase.alt_sql[index] ?? null, rows, database),
      ),
    ],
    boundaryTie: evalCase.boundary_tie ?? null,
    drifted: false,
  };
}

function storedAnswer(sql: SqlText | null, rows: StoredRows, database: Database): GoldAnswer {
  const { dialect } = database.datasource;
  return {
    sql: sql === null ? null : sqlFor(sql, dialect),
    dialect,
    columns: rows.columns === null ? null : rows.columns.map((name) => ({ name })),
    rows: rows.rows,
  };
}

async function executedGold(
  job: Job,
  evalCase: EvalCase,
  database: Database,
  executor: CaseExecutor,
): Promise<GoldEvidence> {
  const { dialect } = database.datasource;
  const answers: GoldAnswer[] = [];
  for (const text of [evalCase.sql, ...evalCase.alt_sql]) {
    const sql = text === null ? null : sqlFor(text, dialect);
    if (sql === null) return { status: 'failed', message: `no reviewed SQL for ${dialect}` };
    const execution = await executor.execute(database, sql);
    switch (execution.status) {
      case 'rows':
        if (execution.result.truncated) {
          return { status: 'failed', message: `gold was cut at ${database.rowLimit} rows` };
        }
        answers.push({
          sql,
          dialect,
          columns: execution.result.columns,
          rows: execution.result.rows,
        });
        break;
      case 'timeout':
        return { status: 'failed', message: `gold ran past ${execution.timeoutMs} ms` };
      case 'aborted':
        return { status: 'unavailable', message: 'the run was stopped' };
      case 'unavailable':
        return { status: 'unavailable', message: execution.message };
      default:
        return { status: 'failed', message: `gold was rejected: ${execution.message}` };
    }
  }
  const stored = evalCase.rows_by_role?.get(job.role) ?? evalCase.rows;
  const [first] = answers;
  return {
    status: 'answers',
    answers,
    boundaryTie: evalCase.boundary_tie ?? null,
    drifted: stored !== null && first !== undefined && hasDrifted(stored, first),
  };
}

function hasDrifted(stored: StoredRows, now: GoldAnswer): boolean {
  const columns = stored.columns === null ? null : stored.columns.map((name) => ({ name }));
  const current: ResultSet = { columns: now.columns ?? [], rows: now.rows, truncated: false };
  return compareResults({ columns, rows: stored.rows }, current, {}).verdict !== 'strict';
}
