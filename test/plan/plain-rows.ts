import { type Cell, cellTag, type ResultSet } from '../../src/catalog/index.ts';

/**
 * Rows in one spelling for every database: numbers by value, booleans as 1 and 0 (two of the four have
 * no other), dates and times as their text.
 */
export function plainRows(result: ResultSet): unknown[][] {
  return result.rows.map((row) => row.map(plainCell));
}

function plainCell(cell: Cell): unknown {
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  if (typeof cell === 'bigint') return cell.toString();
  if (typeof cell === 'number') return round(cell);
  if (cell === null || typeof cell === 'string') return cell;
  const tag = cellTag(cell);
  if (tag === '$decimal' || tag === '$float') {
    const text = String(Object.values(cell)[0]);
    const value = Number(text);
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : round(value);
  }
  return tag === null ? cell : String(Object.values(cell)[0]).replace('T', ' ');
}

function round(value: number): number {
  return Number(value.toPrecision(12));
}
