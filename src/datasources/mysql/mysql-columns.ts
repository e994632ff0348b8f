import { type Cell, floatCell, integerCell } from '../../catalog/index.ts';
import { jsonCell } from '../json-cell.ts';

/** What the server says of a result column, in the words of its protocol. */
export interface MysqlField {
  readonly name: string;
  readonly columnType: number;
  readonly flags: number;
  /** In bytes for text, in bits for BIT. */
  readonly columnLength: number;
  readonly decimals: number;
  readonly characterSet: number;
  /** MariaDB's name of a type the protocol has no number for, such as `uuid`. */
  readonly extendedTypeName?: string | undefined;
  /** `json` for MariaDB's JSON, which is text to the protocol. */
  readonly extendedFormat?: string | undefined;
}

/** The numbers of the protocol's types. */
const types = {
  decimal: 0,
  tiny: 1,
  short: 2,
  long: 3,
  float: 4,
  double: 5,
  null: 6,
  timestamp: 7,
  longlong: 8,
  int24: 9,
  date: 10,
  time: 11,
  datetime: 12,
  year: 13,
  newDate: 14,
  bit: 16,
  vector: 242,
  json: 245,
  newDecimal: 246,
  tinyBlob: 249,
  mediumBlob: 250,
  longBlob: 251,
  blob: 252,
  geometry: 255,
} as const;

const flags = { unsigned: 32, enum: 256, set: 2048 } as const;

/** The character set of bytes that are no text. */
const binaryCharacterSet = 63;

/** Bytes of a character at most in the connection's character set, utf8mb4. */
const bytesPerCharacter = 4;

/** What the driver makes of a value under the options of our connections. */
export type DriverValue = null | number | string | Buffer | readonly number[];

/** The reader of a column's values. */
export function cellReader(field: MysqlField): (value: DriverValue) => Cell {
  const read = readerByType(field);
  return (value) => (value === null ? null : read(value));
}

function readerByType(field: MysqlField): (value: Exclude<DriverValue, null>) => Cell {
  if (field.extendedFormat === 'json') return (value) => jsonCell(String(value));
  if (field.extendedTypeName === 'uuid') return (value) => ({ $uuid: String(value) });
  switch (field.columnType) {
    case types.tiny:
    case types.short:
    case types.long:
    case types.int24:
    case types.year:
      return Number;
    case types.longlong:
      return (value) => integerCell(BigInt(String(value)));
    case types.float:
      return (value) => floatCell(shortestFloat(Number(value)));
    case types.double:
      return (value) => floatCell(Number(value));
    case types.decimal:
    case types.newDecimal:
      return (value) => ({ $decimal: String(value) });
    case types.date:
    case types.newDate:
      return (value) => ({ $date: String(value) });
    case types.datetime:
      return (value) => ({ $timestamp: isoTime(String(value)) });
    case types.timestamp:
      // An instant; sessions are in UTC.
      return (value) => ({ $timestamptz: `${isoTime(String(value))}Z` });
    case types.time:
      return (value) => ({ $time: String(value) });
    case types.bit:
      return (value) => ({ $bit: bits(value as Buffer, field.columnLength) });
    case types.json:
      return (value) => jsonCell(String(value));
    case types.vector:
      return (value) => (value as readonly number[]).map(floatCell);
    default:
      return (value) =>
        Buffer.isBuffer(value) ? { $bytes: value.toString('hex') } : String(value);
  }
}

/** The shortest number that is this 32-bit float: 1.1, not 1.100000023841858. */
export function shortestFloat(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

/** `T` between date and time; no zeros at the end of a fraction, as other databases print it. */
function isoTime(text: string): string {
  return text
    .replace(' ', 'T')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

function bits(value: Buffer, length: number): string {
  const all = [...value].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return all.slice(-length).padStart(length, '0');
}

/** The type as MySQL writes it in a table's definition, as far as a result tells it. */
export function columnTypeName(field: MysqlField): string {
  if (field.extendedFormat === 'json') return 'json';
  if (field.extendedTypeName !== undefined) return field.extendedTypeName;
  const isUnsigned = (field.flags & flags.unsigned) !== 0;
  const isBinary = field.characterSet === binaryCharacterSet;
  const name = typeName(field, isBinary, isUnsigned);
  return isUnsigned && integerNames[field.columnType] !== undefined ? `${name} unsigned` : name;
}

const integerNames: Readonly<Record<number, string>> = {
  [types.tiny]: 'tinyint',
  [types.short]: 'smallint',
  [types.int24]: 'mediumint',
  [types.long]: 'int',
  [types.longlong]: 'bigint',
};

const plainNames: Readonly<Record<number, string>> = {
  ...integerNames,
  [types.float]: 'float',
  [types.double]: 'double',
  [types.null]: 'null',
  [types.date]: 'date',
  [types.newDate]: 'date',
  [types.year]: 'year',
  [types.json]: 'json',
  [types.vector]: 'vector',
  [types.geometry]: 'geometry',
};

function typeName(field: MysqlField, isBinary: boolean, isUnsigned: boolean): string {
  const { columnType, columnLength, decimals } = field;
  if ((field.flags & flags.enum) !== 0) return 'enum';
  if ((field.flags & flags.set) !== 0) return 'set';
  const plain = plainNames[columnType];
  if (plain !== undefined) return plain;
  switch (columnType) {
    case types.decimal:
    case types.newDecimal: {
      // The length counts the sign and the point.
      const precision = columnLength - (decimals > 0 ? 1 : 0) - (isUnsigned ? 0 : 1);
      return `decimal(${precision},${decimals})`;
    }
    case types.timestamp:
      return withFraction('timestamp', decimals);
    case types.datetime:
      return withFraction('datetime', decimals);
    case types.time:
      return withFraction('time', decimals);
    case types.bit:
      return `bit(${columnLength})`;
    case types.tinyBlob:
    case types.mediumBlob:
    case types.longBlob:
    case types.blob:
      return blobName(columnLength, isBinary);
    case 254:
      return isBinary ? `binary(${columnLength})` : `char(${columnLength / bytesPerCharacter})`;
    default:
      return isBinary
        ? `varbinary(${columnLength})`
        : `varchar(${Math.ceil(columnLength / bytesPerCharacter)})`;
  }
}

/** Above six, `decimals` says that the server does not know. */
function withFraction(name: string, decimals: number): string {
  return decimals > 0 && decimals <= 6 ? `${name}(${decimals})` : name;
}

function blobName(length: number, isBinary: boolean): string {
  const characters = isBinary ? length : length / bytesPerCharacter;
  const size =
    characters <= 255
      ? 'tiny'
      : characters <= 65_535
        ? ''
        : characters <= 16_777_215
          ? 'medium'
          : 'long';
  return `${size}${isBinary ? 'blob' : 'text'}`;
}
