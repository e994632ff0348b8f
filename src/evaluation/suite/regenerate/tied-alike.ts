import { analyzeSql, resolveOrderKeys } from '../../../sql/index.ts';
import { compareResults } from '../../results/index.ts';
import type { StoredRows } from '../model.ts';
import { sameRow } from '../same-cell.ts';
import { probeTie } from './probe-tie.ts';
import type { GoldDatabase } from './run-gold.ts';

/** Rows up to which ties are looked into; a longer list that changes is told as one. */
const mostRows = 2_000;

/** Judges two results of one SQL. */
export type TiedAlike = (first: StoredRows, second: StoredRows) => Promise<boolean>;

/**
 * Whether two results of one SQL differ in nothing but ties: rows with equal ORDER BY keys in another order,
 * or another choice among the rows that tie where LIMIT cuts. Values are equal to the last digit.
 */
export function createTiedAlike(
  sql: string,
  database: GoldDatabase,
  options: {
    readonly orderMatters: boolean;
    /** Ties in the middle of an order too, or only those that LIMIT cuts through. */
    readonly ties: 'any' | 'at-limit';
    readonly signal: AbortSignal;
  },
): TiedAlike {
  const { dialect } = database.datasource;
  return async (first, second) => {
    if (first.columns?.join('\n') !== second.columns?.join('\n')) return false;
    if (first.rows.length > mostRows) return false;
    const tie = await probeTie(sql, first, database, options.signal);
    if (options.ties === 'at-limit' && tie.status !== 'tie') return false;
    const facts = await analyzeSql(sql, { dialect, signal: options.signal });
    const columns = (second.columns ?? []).map((name) => ({ name }));
    const verdict = compareResults(
      { columns, rows: first.rows },
      { columns, rows: second.rows, truncated: false },
      {
        orderMatters: options.orderMatters,
        orderKeys: options.ties === 'any' ? resolveOrderKeys(facts) : 'unknown',
        tolerance: { absolute: 0, relative: 0 },
        ...(tie.status === 'tie' ? { boundaryTie: tie.rows } : {}),
        explain: false,
      },
    );
    if (verdict.verdict !== 'strict') return false;
    // The comparison takes 1 for 1.0; a file keeps them apart.
    const known = [...second.rows, ...(tie.status === 'tie' ? tie.rows.rows : [])];
    return first.rows.every((row) => known.some((other) => sameRow(row, other)));
  };
}
