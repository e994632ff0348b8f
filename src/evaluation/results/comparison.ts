import type { ResultSet, Row } from '../../catalog/index.ts';
import type { CellInterner } from './cell-interner.ts';
import { type ColumnContent, readColumns } from './column-content.ts';
import type { RowCounts, RowPartition } from './row-partition.ts';
import type { CompareOptions, GoldResult, OrderKeys } from './verdict.ts';

/** Gold and prediction as columns of small integers, and which rows may answer which at all. */
export interface Comparison {
  readonly gold: SideContent;
  readonly predicted: SideContent;
  /** One group, or one per run of rows that tie where order matters. */
  readonly start: RowPartition;
  readonly counts: RowCounts;
  readonly interner: CellInterner;
  readonly isOrdered: boolean;
  readonly hasBoundaryTie: boolean;
}

export interface SideContent {
  readonly names: readonly string[];
  readonly columns: readonly ColumnContent[];
  readonly rows: readonly Row[];
}

/** Gold rows as compared: those that must be there, then those that may. */
interface GoldRows {
  readonly rows: readonly Row[];
  readonly optionalFrom: number;
  /** Group of each gold row and of each place in the prediction. */
  readonly goldRuns: Int32Array;
  readonly predictedRuns: Int32Array;
}

export function prepareComparison(
  gold: GoldResult,
  goldWidth: number,
  predicted: ResultSet,
  options: CompareOptions,
  interner: CellInterner,
): Comparison {
  const isOrdered = options.orderMatters ?? false;
  const keys = isOrdered ? (gold.orderKeys ?? options.orderKeys ?? 'unknown') : 'unknown';
  const prepared = arrangeGold(gold.rows, goldWidth, keys, options, interner);
  let lastRun = 0;
  for (const run of prepared.goldRuns) if (run > lastRun) lastRun = run;
  const groups = lastRun + 1;
  return {
    gold: {
      names: namesOf(gold.columns, goldWidth),
      columns: readColumns(prepared.rows, goldWidth, interner),
      rows: prepared.rows,
    },
    predicted: {
      names: predicted.columns.map(({ name }) => name),
      columns: readColumns(predicted.rows, predicted.columns.length, interner),
      rows: predicted.rows,
    },
    start: {
      groups,
      gold: prepared.goldRuns,
      predicted: prepared.predictedRuns,
      isDiscrete: groups === prepared.rows.length,
    },
    counts: { optionalFrom: prepared.optionalFrom },
    interner,
    isOrdered,
    hasBoundaryTie: prepared.optionalFrom < prepared.rows.length,
  };
}

function namesOf(columns: GoldResult['columns'], width: number): string[] {
  return columns ? columns.map(({ name }) => name) : new Array<string>(width).fill('');
}

function arrangeGold(
  rows: readonly Row[],
  width: number,
  keys: OrderKeys,
  options: CompareOptions,
  interner: CellInterner,
): GoldRows {
  const runs = options.orderMatters ? tieRuns(rows, keys, interner) : new Int32Array(rows.length);
  const tied = options.boundaryTie?.rows ?? [];
  const isTied = tied.length > 0 ? rowsWithin(rows, tied, width, interner) : null;
  const chosen = isTied?.reduce((count, flag) => count + flag, 0) ?? 0;
  if (!isTied || chosen === 0) {
    return { rows, optionalFrom: rows.length, goldRuns: runs, predictedRuns: runs };
  }
  const fixed = rows.filter((_, index) => isTied[index] !== 1);
  const fixedRuns = runs.filter((_, index) => isTied[index] !== 1);
  const lastRun = options.orderMatters ? (fixedRuns.at(-1) ?? -1) + 1 : 0;
  const withTies = (count: number) => {
    const all = new Int32Array(fixed.length + count).fill(lastRun);
    all.set(fixedRuns);
    return all;
  };
  return {
    rows: [...fixed, ...tied],
    optionalFrom: fixed.length,
    goldRuns: withTies(tied.length),
    predictedRuns: withTies(chosen),
  };
}

/** Numbers runs of neighbouring rows that are equal on every key; without known keys every row is its own. */
function tieRuns(rows: readonly Row[], keys: OrderKeys, interner: CellInterner): Int32Array {
  const runs = new Int32Array(rows.length);
  const isKnown = keys !== 'unknown' && keys.length > 0;
  const classOf = (row: Row | undefined, column: number) =>
    interner.classOf(interner.intern(row?.[column] ?? null));
  for (let index = 1; index < rows.length; index++) {
    const isTie =
      isKnown &&
      keys.every(({ column }) => classOf(rows[index], column) === classOf(rows[index - 1], column));
    runs[index] = (runs[index - 1] ?? 0) + (isTie ? 0 : 1);
  }
  return runs;
}

/** Marks the rows that are among `tied`, each of these used once. */
function rowsWithin(
  rows: readonly Row[],
  tied: readonly Row[],
  width: number,
  interner: CellInterner,
): Uint8Array {
  const keyOf = (row: Row) => {
    const classes: number[] = [];
    for (let column = 0; column < width; column++) {
      classes.push(interner.classOf(interner.intern(row[column] ?? null)));
    }
    return classes.join(' ');
  };
  const left = new Map<string, number>();
  for (const row of tied) left.set(keyOf(row), (left.get(keyOf(row)) ?? 0) + 1);
  const marks = new Uint8Array(rows.length);
  // From the end: the edge of a LIMIT is where the last rows are.
  for (let index = rows.length - 1; index >= 0; index--) {
    const key = keyOf(rows[index] ?? []);
    const count = left.get(key) ?? 0;
    if (count === 0) continue;
    left.set(key, count - 1);
    marks[index] = 1;
  }
  return marks;
}
