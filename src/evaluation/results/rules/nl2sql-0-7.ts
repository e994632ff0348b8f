import type { Cell, Row } from '../../../catalog/index.ts';
import { cellKey } from '../cell-reading.ts';
import { pythonNumber } from './python-value.ts';
import type { PlainResult, RuleSet } from './rule-set.ts';

/**
 * The comparison of nl2sql 0.7, strict: rows by position of their cells, numbers within 0.005 as doubles,
 * a number equal to any text that reads as one, rows paired greedily without order. Its lenient verdict is
 * told in the detail.
 */
export const nl2sql07: RuleSet = {
  name: 'nl2sql-0.7',
  summary: 'bag of rows paired greedily, numbers within 0.005, number equals numeric text',
  judge(gold, predicted, { orderMatters }) {
    const isStrict = rowsMatch(gold.rows, predicted.rows, orderMatters, strictCells);
    if (isStrict) return { match: true, detail: 'strict' };
    const lenient = matchesLeniently(gold, predicted, orderMatters);
    if (lenient === 'gave-up') return { match: false, detail: 'lenient: too many column choices' };
    return { match: false, detail: lenient ? 'lenient only' : 'neither strict nor lenient' };
  },
};

type CellRule = (gold: Cell, predicted: Cell) => boolean;

/** `float()` of a number or of a numeric text; digits beyond a double are lost there too. */
function asNumber(cell: Cell): number | null {
  if (typeof cell === 'boolean') return null;
  if (typeof cell === 'string') {
    const text = cell.trim();
    if (!/^[-+]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eE][-+]?\d+)?$/.test(text))
      return null;
    const value = Number(text.replaceAll('_', ''));
    return Number.isFinite(value) ? value : null;
  }
  return pythonNumber(cell)?.value ?? null;
}

const strictCells: CellRule = (gold, predicted) => {
  if (typeof gold === 'string' && typeof predicted === 'string') return gold === predicted;
  const a = asNumber(gold);
  const b = asNumber(predicted);
  if (a !== null && b !== null) return Math.abs(a - b) <= 0.005 + 1e-9;
  return typeof gold === typeof predicted && cellKey(gold) === cellKey(predicted);
};

/** A period label is answered by a text that goes on after it with a dash. */
const lenientCells: CellRule = (gold, predicted) => {
  if (strictCells(gold, predicted)) return true;
  return (
    typeof gold === 'string' &&
    typeof predicted === 'string' &&
    /^\d{4}(?:-\d\d){0,2}$/.test(gold) &&
    /^\d{4}-\d\d/.test(predicted) &&
    predicted.startsWith(`${gold}-`)
  );
};

function rowsMatch(
  gold: readonly Row[],
  predicted: readonly Row[],
  isOrdered: boolean,
  cells: CellRule,
): boolean {
  if (gold.length !== predicted.length) return false;
  const isSame = (a: Row, b: Row) =>
    a.length === b.length && a.every((cell, index) => cells(cell, b[index] ?? null));
  if (isOrdered) return gold.every((row, index) => isSame(row, predicted[index] ?? []));
  const open = [...gold];
  return predicted.every((row) => {
    const found = open.findIndex((candidate) => isSame(candidate, row));
    if (found >= 0) open.splice(found, 1);
    return found >= 0;
  });
}

/** Choices after which the original would still be busy; nobody waited for its verdict. */
const mostChoices = 100_000;

function matchesLeniently(
  gold: PlainResult,
  predicted: PlainResult,
  isOrdered: boolean,
): boolean | 'gave-up' {
  const goldWidth = gold.columns.length;
  const width = predicted.columns.length;
  if (gold.rows.length === 0 || gold.rows.length !== predicted.rows.length) return false;
  if (width < goldWidth || width > Math.max(2 * goldWidth, goldWidth + 2)) return false;
  const columnOf = (rows: readonly Row[], column: number): Row[] =>
    rows.map((row) => [row[column] ?? null]);
  const candidates = gold.columns.map((_, goldColumn) =>
    predicted.columns.flatMap((_, column) => {
      const cells = columnOf(predicted.rows, column);
      const isConstant =
        cells.length > 1 &&
        cells.every(([cell]) => cellKey(cell ?? null) === cellKey(cells[0]?.[0] ?? null));
      if (isConstant) return [];
      return rowsMatch(columnOf(gold.rows, goldColumn), cells, isOrdered, lenientCells)
        ? [column]
        : [];
    }),
  );
  let left = mostChoices;
  const choose = (chosen: readonly number[]): boolean => {
    if (left-- <= 0) return false;
    if (chosen.length === goldWidth) {
      const rows = predicted.rows.map((row) => chosen.map((column) => row[column] ?? null));
      return rowsMatch(gold.rows, rows, isOrdered, lenientCells);
    }
    return (candidates[chosen.length] ?? []).some(
      (column) => !chosen.includes(column) && choose([...chosen, column]),
    );
  };
  const found = choose([]);
  return found || left > 0 ? found : 'gave-up';
}
