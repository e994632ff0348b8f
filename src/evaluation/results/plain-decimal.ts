/** A decimal text as a whole number and how many of its digits stand behind the point. */
export interface PlainDecimal {
  /** The digits as one whole number, with the sign: -1.50 has -150. */
  readonly digits: number;
  readonly scale: number;
}

/** So many digits always survive in a double: different ones are different doubles, and print as written. */
const mostDigits = 15;

/** 10 to the power of its index, each exact. */
export const powersOfTen: readonly number[] = Array.from({ length: mostDigits + 1 }, (_, power) =>
  Number(`1e${power}`),
);

/**
 * Reads a decimal that is written the plain way: at most 15 digits, no sign but a minus, no needless zero in
 * front, a digit on both sides of a point, no minus before a zero. Null for anything else.
 *
 * For these, text and result tell the same: two texts are one when digits and scale are. And their exact
 * value is that of the double `digits / 10 ** scale`.
 *
 * @example
 * readPlainDecimal('-1.50'); // { digits: -150, scale: 2 }
 * readPlainDecimal('007'); // null
 */
export function readPlainDecimal(text: string): PlainDecimal | null {
  const { length } = text;
  const isNegative = text.charCodeAt(0) === 45;
  const start = isNegative ? 1 : 0;
  if (length === start || length > mostDigits + 2) return null;
  let digits = 0;
  let point = -1;
  for (let index = start; index < length; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
    else if (digit === -2 && point < 0) point = index;
    else return null;
  }
  const end = point < 0 ? length : point;
  const scale = point < 0 ? 0 : length - point - 1;
  if (end === start || point === length - 1 || end - start + scale > mostDigits) return null;
  if (end - start > 1 && text.charCodeAt(start) === 48) return null;
  if (isNegative && digits === 0) return null;
  return { digits: isNegative ? -digits : digits, scale };
}
