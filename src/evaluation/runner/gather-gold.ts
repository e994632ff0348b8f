import type { ResultSet } from '../../catalog/index.ts';
import { reviewedOrderKeys } from '../../sql/index.ts';
import { compareResults, type OrderKeys } from '../results/index.ts';
import type { EvalCase, SqlText, StoredRows } from '../suite/index.ts';
import { sqlFor } from '../suite/index.ts';
import type { CaseExecutor, Database, Databases } from './databases.ts';
import type { GoldAnswer, GoldEvidence, Job } from './evidence.ts';
import type { ScopeJudge } from './scope-judge.ts';

/** The reviewed side of a run: stored rows as the reviewer saw them, or what the reviewed SQL returns now. */
export async function gatherGold(
  job: Job,
  gold: 'stored' | 'executed',
  databases: Databases,
  executor: CaseExecutor,
  judgeScope: ScopeJudge | null,
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
    : executedGold(job, evalCase, database, executor, judgeScope);
}

async function storedGold(job: Job, evalCase: EvalCase, database: Database): Promise<GoldEvidence> {
  const own = evalCase.rows_by_role?.get(job.role) ?? evalCase.rows;
  if (own === null) {
    return { status: 'failed', message: 'the case has no rows; run: nl2sql eval regenerate' };
  }
  return {
    status: 'answers',
    answers: await Promise.all([
      storedAnswer(evalCase, evalCase.sql, own, database),
      ...evalCase.alt_rows.map((rows, index) =>
        storedAnswer(evalCase, evalCase.alt_sql[index] ?? null, rows, database),
      ),
    ]),
    boundaryTie: evalCase.boundary_tie ?? null,
    drifted: false,
  };
}

async function storedAnswer(
  evalCase: EvalCase,
  text: SqlText | null,
  rows: StoredRows,
  database: Database,
): Promise<GoldAnswer> {
  const { dialect } = database.datasource;
  const sql = text === null ? null : sqlFor(text, dialect);
  return {
    sql,
    dialect,
    ...(await orderKeysOf(evalCase, sql, database)),
    columns: rows.columns === null ? null : rows.columns.map((name) => ({ name })),
    rows: rows.rows,
  };
}

async function executedGold(
  job: Job,
  evalCase: EvalCase,
  database: Database,
  executor: CaseExecutor,
  judgeScope: ScopeJudge | null,
): Promise<GoldEvidence> {
  const { dialect } = database.datasource;
  const answers: GoldAnswer[] = [];
  for (const text of [evalCase.sql, ...evalCase.alt_sql]) {
    const sql = text === null ? null : sqlFor(text, dialect);
    if (sql === null) return { status: 'failed', message: `no reviewed SQL for ${dialect}` };
    const execution = await executor.execute(
      database,
      await narrow(sql, job, database, judgeScope),
    );
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
          ...(await orderKeysOf(evalCase, sql, database)),
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

/** The reviewed SQL as the role may run it: its tables narrowed to the rows of the role. */
async function narrow(
  sql: string,
  { role }: Job,
  { datasource }: Database,
  judgeScope: ScopeJudge | null,
): Promise<string> {
  if (judgeScope === null) return sql;
  const verdict = await judgeScope({ sql, role, datasource: datasource.id });
  return verdict.status === 'allowed' ? verdict.run : sql;
}

/** Where a case asks for an order: the output columns of its SQL's own ORDER BY, as far as they are known. */
async function orderKeysOf(
  evalCase: EvalCase,
  sql: string | null,
  { datasource, catalog }: Database,
): Promise<{ readonly orderKeys?: OrderKeys }> {
  if (!evalCase.order_matters || sql === null) return {};
  const { dialect } = datasource;
  return { orderKeys: reviewedOrderKeys(sql, dialect, await catalog()) };
}

function hasDrifted(stored: StoredRows, now: GoldAnswer): boolean {
  const columns = stored.columns === null ? null : stored.columns.map((name) => ({ name }));
  const current: ResultSet = { columns: now.columns ?? [], rows: now.rows, truncated: false };
  return compareResults({ columns, rows: stored.rows }, current, {}).verdict !== 'strict';
}
