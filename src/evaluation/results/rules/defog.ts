import type { Cell, Row } from '../../../catalog/index.ts';
import { isHashable, pythonKey, pythonNumber, pythonRowKey } from './python-value.ts';
import type { PlainResult, RuleContext, RuleSet } from './rule-set.ts';
import { compareCodePoints } from './spider.ts';

/**
 * Defog's sql-eval: exact, else subset. Exact is an element-wise comparison that broadcasts (one row equals
 * many equal ones, nothing equals one cell), then the same after dropping duplicate rows, ordering columns
 * by name and sorting rows, with NULL as -99999. Subset asks for each gold column, sorted by itself, among
 * the predicted ones, then compares the frames within pandas' tolerance.
 */
export const defog: RuleSet = {
  name: 'defog',
  summary: 'exact (duplicates dropped, columns by name, broadcasting) or gold columns as a subset',
  judge(gold, predicted, context) {
    try {
      if (broadcastsEqual(matrixOf(gold), matrixOf(predicted), valuesEqual)) {
        return { match: true, detail: 'exact' };
      }
      if (normalizedEqual(gold, predicted, context)) return { match: true, detail: 'exact' };
      if (isSubset(gold, predicted, context)) return { match: true, detail: 'subset' };
      return { match: false };
    } catch (error) {
      if (!(error instanceof PythonTypeError)) throw error;
      return { match: false, detail: `${error.message}: scored as an error` };
    }
  },
};

/** Where the original raises a TypeError, which its caller counts as wrong. */
class PythonTypeError extends TypeError {}

interface Matrix {
  readonly rows: readonly Row[];
  readonly width: number;
}

function matrixOf(result: PlainResult): Matrix {
  return { rows: result.rows, width: result.columns.length };
}

/** `(a == b).all()` of two arrays as numpy broadcasts them. */
function broadcastsEqual(a: Matrix, b: Matrix, isEqual: (x: Cell, y: Cell) => boolean): boolean {
  const height = broadcastSize(a.rows.length, b.rows.length);
  const width = broadcastSize(a.width, b.width);
  if (height === null || width === null) return false;
  const at = ({ rows, width: own }: Matrix, row: number, column: number) =>
    rows[rows.length === 1 ? 0 : row]?.[own === 1 ? 0 : column] ?? null;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (!isEqual(at(a, row, column), at(b, row, column))) return false;
    }
  }
  return true;
}

function broadcastSize(a: number, b: number): number | null {
  if (a === b || b === 1) return a;
  return a === 1 ? b : null;
}

function valuesEqual(a: Cell, b: Cell): boolean {
  const key = pythonKey(a);
  return key !== null && key === pythonKey(b);
}

/** NULL filled with -99999 on both sides, as `fillna` does. */
function filledEqual(a: Cell, b: Cell): boolean {
  const filled = (cell: Cell) => (cell === null || pythonKey(cell) === null ? -99999 : cell);
  return valuesEqual(filled(a), filled(b));
}

function normalizedEqual(gold: PlainResult, predicted: PlainResult, context: RuleContext): boolean {
  const a = normalize(gold, context);
  const b = normalize(predicted, context);
  if (a.rows.length !== b.rows.length || a.columns.length !== b.columns.length) return false;
  return broadcastsEqual(matrixOf(a), matrixOf(b), filledEqual);
}

function normalize(result: PlainResult, { orderMatters }: RuleContext): PlainResult {
  const seen = new Set<string>();
  const unique = result.rows.filter((row) => {
    if (!row.every(isHashable)) throw new PythonTypeError('an unhashable value');
    const key = pythonRowKey(row.map((cell) => (pythonKey(cell) === null ? null : cell)));
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const order = result.columns
    .map((_, index) => index)
    .sort((a, b) =>
      compareCodePoints(result.columns[a]?.name ?? '', result.columns[b]?.name ?? ''),
    );
  const rows = unique.map((row) => order.map((column) => row[column] ?? null));
  return {
    columns: order.map((column) => result.columns[column] ?? { name: '' }),
    rows: orderMatters ? rows : rows.sort(compareRows),
  };
}

function compareRows(a: Row, b: Row): number {
  for (const [index, cell] of a.entries()) {
    const order = compareCells(cell, b[index] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

/** As pandas sorts: missing values last, numbers among numbers, text among text, nothing else mixed. */
function compareCells(a: Cell, b: Cell): number {
  const isMissing = (cell: Cell) => cell === null || pythonKey(cell) === null;
  if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b));
  const x = numericValue(a);
  const y = numericValue(b);
  if (x !== null && y !== null) return x - y;
  if (x !== null || y !== null) throw new PythonTypeError('text and numbers in one column');
  return compareCodePoints(sortText(a), sortText(b));
}

function numericValue(cell: Cell): number | null {
  if (cell !== null && typeof cell === 'object' && '$decimal' in cell) return Number(cell.$decimal);
  return pythonNumber(cell)?.value ?? null;
}

function sortText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  const [text] = Object.values(cell ?? {});
  return typeof text === 'string' ? text : JSON.stringify(text);
}

function isSubset(gold: PlainResult, predicted: PlainResult, context: RuleContext): boolean {
  if (gold.rows.length === 0 || gold.columns.length === 0) return false;
  const used: number[] = [];
  for (const [column] of gold.columns.entries()) {
    const wanted = sortedColumn(gold, column);
    const found = predicted.columns.findIndex(
      (_, candidate) =>
        !used.includes(candidate) && seriesEqual(wanted, sortedColumn(predicted, candidate)),
    );
    if (found < 0) return false;
    used.push(found);
  }
  const matched: PlainResult = {
    columns: gold.columns,
    rows: predicted.rows.map((row) => used.map((column) => row[column] ?? null)),
  };
  const a = normalize(gold, context);
  const b = normalize(matched, context);
  return (
    a.rows.length === b.rows.length &&
    a.rows.every((row, index) => seriesEqual(row, b.rows[index] ?? []))
  );
}

function sortedColumn(result: PlainResult, column: number): Cell[] {
  return result.rows.map((row) => row[column] ?? null).sort(compareCells);
}

/** `assert_series_equal` with its defaults: one part in 100,000, missing equals missing. */
function seriesEqual(a: readonly Cell[], b: readonly Cell[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((cell, index) => {
    const other = b[index] ?? null;
    const x = numericValue(cell);
    const y = numericValue(other);
    if (x === null || y === null || Number.isNaN(x) || Number.isNaN(y)) {
      return pythonKey(cell) === pythonKey(other);
    }
    return x === y || Math.abs(x - y) <= 1e-8 + 1e-5 * Math.abs(y);
  });
}
