import type { Cell } from '../../../catalog/index.ts';
import type { RowPartition } from '../row-partition.ts';
import { refinePartition } from '../row-partition.ts';
import { pythonKey, pythonRowKey, pythonText, pythonType } from './python-value.ts';
import type { PlainResult, RuleSet } from './rule-set.ts';

/**
 * The comparison of Spider's test-suite accuracy (Zhong et al. 2020): some permutation of the columns makes
 * the bags (or lists) of rows equal. A quick check before it sorts each row by text and type, so that
 * 10 and 10.0 beside other numbers may be taken for different rows.
 */
export const spider: RuleSet = {
  name: 'spider',
  summary: 'bag of rows under any permutation of the columns, no tolerance',
  judge(gold, predicted, { orderMatters }) {
    if (gold.rows.length === 0 && predicted.rows.length === 0) return { match: true };
    if (gold.rows.length !== predicted.rows.length) return { match: false };
    if (gold.rows[0]?.length !== predicted.rows[0]?.length) return { match: false };
    if (!passesQuickCheck(gold, predicted, orderMatters)) {
      return { match: false, detail: 'rejected by the check on sorted rows' };
    }
    return { match: someArrangementMatches(gold, predicted, orderMatters) };
  },
};

function passesQuickCheck(gold: PlainResult, predicted: PlainResult, isOrdered: boolean): boolean {
  const goldRows = gold.rows.map(sortedRowKey);
  const predictedRows = predicted.rows.map(sortedRowKey);
  if (isOrdered) return goldRows.every((row, index) => row === predictedRows[index]);
  const goldSet = new Set(goldRows);
  const predictedSet = new Set(predictedRows);
  return goldSet.size === predictedSet.size && [...goldSet].every((row) => predictedSet.has(row));
}

function sortedRowKey(row: readonly Cell[]): string {
  const name = (cell: Cell) => pythonText(cell) + pythonType(cell);
  const sorted = [...row].sort((a, b) => compareCodePoints(name(a), name(b)));
  return pythonRowKey(sorted);
}

/** Python orders text by code points, JavaScript by UTF-16 units. */
export function compareCodePoints(a: string, b: string): number {
  const first = [...a];
  const second = [...b];
  const shorter = Math.min(first.length, second.length);
  for (let index = 0; index < shorter; index++) {
    const gap = (first[index]?.codePointAt(0) ?? 0) - (second[index]?.codePointAt(0) ?? 0);
    if (gap !== 0) return gap;
  }
  return first.length - second.length;
}

/** The original enumerates permutations; carrying the partition of the rows finds the same ones. */
function someArrangementMatches(
  gold: PlainResult,
  predicted: PlainResult,
  isOrdered: boolean,
): boolean {
  const rows = gold.rows.length;
  const width = gold.rows[0]?.length ?? 0;
  const codes = createCodes();
  const columnOf = (result: PlainResult, column: number) =>
    Int32Array.from(result.rows, (row) => codes(row[column] ?? null));
  const goldColumns = Array.from({ length: width }, (_, column) => columnOf(gold, column));
  const predictedColumns = Array.from({ length: width }, (_, column) =>
    columnOf(predicted, column),
  );
  const places = Int32Array.from({ length: rows }, (_, row) => (isOrdered ? row : 0));
  const start: RowPartition = {
    groups: isOrdered ? rows : 1,
    gold: places,
    predicted: places,
    isDiscrete: isOrdered || rows === 1,
  };
  const used = new Set<number>();
  const place = (column: number, partition: RowPartition): boolean => {
    const goldColumn = goldColumns[column];
    if (!goldColumn) return true;
    return predictedColumns.some((predictedColumn, candidate) => {
      if (used.has(candidate)) return false;
      const next = refinePartition(partition, goldColumn, predictedColumn, { optionalFrom: rows });
      if (!next) return false;
      used.add(candidate);
      const found = place(column + 1, next);
      used.delete(candidate);
      return found;
    });
  };
  return place(0, start);
}

function createCodes(): (cell: Cell) => number {
  const known = new Map<string, number>();
  let next = 0;
  return (cell) => {
    const key = pythonKey(cell);
    if (key === null) return next++;
    const code = known.get(key) ?? next++;
    known.set(key, code);
    return code;
  };
}
