import type { ResultSet, Row } from '../../../catalog/index.ts';
import type { Datasource, Execution } from '../../../datasources/index.ts';
import { volatileUses } from '../../../sql/index.ts';
import type { StoredRows } from '../model.ts';
import { sameRow } from '../same-cell.ts';
import type { TiedAlike } from './tied-alike.ts';

/** A datasource with the cap and the deadline that hold for its queries. */
export interface GoldDatabase {
  readonly datasource: Datasource;
  readonly rowLimit: number;
  readonly timeoutMs: number;
  /** A SQL text narrowed to the rows a role sees; absent where no role has row filters. */
  readonly narrowFor?: (role: string, sql: string) => Promise<NarrowedSql>;
}

/** A text for one role: the same for a role that sees every row. */
export type NarrowedSql =
  | { readonly status: 'narrowed'; readonly sql: string }
  | { readonly status: 'failed'; readonly message: string };

/** Why a case is left as it is. */
export type RegenerateFailureCode =
  | 'datasource-count'
  | 'unknown-datasource'
  | 'unavailable'
  | 'no-sql-for-dialect'
  | 'row-filter'
  | 'volatile'
  | 'sql-rejected'
  | 'not-read-only'
  | 'timeout'
  | 'truncated'
  | 'duplicate-columns'
  | 'not-deterministic';

/** A reviewed SQL's rows, or why they cannot be gold. */
export type GoldRun =
  | { readonly status: 'rows'; readonly rows: StoredRows; readonly hasStableOrder: boolean }
  | { readonly status: 'failed'; readonly code: RegenerateFailureCode; readonly message: string }
  | { readonly status: 'stopped' };

export interface GoldRunOptions {
  readonly orderMatters: boolean;
  readonly signal: AbortSignal;
  /** Whether two results that differ do so in ties alone; without it every difference counts. */
  readonly tiedAlike?: TiedAlike;
  /** How often it is run; default 2. */
  readonly runs?: number;
}

/** Runs one reviewed SQL more than once and gives its rows if they are the same each time. */
export async function runGold(
  sql: string,
  database: GoldDatabase,
  options: GoldRunOptions,
): Promise<GoldRun> {
  const text = sql.trim();
  const [use] = volatileUses(text, database.datasource.dialect);
  if (use) {
    const cause = use.kind === 'clock' ? 'the day or hour it runs' : 'chance';
    return failed(
      'volatile',
      `its rows depend on ${cause}: ${use.text}. Write the date into the SQL, or set gold: executed for the suite`,
    );
  }
  const first = await execute(text, database, options.signal);
  if (!('columns' in first)) return first;
  const twice = firstDuplicate(first.columns.map((column) => column.name));
  if (twice !== undefined) {
    return failed(
      'duplicate-columns',
      `two output columns are called "${twice}". Give each a name of its own with AS`,
    );
  }
  let hasStableOrder = true;
  for (let run = 1; run < (options.runs ?? 2); run += 1) {
    const again = await execute(text, database, options.signal);
    if (!('columns' in again)) return again;
    if (sameOrder(first.rows, again.rows)) continue;
    hasStableOrder = false;
    if (!options.orderMatters && sameBag(first.rows, again.rows)) continue;
    if (await options.tiedAlike?.(storedRows(first), storedRows(again))) continue;
    return failed(
      'not-deterministic',
      `two runs gave ${describeDifference(first, again)}. Add an ORDER BY that leaves no ties, or take out what changes`,
    );
  }
  return { status: 'rows', rows: storedRows(first), hasStableOrder };
}

/** A result as a suite stores it; without rows nothing tells the columns. */
export function storedRows(result: ResultSet): StoredRows {
  return {
    columns: result.rows.length === 0 ? null : result.columns.map((column) => column.name),
    rows: result.rows,
  };
}

async function execute(
  text: string,
  { datasource, rowLimit, timeoutMs }: GoldDatabase,
  signal: AbortSignal,
): Promise<ResultSet | Exclude<GoldRun, { status: 'rows' }>> {
  const execution = await datasource.execute({ text }, { rowLimit, timeoutMs, signal });
  return readExecution(execution, rowLimit);
}

function readExecution(
  execution: Execution,
  rowLimit: number,
): ResultSet | Exclude<GoldRun, { status: 'rows' }> {
  switch (execution.status) {
    case 'rows':
      if (!execution.result.truncated) return execution.result;
      return failed(
        'truncated',
        `the result was cut at the row limit (${rowLimit} rows). Add a LIMIT to the SQL, or raise --row-limit`,
      );
    case 'rejected':
      return failed('sql-rejected', `the database rejected it: ${execution.message}`);
    case 'refused':
      return failed('not-read-only', `the database refused it: ${execution.message}`);
    case 'timeout':
      return failed(
        'timeout',
        `it ran past the deadline of ${execution.timeoutMs} ms. Make it faster, or raise --timeout-ms`,
      );
    case 'unavailable':
      return failed('unavailable', `the database is away: ${execution.message}`);
    case 'aborted':
      return { status: 'stopped' };
  }
}

function failed(
  code: RegenerateFailureCode,
  message: string,
): Exclude<GoldRun, { status: 'rows' }> {
  return { status: 'failed', code, message };
}

function firstDuplicate(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index);
}

function sameOrder(first: readonly Row[], second: readonly Row[]): boolean {
  return (
    first.length === second.length && first.every((row, index) => sameRow(row, second[index] ?? []))
  );
}

/** The same rows in some order; equal to the last digit, since both come from one database. */
export function sameBag(first: readonly Row[], second: readonly Row[]): boolean {
  if (first.length !== second.length) return false;
  const key = (row: Row) =>
    JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
  const counts = new Map<string, number>();
  for (const row of first) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  for (const row of second) {
    const count = counts.get(key(row)) ?? 0;
    if (count === 0) return false;
    counts.set(key(row), count - 1);
  }
  return true;
}

function describeDifference(first: ResultSet, second: ResultSet): string {
  if (first.rows.length !== second.rows.length) {
    return `${first.rows.length} and ${second.rows.length} rows`;
  }
  return sameBag(first.rows, second.rows) ? 'the same rows in another order' : 'other rows';
}
