import { type Cell, floatValue } from '../../../catalog/index.ts';
import { cellKey } from '../cell-reading.ts';
import { exactKey, exactOfInteger, parseExactNumber } from '../exact-number.ts';

/**
 * Cells as the Python values a driver hands to the comparers of others: `==` and `str()` there are part of
 * their rules.
 */

/** A number that Python would hold, or null. `float` says whether it is a float there. */
export function pythonNumber(cell: Cell): { value: number; isFloat: boolean } | null {
  if (typeof cell === 'boolean') return { value: cell ? 1 : 0, isFloat: false };
  if (typeof cell === 'number') return { value: cell, isFloat: !Number.isInteger(cell) };
  if (typeof cell === 'bigint') return { value: Number(cell), isFloat: false };
  if (cell !== null && typeof cell === 'object' && '$float' in cell) {
    return { value: floatValue(cell.$float), isFloat: true };
  }
  return null;
}

/**
 * One text per value that `==` holds equal: 1, 1.0 and True are one, a Decimal equals a float only when
 * the float holds exactly that value, text is code points. Null for NaN, which equals nothing.
 */
export function pythonKey(cell: Cell): string | null {
  if (cell === null) return 'None';
  if (typeof cell === 'string') return `str ${cell}`;
  if (typeof cell === 'bigint') return `num ${exactKey(exactOfInteger(cell))}`;
  if (typeof cell === 'object' && '$decimal' in cell) {
    const exact = parseExactNumber(cell.$decimal);
    if (exact) return `num ${exactKey(exact)}`;
    return /^nan$/i.test(cell.$decimal) ? null : `num ${cell.$decimal}`;
  }
  const number = pythonNumber(cell);
  if (number) return Number.isNaN(number.value) ? null : `num ${binaryKey(number.value)}`;
  return cellKey(cell);
}

/** The exact binary value of a double, as Python compares it with a Decimal. */
function binaryKey(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Number.isInteger(value)) return exactKey(exactOfInteger(BigInt(value)));
  // A double is a whole number over a power of two; over the same power of ten it is a decimal.
  let scale = 0;
  let whole = value;
  while (!Number.isInteger(whole)) {
    whole *= 2;
    scale++;
  }
  const digits = BigInt(whole) * 5n ** BigInt(scale);
  return exactKey({ digits, scale, approx: value });
}

/** `str(value)`. */
export function pythonText(cell: Cell): string {
  if (cell === null) return 'None';
  if (typeof cell === 'boolean') return cell ? 'True' : 'False';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'bigint') return cell.toString();
  const number = pythonNumber(cell);
  if (number) return number.isFloat ? floatText(number.value) : String(number.value);
  if (typeof cell === 'object' && '$decimal' in cell) return cell.$decimal;
  const [text] = Object.values(cell);
  return typeof text === 'string' ? text.replace('T', ' ') : JSON.stringify(text);
}

/** `repr` of a float: 1.0, 0.1, 1e+16, 1e-05, nan. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) {
    const [mantissa = '', exponent = ''] = value.toExponential().split('e');
    const digits = exponent.replace(/^[-+]/, '').padStart(2, '0');
    return `${mantissa}e${exponent.startsWith('-') ? '-' : '+'}${digits}`;
  }
  if (Object.is(value, -0)) return '-0.0';
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** The name of the Python type, as `str(type(value))` shows it. */
export function pythonType(cell: Cell): string {
  if (cell === null) return "<class 'NoneType'>";
  if (typeof cell === 'boolean') return "<class 'bool'>";
  if (typeof cell === 'string') return "<class 'str'>";
  const number = pythonNumber(cell);
  if (number) return number.isFloat ? "<class 'float'>" : "<class 'int'>";
  if (typeof cell === 'object' && '$decimal' in cell) return "<class 'decimal.Decimal'>";
  if (Array.isArray(cell)) return "<class 'list'>";
  const [tag = ''] = Object.keys(cell);
  const types: Readonly<Record<string, string>> = {
    $date: "<class 'datetime.date'>",
    $timestamp: "<class 'datetime.datetime'>",
    $timestamptz: "<class 'datetime.datetime'>",
    $time: "<class 'datetime.time'>",
    $bytes: "<class 'bytes'>",
    $uuid: "<class 'uuid.UUID'>",
  };
  return types[tag] ?? "<class 'dict'>";
}

/** Whether a value may be in a Python set: lists and dictionaries may not. */
export function isHashable(cell: Cell): boolean {
  if (cell === null || typeof cell !== 'object') return true;
  return !Array.isArray(cell) && !('$json' in cell) && !('$struct' in cell) && !('$map' in cell);
}

let nothingEqual = 0;

/** A key per row as a Python tuple: a row with NaN equals no other row. */
export function pythonRowKey(row: readonly Cell[]): string {
  const keys = row.map((cell) => pythonKey(cell) ?? `nan ${nothingEqual++}`);
  return JSON.stringify(keys);
}
