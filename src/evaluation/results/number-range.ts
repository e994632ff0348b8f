import {
  absoluteExact,
  addExact,
  compareExact,
  type ExactNumber,
  leadingPower,
  multiplyExact,
  negateExact,
  parseExactNumber,
} from './exact-number.ts';
import type { NumberReading } from './number-reading.ts';
import type { NumberTolerance } from './verdict.ts';

/** One end of the numbers that answer a gold number. Exact digits only where doubles are too close. */
export interface NumberBound {
  /** The end as a double, off by less than `slack`. */
  readonly approx: number;
  readonly slack: number;
  exact(): ExactNumber;
}

/** The numbers that answer a gold number, both ends included. */
export interface NumberRange {
  readonly low: NumberBound;
  readonly high: NumberBound;
}

/** Negative, zero or positive as a finite number is below, at or above a bound. */
export function compareToBound(number: NumberReading, bound: NumberBound): number {
  const gap = number.value - bound.approx;
  if (Math.abs(gap) > bound.slack) return gap;
  return compareExact(number.exact, bound.exact());
}

/** Whether a predicted number answers gold's: exactly, within the tolerance, or by double noise. */
export function numberAnswers(
  gold: NumberReading,
  predicted: NumberReading,
  tolerance: NumberTolerance | null,
): boolean {
  if (!gold.isFinite || !predicted.isFinite) {
    return !gold.isFinite && !predicted.isFinite && Object.is(gold.value, predicted.value);
  }
  const { low, high } = answerRange(gold, tolerance);
  if (compareToBound(predicted, low) >= 0 && compareToBound(predicted, high) <= 0) return true;
  const areDoubles = !tolerance && gold.isDouble && predicted.isDouble;
  return areDoubles && Math.abs(predicted.value - gold.value) <= noiseRadius(gold.value);
}

/** Four units in the last place of a double. */
export function noiseRadius(value: number): number {
  const size = Math.abs(value);
  if (size < 2.3e-308) return 0;
  const exponent = Math.floor(Math.log2(size));
  // log2 may round up to the next power of two.
  const base = 2 ** exponent > size ? exponent - 1 : exponent;
  return 4 * 2 ** (base - 52);
}

/** The numbers that answer a finite gold number. */
export function answerRange(gold: NumberReading, tolerance: NumberTolerance | null): NumberRange {
  const size = Math.abs(gold.value);
  if (tolerance) return rangeAround(gold, toleranceRadius(gold, tolerance));
  if (size > 0.5000001) {
    // Nobody aligns hundreds of digits with 0.005.
    return rangeAround(gold, size < 1e290 ? standard : zero);
  }
  return rangeAround(gold, smallRadius(gold));
}

function rangeAround(gold: NumberReading, radius: ExactNumber): NumberRange {
  const size = Math.abs(gold.value) + radius.approx;
  const slack = size * 1e-15 + 1e-290;
  const isTiny = size < 1e-280 || (gold.value === 0 && gold.text !== null);
  const center = () =>
    isTiny && leadingPower(gold.exact) < -400 && leadingPower(radius) > -300 ? zero : gold.exact;
  return {
    low: {
      approx: gold.value - radius.approx,
      slack,
      exact: () => addExact(center(), negateExact(radius)),
    },
    high: {
      approx: gold.value + radius.approx,
      slack,
      exact: () => addExact(center(), radius),
    },
  };
}

const zero = exactNumber('0');
const half = exactNumber('0.5');
const standard = exactNumber('0.005');
const hundredth = exactNumber('0.01');
const smallest = exactNumber('1e-12');

function toleranceRadius(gold: NumberReading, tolerance: NumberTolerance): ExactNumber {
  // Beside such a number an absolute bound is nothing, and its digits are not worth aligning.
  const isHuge = !(Math.abs(gold.value) < 1e290);
  const absolute = isHuge ? zero : exactNumber(String(tolerance.absolute ?? 0));
  if (!tolerance.relative) return absolute;
  const relative = multiplyExact(
    absoluteExact(gold.exact),
    exactNumber(String(tolerance.relative)),
  );
  return larger(absolute, relative);
}

/** Below one half: 1 % of gold, half a unit of its last written decimal or 1e-12, never over 0.005. */
function smallRadius(gold: NumberReading): ExactNumber {
  const size = absoluteExact(gold.exact);
  if (compareExact(size, half) >= 0) return standard;
  const isNothing = size.digits === 0n || leadingPower(size) < -400;
  let widest = isNothing ? smallest : larger(smallest, multiplyExact(size, hundredth));
  const { decimals } = gold;
  if (decimals !== null && decimals < 400) {
    widest = larger(widest, exactNumber(`5e-${decimals + 1}`));
  }
  return larger(widest, standard) === standard ? widest : standard;
}

function larger(a: ExactNumber, b: ExactNumber): ExactNumber {
  return compareExact(a, b) > 0 ? a : b;
}

function exactNumber(text: string): ExactNumber {
  return parseExactNumber(text) ?? { digits: 0n, scale: 0, approx: 0 };
}
