import {
  compareExact,
  type ExactNumber,
  exactOfDouble,
  exactOfInteger,
  parseExactNumber,
} from './exact-number.ts';

/**
 * A number as the comparison sees it: its exact value, and how it was written. Exact digits are worked
 * out only when doubles cannot tell two numbers apart.
 */
export class NumberReading {
  /** The nearest double; NaN and infinities too. */
  readonly value: number;
  /** Whether a double stands behind it: two doubles may differ by units in the last place. */
  readonly isDouble: boolean;
  readonly isFinite: boolean;
  /** The digits as written; absent for doubles and safe integers, whose value says it all. */
  readonly text: string | null;
  #exact: ExactNumber | null = null;

  constructor(value: number, isDouble: boolean, text: string | null = null) {
    this.value = value;
    this.isDouble = isDouble;
    this.text = text;
    this.isFinite = Number.isFinite(value) || (text !== null && /\d/.test(text));
  }

  /** The exact value; 0 for NaN and infinities, which have none. */
  get exact(): ExactNumber {
    this.#exact ??=
      (this.text === null ? exactOfFinite(this.value) : parseExactNumber(this.text)) ??
      exactOfInteger(0n);
    return this.#exact;
  }

  /** How many decimals are written; null for a whole number written without any. */
  get decimals(): number | null {
    if (!this.isFinite) return null;
    if (this.text !== null) return writtenDecimals(this.text);
    if (!this.isDouble) return null;
    // A whole double is written with one decimal: 60000.0.
    return Number.isInteger(this.value) ? 1 : writtenDecimals(String(this.value));
  }
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`, both finite. */
export function compareNumbers(a: NumberReading, b: NumberReading): number {
  // Rounding to doubles keeps order, so only equal doubles leave it open.
  if (a.value !== b.value) return a.value < b.value ? -1 : 1;
  if (a.text === null && b.text === null) return 0;
  return compareExact(a.exact, b.exact);
}

function exactOfFinite(value: number): ExactNumber | null {
  return Number.isFinite(value) ? exactOfDouble(value) : null;
}

function writtenDecimals(text: string): number | null {
  const [mantissa = '', exponent] = text.split(/[eE]/);
  const point = mantissa.indexOf('.');
  const written = point < 0 ? 0 : mantissa.length - point - 1;
  const decimals = written - Number(exponent ?? 0);
  return decimals > 0 ? decimals : null;
}
