/**
 * Values between the process that reads SQLite and ours. The process loads nothing of our code that it
 * can do without, so cells are made on this side of the wire.
 */

/** A value as the driver hands it over: integers always as bigint, doubles always as number. */
export type SqliteValue = null | number | bigint | string | Uint8Array;

/**
 * A value on the wire: a bare number is an integer or a double with a fraction, a bigint an integer
 * beyond 2^53 - 1, a number in a list a double that would pass for an integer (60000.0, infinity, -0).
 */
export type WireValue = SqliteValue | readonly [number];

/** One row on the wire. */
export type WireRow = readonly WireValue[];

/** A value of the driver for the wire. */
export function wireValue(value: SqliteValue): WireValue {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value !== 'number') return value;
  return Number.isInteger(value) || !Number.isFinite(value) ? [value] : value;
}
