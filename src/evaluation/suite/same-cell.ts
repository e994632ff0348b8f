import { type Cell, cellTag, floatValue, type Row } from '../../catalog/index.ts';
import type { StoredRows } from './model.ts';

/**
 * Whether a stored value and one from the database are the same value of the same type. Another spelling
 * is no difference (3.00 and a decimal 3), nor is the last digit of a double that another build of the
 * database adds up in another order.
 */
export function sameCell(stored: Cell, found: Cell): boolean {
  const a = numberOf(stored);
  const b = numberOf(found);
  if (a !== null || b !== null) {
    return a !== null && b !== null && a.isInteger === b.isInteger && sameNumber(a, b);
  }
  return JSON.stringify(plain(stored)) === JSON.stringify(plain(found));
}

/** Rows that are the same cell by cell. */
export function sameRow(stored: Row, found: Row): boolean {
  return (
    stored.length === found.length && stored.every((cell, at) => sameCell(cell, found[at] ?? null))
  );
}

/** The same columns and the same rows in the same order. */
export function sameRows(stored: StoredRows | null, found: StoredRows): boolean {
  if (stored === null || stored.rows.length !== found.rows.length) return false;
  if (stored.rows.length === 0) return true;
  const columns = stored.columns ?? [];
  const others = found.columns ?? [];
  if (columns.length !== others.length || columns.some((name, at) => name !== others[at]))
    return false;
  return stored.rows.every((row, at) => sameRow(row, found.rows[at] ?? []));
}

interface NumberValue {
  /** Written without a point: an integer, or an exact numeric of scale 0. */
  readonly isInteger: boolean;
  readonly isDouble: boolean;
  readonly text: string;
  readonly value: number;
}

/** A cell as a number of a file: what the writer makes of it and a reader sees. */
function numberOf(cell: Cell): NumberValue | null {
  if (typeof cell === 'bigint') {
    return { isInteger: true, isDouble: false, text: cell.toString(), value: Number(cell) };
  }
  if (typeof cell === 'number') {
    const isInteger = Number.isInteger(cell);
    return { isInteger, isDouble: !isInteger, text: String(cell), value: cell };
  }
  const tag = cellTag(cell);
  if (tag === '$float') {
    const value = floatValue((cell as { $float: string }).$float);
    return { isInteger: false, isDouble: true, text: String(value), value };
  }
  if (tag === '$decimal') {
    const text = (cell as { $decimal: string }).$decimal;
    if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(text)) return null;
    return { isInteger: /^[-+]?\d+$/.test(text), isDouble: false, text, value: Number(text) };
  }
  return null;
}

function sameNumber(stored: NumberValue, found: NumberValue): boolean {
  if (found.isDouble) return sameDouble(stored.value, found.value);
  // An exact number is compared by its digits; only the stored side may have lost its type in the file.
  return canonical(stored.text) === canonical(found.text);
}

/** Doubles within four units in the last place. */
function sameDouble(a: number, b: number): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  return Math.abs(a - b) <= 4 * Number.EPSILON * Math.max(Math.abs(a), Math.abs(b));
}

/** Sign, digits and exponent of a decimal text, without leading and trailing zeros. */
function canonical(text: string): string {
  const match = /^([-+]?)(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(text);
  if (!match) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign === '-' ? '-' : ''}${significant}e${power}`;
}

/** A cell with a fixed order of keys, so that equal values have equal JSON. */
function plain(cell: unknown): unknown {
  if (typeof cell === 'bigint') return { $bigint: cell.toString() };
  if (cell === null || typeof cell !== 'object') return cell;
  if (Array.isArray(cell)) return cell.map(plain);
  return Object.entries(cell)
    .map(([key, value]) => [key, plain(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
