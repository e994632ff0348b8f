import { type Cell, cellToJson, floatCell, floatValue, integerCell } from '../../catalog/index.ts';

/** A value as the driver hands it over: integers always as bigint, doubles always as number. */
export type SqliteValue = null | number | bigint | string | Uint8Array;

/** A value as a cell. */
export function cellOfValue(value: SqliteValue): Cell {
  switch (typeof value) {
    case 'bigint':
      return integerCell(value);
    case 'number':
      return floatCell(value);
    case 'object':
      return value === null ? null : { $bytes: Buffer.from(value).toString('hex') };
    default:
      return value;
  }
}

/** A cell as a value SQLite can bind, or undefined when it has none for it. */
export function bindableValue(cell: Cell): SqliteValue | undefined {
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

/** Roughly what a value takes in memory. */
export function valueBytes(value: SqliteValue): number {
  if (typeof value === 'string') return 16 + value.length;
  return value instanceof Uint8Array ? 64 + 2 * value.length : 16;
}
