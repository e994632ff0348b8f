import { type Cell, floatCell, integerCell } from '../../catalog/index.ts';
import { jsonCell } from '../json-cell.ts';
import { parseArrayText, parseCompositeText } from './postgres-literals.ts';
import type { PostgresType } from './postgres-types.ts';

/** Turns the server's text of a value into a cell. */
export type CellReader = (text: string) => Cell;

/** Readers of the types that every server has under the same number; all others are text. */
export const scalarReaders: ReadonlyMap<number, CellReader> = new Map<number, CellReader>([
  [16, (text) => text === 't'], // bool
  [17, (text) => ({ $bytes: text.slice(2) })], // bytea, as \x…
  [20, (text) => integerCell(BigInt(text))], // int8
  [21, (text) => Number(text)], // int2
  [23, (text) => Number(text)], // int4
  [26, (text) => Number(text)], // oid
  [28, (text) => Number(text)], // xid
  [29, (text) => Number(text)], // cid
  [114, jsonCell], // json
  [700, readFloat], // float4
  [701, readFloat], // float8
  [790, readMoney], // money
  [1082, (text) => ({ $date: isoTime(text) })], // date
  [1083, (text) => ({ $time: text })], // time
  [1114, (text) => ({ $timestamp: isoTime(text) })], // timestamp
  [1184, (text) => ({ $timestamptz: isoTime(text) })], // timestamptz
  [1186, (text) => ({ $interval: text })], // interval, in IntervalStyle iso_8601
  [1266, (text) => ({ $timetz: text })], // timetz
  [1560, (text) => ({ $bit: text })], // bit
  [1562, (text) => ({ $bit: text })], // varbit
  [1700, (text) => ({ $decimal: text })], // numeric
  [2950, (text) => ({ $uuid: text })], // uuid
  [3802, jsonCell], // jsonb
  [5069, (text) => integerCell(BigInt(text))], // xid8
]);

/** The reader of a type; `types` holds every type that is not a scalar, with those it is made of. */
export function cellReader(oid: number, types: ReadonlyMap<number, PostgresType>): CellReader {
  const scalar = scalarReaders.get(oid);
  if (scalar) return scalar;
  const type = types.get(oid);
  switch (type?.kind) {
    case 'array': {
      const read = cellReader(type.element, types);
      return (text) => parseArrayText(text, type.delimiter, read);
    }
    case 'composite': {
      const readers = type.attributes.map((attribute) => cellReader(attribute.oid, types));
      return (text) => readComposite(text, type.attributes, readers);
    }
    case 'domain':
      return cellReader(type.base, types);
    default:
      return (text) => text;
  }
}

function readComposite(
  text: string,
  attributes: readonly { readonly name: string }[],
  readers: readonly CellReader[],
): Cell {
  const fields = parseCompositeText(text).map((field, index): [string, Cell] => {
    const read = readers[index];
    return [
      attributes[index]?.name ?? `f${index + 1}`,
      field === null || read === undefined ? field : read(field),
    ];
  });
  return { $struct: Object.fromEntries(fields) };
}

function readFloat(text: string): Cell {
  // The server's NaN, Infinity and -Infinity are spelled as JavaScript spells them.
  return floatCell(Number(text));
}

/** Money prints as the locale wants; sessions set lc_monetary to C: `-$1,234.56`. */
function readMoney(text: string): Cell {
  return { $decimal: text.replace(/[^-0-9.]/g, '') };
}

const zoned = /^(\d{4,}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d(?:\.\d+)?)([-+]\d\d(?::?\d\d)*)?)?( BC)?$/;

/**
 * A date or timestamp as ISO 8601: `T` between its parts, `Z` for +00, years before 1 as
 * astronomers count them (44 BC is -0043). `infinity` and `-infinity` stay.
 *
 * @example
 * isoTime('0044-03-15 BC'); // '-0043-03-15'
 * isoTime('2024-01-01 10:00:00.5+00'); // '2024-01-01T10:00:00.5Z'
 */
export function isoTime(text: string): string {
  const match = zoned.exec(text);
  if (!match) return text;
  const [, date = '', time, zone = '', bc] = match;
  const day = bc === undefined ? date : beforeChrist(date);
  return time === undefined ? day : `${day}T${time}${zone === '+00' ? 'Z' : zone}`;
}

function beforeChrist(date: string): string {
  const dash = date.indexOf('-');
  const year = Number(date.slice(0, dash)) - 1;
  return `${year === 0 ? '' : '-'}${String(year).padStart(4, '0')}${date.slice(dash)}`;
}
