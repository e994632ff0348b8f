import {
  type Cell,
  cellToJson,
  floatCell,
  floatValue,
  integerCell,
  type Row,
} from '../../catalog/index.ts';
import type { SqliteValue, WireRow } from './wire.ts';

/** A row of the wire as cells. */
export function cellsOfWire(row: WireRow): Row {
  return row.map((value): Cell => {
    if (value === null || typeof value !== 'object') {
      return typeof value === 'bigint' ? integerCell(value) : value;
    }
    return value instanceof Uint8Array
      ? { $bytes: Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex') }
      : floatCell(value[0]);
  });
}
/** Parameters as values SQLite can bind, or the reason why one is none. */
export function bindableValues(cells: readonly Cell[]): SqliteValue[] | string {
  const values: SqliteValue[] = [];
  for (const [index, cell] of cells.entries()) {
    const value = bindableValue(cell);
    if (value === undefined) {
      return `parameter ${index + 1} is a list, a struct, a map or a text with a NUL; SQLite cannot bind it`;
    }
    values.push(value);
  }
  return values;
}

function bindableValue(cell: Cell): SqliteValue | undefined {
  switch (typeof cell) {
    case 'boolean':
      return cell ? 1n : 0n;
    case 'number':
      // A plain number with nothing behind the point is an integer; bound as double it would be REAL.
      return Number.isInteger(cell) ? BigInt(cell) : cell;
    case 'bigint':
      return cell;
    case 'string':
      // The driver would end the text at the NUL.
      return cell.includes('\0') ? undefined : cell;
    default:
  }
  if (cell === null) return null;
  if ('$float' in cell) return floatValue(cell.$float);
  if ('$decimal' in cell) return decimalValue(cell.$decimal);
  if ('$bytes' in cell) return Buffer.from(cell.$bytes, 'hex');
  if ('$json' in cell) return jsonText(cell.$json);
  for (const tag of [
    '$date',
    '$time',
    '$timetz',
    '$timestamp',
    '$timestamptz',
    '$interval',
    '$bit',
    '$uuid',
  ] as const) {
    if (tag in cell) return (cell as Record<typeof tag, string>)[tag];
  }
  return undefined;
}

/** SQLite has no decimals: the double when it keeps every digit, else the text. */
function decimalValue(text: string): number | string {
  const digits = text.replace(/[-+.]/g, '').replace(/^0+/, '');
  return /^[-+]?[\d.]+$/.test(text) && digits.length <= 15 ? Number(text) : text;
}

function jsonText(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(cellToJson(content as Cell));
}
