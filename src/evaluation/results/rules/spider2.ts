import type { Cell } from '../../../catalog/index.ts';
import { pythonKey, pythonNumber, pythonText } from './python-value.ts';
import type { PlainResult, RuleSet } from './rule-set.ts';
import { compareCodePoints } from './spider.ts';

/**
 * Spider 2.0's table comparison: every gold column equals some predicted column, each looked at alone, so
 * rows may be scrambled and one predicted column may serve twice. NULL counts as 0; numbers match within
 * 0.01 or one part in a billion; without order both columns are sorted as text first.
 */
export const spider2: RuleSet = {
  name: 'spider2',
  summary: 'each gold column equals some predicted column by itself, NULL = 0, numbers within 0.01',
  judge(gold, predicted, { orderMatters }) {
    const goldColumns = columnsOf(gold, !orderMatters);
    const predictedColumns = columnsOf(predicted, !orderMatters);
    const unmatched = goldColumns.findIndex(
      (column) => !predictedColumns.some((candidate) => vectorsMatch(column, candidate)),
    );
    if (unmatched < 0) return { match: true };
    return { match: false, detail: `no column equals ${gold.columns[unmatched]?.name}` };
  },
};

/** A value as pandas reads it: decimals are floats, and so is every number beside a NULL. */
function columnsOf(result: PlainResult, isSorted: boolean): Cell[][] {
  return result.columns.map((_, column) => {
    const cells = result.rows.map((row) => floatOfDecimal(row[column] ?? null));
    const isFloat = cells.some((cell) => cell === null || pythonNumber(cell)?.isFloat === true);
    const isNumeric = cells.every((cell) => cell === null || pythonNumber(cell) !== null);
    const values = cells.map((cell): Cell => {
      if (cell === null || isNaNCell(cell)) return 0;
      const number = pythonNumber(cell);
      return number && isFloat && isNumeric ? { $float: String(number.value) } : cell;
    });
    if (!isSorted) return values;
    const isNumber = (cell: Cell) => (pythonNumber(cell) ? 1 : 0);
    return values.sort(
      (a, b) => compareCodePoints(pythonText(a), pythonText(b)) || isNumber(a) - isNumber(b),
    );
  });
}

function floatOfDecimal(cell: Cell): Cell {
  return cell !== null && typeof cell === 'object' && '$decimal' in cell
    ? { $float: String(Number(cell.$decimal)) }
    : cell;
}

function isNaNCell(cell: Cell): boolean {
  return Number.isNaN(pythonNumber(cell)?.value ?? 0);
}

function vectorsMatch(gold: readonly Cell[], predicted: readonly Cell[]): boolean {
  if (gold.length !== predicted.length) return false;
  return gold.every((cell, index) => {
    const other = predicted[index] ?? null;
    const a = pythonNumber(cell)?.value;
    const b = pythonNumber(other)?.value;
    if (a === undefined || b === undefined) return pythonKey(cell) === pythonKey(other);
    if (a === b) return true;
    const size = Math.max(Math.abs(a), Math.abs(b));
    return Number.isFinite(size) && Math.abs(a - b) <= Math.max(1e-9 * size, 1e-2);
  });
}
