/**
 * The values a query returns, without loss: no JavaScript Date, no rounded integer, no dropped digit.
 *
 * In memory a `number` is either a safe integer or a finite double with a fraction; every other double
 * (whole ones such as 60000.0 from a REAL column, NaN, infinities, -0) is `{ $float }`, and every
 * integer beyond 2^53 - 1 is a `bigint`. Exact numerics are `{ $decimal }`. So the kind of a number is
 * never guessed from its value.
 */

/** A value that needs a tag to keep its type. The tag is also its JSON form. */
export type TaggedCell =
  | { readonly $decimal: string }
  | { readonly $float: string }
  | { readonly $date: string }
  | { readonly $time: string }
  | { readonly $timetz: string }
  | { readonly $timestamp: string }
  | { readonly $timestamptz: string }
  | { readonly $interval: string }
  | { readonly $bytes: string }
  | { readonly $bit: string }
  | { readonly $uuid: string }
  | { readonly $json: unknown }
  | { readonly $struct: { readonly [field: string]: Cell } }
  | { readonly $map: readonly (readonly [Cell, Cell])[] };

/** One value of a result: a plain value, a tagged one, or an array of them. */
export type Cell = null | boolean | number | bigint | string | TaggedCell | readonly Cell[];

/** The tag of a tagged cell. */
export type CellTag = TaggedCell extends infer T ? (T extends TaggedCell ? keyof T : never) : never;

const cellTags: ReadonlySet<string> = new Set<CellTag>([
  '$decimal',
  '$float',
  '$date',
  '$time',
  '$timetz',
  '$timestamp',
  '$timestamptz',
  '$interval',
  '$bytes',
  '$bit',
  '$uuid',
  '$json',
  '$struct',
  '$map',
]);

/** One row: cells by position. Names never key rows. */
export type Row = readonly Cell[];

/** A column of a result; `type` is the database's own name for it where it tells one. */
export interface ResultColumn {
  readonly name: string;
  readonly type?: string;
}

/** Columns and rows as a database returned them; `truncated` when the row cap cut them. */
export interface ResultSet {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly Row[];
  readonly truncated: boolean;
}

/** The tag of a cell, or null for a plain value and an array. */
export function cellTag(cell: Cell): CellTag | null {
  if (cell === null || typeof cell !== 'object' || Array.isArray(cell)) return null;
  for (const key in cell) return cellTags.has(key) ? (key as CellTag) : null;
  return null;
}

/**
 * A whole number from a driver as a cell: a `number` while it is safe, else a `bigint`.
 *
 * @example
 * integerCell(5n); // 5
 * integerCell(9007199254740993n); // 9007199254740993n
 */
export function integerCell(value: bigint | number): number | bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  const big = BigInt(value);
  return big >= BigInt(Number.MIN_SAFE_INTEGER) && big <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(big)
    : big;
}

/**
 * A double from a driver as a cell: a `number` when it has a fraction, else `{ $float }`.
 *
 * @example
 * floatCell(1.5); // 1.5
 * floatCell(60000); // { $float: '60000' }
 * floatCell(Number.NaN); // { $float: 'nan' }
 */
export function floatCell(value: number): number | { readonly $float: string } {
  if (Number.isNaN(value)) return { $float: 'nan' };
  if (value === Number.POSITIVE_INFINITY) return { $float: 'inf' };
  if (value === Number.NEGATIVE_INFINITY) return { $float: '-inf' };
  if (Object.is(value, -0)) return { $float: '-0' };
  return Number.isInteger(value) ? { $float: String(value) } : value;
}

/** The double behind `{ $float }`. */
export function floatValue(text: string): number {
  switch (text) {
    case 'nan':
      return Number.NaN;
    case 'inf':
      return Number.POSITIVE_INFINITY;
    case '-inf':
      return Number.NEGATIVE_INFINITY;
    default:
      return Number(text);
  }
}
