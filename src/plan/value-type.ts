import type { Column } from '../catalog/index.ts';

/** The kind of value an expression yields, as far as generating SQL needs to know. */
export type ValueType =
  | 'integer'
  | 'decimal'
  | 'float'
  | 'text'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'timestamptz'
  | 'time'
  | 'other'
  /** No declared type, or one we do not know: nothing is assumed of it. */
  | 'unknown'
  | 'null';

/** What may be compared with what. */
export type ValueFamily = 'number' | 'text' | 'temporal' | 'boolean' | 'any';

const families: Readonly<Record<ValueType, ValueFamily>> = {
  integer: 'number',
  decimal: 'number',
  float: 'number',
  text: 'text',
  boolean: 'boolean',
  date: 'temporal',
  timestamp: 'temporal',
  timestamptz: 'temporal',
  time: 'temporal',
  other: 'any',
  unknown: 'any',
  null: 'any',
};

export function familyOf(type: ValueType): ValueFamily {
  return families[type];
}

/** Spellings of database types, first match wins; the text is lower case. */
const spellings: readonly (readonly [RegExp, ValueType])[] = [
  [/\[\]|^(?:array|list|struct|map|union)\b|[[(]\]?.*\[\]$/, 'other'],
  [/^interval|^uuid|^json|blob|^bytea|binary|^bit\b|point|polygon|geometry|^inet|^cidr/, 'other'],
  [/^bool/, 'boolean'],
  [/^timestamp.*with time zone|^timestamptz|^datetimeoffset/, 'timestamptz'],
  [/^(?:timestamp|datetime|smalldatetime)/, 'timestamp'],
  [/^date$/, 'date'],
  [/^time\b|^timetz/, 'time'],
  [/int|serial|^year\b|^long$/, 'integer'],
  [/decimal|numeric|^number|^dec\b|money/, 'decimal'],
  [/real|double|float/, 'float'],
  [/char|text|clob|string|^enum|^set\b|citext|^name$/, 'text'],
];

/** The type of a column, by what the database calls it. */
export function columnType(column: Column): ValueType {
  if (column.enumValues !== undefined) return 'text';
  const text = column.dataType.trim().toLowerCase();
  return spellings.find(([pattern]) => pattern.test(text))?.[1] ?? 'unknown';
}

/** Digits after the point of a `NUMERIC(10,2)` column, 0 of an integer, null where nobody knows. */
export function columnScale(column: Column): number | null {
  const type = columnType(column);
  if (type === 'integer') return 0;
  if (type !== 'decimal') return null;
  const match = /\(\s*\d+\s*(?:,\s*(\d+)\s*)?\)/.exec(column.dataType);
  return match ? Number(match[1] ?? 0) : null;
}

/** The type of a sum, product, or list of choices over two types. */
export function commonType(left: ValueType, right: ValueType): ValueType {
  if (left === right || right === 'null') return left;
  if (left === 'null') return right;
  if (left === 'unknown' || right === 'unknown') return 'unknown';
  const pair = [left, right];
  if (pair.every((type) => familyOf(type) === 'number')) {
    return pair.includes('float') ? 'float' : 'decimal';
  }
  if (pair.every((type) => familyOf(type) === 'temporal') && !pair.includes('time')) {
    return pair.includes('timestamptz') ? 'timestamptz' : 'timestamp';
  }
  if (pair.includes('boolean') && pair.some((type) => familyOf(type) === 'number')) {
    return left === 'boolean' ? right : left;
  }
  return 'text';
}
