/** An exact decimal number: `digits × 10^-scale`. `approx` is the nearest double, for quick comparisons. */
export interface ExactNumber {
  readonly digits: bigint;
  readonly scale: number;
  readonly approx: number;
}

const numberShape = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;

/** The exact number a decimal text spells (sign, digits, point, exponent), or null. */
export function parseExactNumber(text: string): ExactNumber | null {
  const match = numberShape.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const power = Number(exponent);
  if (!Number.isSafeInteger(power)) return null;
  let digits = whole + fraction;
  let scale = fraction.length - power;
  const trimmed = digits.replace(/0+$/, '');
  scale -= digits.length - trimmed.length;
  digits = trimmed;
  if (digits === '' || /^0*$/.test(digits)) return { digits: 0n, scale: 0, approx: 0 };
  return { digits: BigInt(sign === '-' ? `-${digits}` : digits), scale, approx: Number(text) };
}

/** A finite double as the exact number it stands for: whole ones exactly, others as they print. */
export function exactOfDouble(value: number): ExactNumber {
  if (Number.isInteger(value)) return exactOfInteger(BigInt(value));
  const parsed = parseExactNumber(String(value));
  return parsed ?? { digits: 0n, scale: 0, approx: 0 };
}

export function exactOfInteger(value: bigint): ExactNumber {
  return { digits: value, scale: 0, approx: Number(value) };
}

/** `approx` is off by less than this share. */
const approxError = 1e-14;
/** Beyond this, `approx` may be infinite or zero and says nothing. */
const approxRange = { low: 1e-290, high: 1e290 } as const;

/** Negative, zero or positive as `a` is less than, equal to or more than `b`. */
export function compareExact(a: ExactNumber, b: ExactNumber): number {
  const gap = a.approx - b.approx;
  const size = Math.max(Math.abs(a.approx), Math.abs(b.approx));
  if (size > approxRange.low && size < approxRange.high && Math.abs(gap) > size * approxError) {
    return gap;
  }
  const signs = signOf(a.digits) - signOf(b.digits);
  if (signs !== 0 || a.digits === 0n) return signs;
  const lead = (leadingPower(a) - leadingPower(b)) * signOf(a.digits);
  if (lead !== 0) return lead;
  const [x, y] = align(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

export function addExact(a: ExactNumber, b: ExactNumber): ExactNumber {
  if (a.digits === 0n) return b;
  if (b.digits === 0n) return a;
  const [x, y, scale] = align(a, b);
  return { digits: x + y, scale, approx: a.approx + b.approx };
}

export function multiplyExact(a: ExactNumber, b: ExactNumber): ExactNumber {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale, approx: a.approx * b.approx };
}

export function negateExact(a: ExactNumber): ExactNumber {
  return { digits: -a.digits, scale: a.scale, approx: -a.approx };
}

export function absoluteExact(a: ExactNumber): ExactNumber {
  return a.digits < 0n ? negateExact(a) : a;
}

/** One text per value: equal numbers have equal texts. */
export function exactKey(value: ExactNumber): string {
  if (value.digits === 0n) return '0';
  let digits = value.digits.toString();
  const trimmed = digits.replace(/0+$/, '');
  const power = digits.length - trimmed.length - value.scale;
  digits = trimmed;
  return `${digits}e${power}`;
}

/** The power of ten of the leading digit. */
export function leadingPower(value: ExactNumber): number {
  return absoluteExact(value).digits.toString().length - 1 - value.scale;
}

function align(a: ExactNumber, b: ExactNumber): [bigint, bigint, number] {
  if (a.scale === b.scale) return [a.digits, b.digits, a.scale];
  return a.scale > b.scale
    ? [a.digits, b.digits * 10n ** BigInt(a.scale - b.scale), a.scale]
    : [a.digits * 10n ** BigInt(b.scale - a.scale), b.digits, b.scale];
}

function signOf(value: bigint): number {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}
