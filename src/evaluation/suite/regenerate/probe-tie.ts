import type { Cell, ResultSet, Row } from '../../../catalog/index.ts';
import { analyzeSql, type ProbeKey, queryTail, tieProbe } from '../../../sql/index.ts';
import type { StoredRows } from '../model.ts';
import type { GoldDatabase } from './run-gold.ts';

/** Whether LIMIT cut through rows that tie, and which these are. */
export type TieFinding =
  | { readonly status: 'none' }
  /** All rows that tie at the edge, those inside gold too. */
  | { readonly status: 'tie'; readonly rows: StoredRows }
  | { readonly status: 'unknown'; readonly reason: string };

/**
 * Looks past the LIMIT of a reviewed SQL: the same query without it, its ORDER BY keys visible, read as far
 * as the row cap. The rows with the key of gold's last row are the tie, if there are some that gold leaves out.
 */
export async function probeTie(
  sql: string,
  gold: StoredRows,
  database: GoldDatabase,
  signal: AbortSignal,
): Promise<TieFinding> {
  const { datasource, rowLimit, timeoutMs } = database;
  const text = sql.trim();
  const { limit, limitText, orderBy } = queryTail(text, datasource.dialect);
  if (limitText === null || gold.rows.length === 0) return { status: 'none' };
  if (limit !== null && gold.rows.length < limit) return { status: 'none' };
  if (orderBy.length === 0)
    return unknown('LIMIT without ORDER BY takes whichever rows come first');
  const facts = await analyzeSql(text, { dialect: datasource.dialect, signal });
  const [statement] = facts.statements;
  if (statement === undefined) return unknown('the SQL could not be read');
  const probe = tieProbe(text, datasource.dialect, statement);
  if (probe.status === 'tie-unknown') return unknown(probe.reason);
  const hidden = probe.hiddenColumns;
  const read = async (rows: number) => {
    const execution = await datasource.execute(
      { text: probe.sql },
      { rowLimit: Math.min(rows, rowLimit), timeoutMs, signal },
    );
    return execution.status === 'rows' ? execution.result : execution.status;
  };
  const keyOf = (row: Row) => {
    const width = row.length - hidden;
    return keyText(probe.keys.map((key) => row[positionOf(key, width)] ?? null));
  };
  // Most lists are cut between two different keys, which one row more already shows.
  const nearby = await read(probe.limit + 1);
  if (typeof nearby === 'string') return unknown(`reading past the LIMIT: ${nearby}`);
  const edge = nearby.rows[probe.limit - 1];
  if (edge === undefined || gold.columns?.length !== nearby.columns.length - hidden) {
    return unknown('without its LIMIT the query gives other rows');
  }
  const next = nearby.rows[probe.limit];
  if (next === undefined && !nearby.truncated) return { status: 'none' };
  if (next !== undefined && keyOf(next) !== keyOf(edge)) return { status: 'none' };
  const all = await read(rowLimit);
  if (typeof all === 'string') return unknown(`reading past the LIMIT: ${all}`);
  return tieOf(all, keyOf(edge), { gold, keyOf, limit: probe.limit, hidden, rowLimit });
}

/** The rows with the edge's key, checked against what gold has of them. */
function tieOf(
  { rows, truncated }: ResultSet,
  edgeKey: string,
  context: {
    readonly gold: StoredRows;
    readonly keyOf: (row: Row) => string;
    readonly limit: number;
    readonly hidden: number;
    readonly rowLimit: number;
  },
): TieFinding {
  const { gold, keyOf, limit, hidden, rowLimit } = context;
  const last = rows.at(-1);
  if (truncated && last !== undefined && keyOf(last) === edgeKey) {
    return unknown(`the tie is longer than the row limit (${rowLimit} rows)`);
  }
  const tied = rows.filter((row) => keyOf(row) === edgeKey);
  const tiedInside = rows.slice(0, limit).filter((row) => keyOf(row) === edgeKey);
  if (tied.length === tiedInside.length) return { status: 'none' };
  const own = tied.map((row) => row.slice(0, row.length - hidden));
  if (!areGoldsLastRows(gold.rows, own, tiedInside.length)) {
    return unknown('without its LIMIT the query gives other rows');
  }
  return { status: 'tie', rows: { columns: gold.columns, rows: own } };
}

function unknown(reason: string): TieFinding {
  return { status: 'unknown', reason };
}

function positionOf(key: ProbeKey, width: number): number {
  return key.kind === 'output' ? key.position : width + key.index;
}

function keyText(cells: readonly Cell[]): string {
  return JSON.stringify(cells, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** Whether gold's rows inside the tie are among the tied ones, each as often as it is there. */
function areGoldsLastRows(gold: readonly Row[], tied: readonly Row[], count: number): boolean {
  const left = new Map<string, number>();
  for (const row of tied) left.set(keyText(row), (left.get(keyText(row)) ?? 0) + 1);
  for (const row of gold.slice(gold.length - count)) {
    const there = left.get(keyText(row)) ?? 0;
    if (there === 0) return false;
    left.set(keyText(row), there - 1);
  }
  return true;
}
