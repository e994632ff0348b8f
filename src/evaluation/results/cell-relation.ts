import type { Cell } from '../../catalog/index.ts';
import { type NumberReading, type Reading, readCell } from './cell-reading.ts';
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
import type { NumberTolerance } from './verdict.ts';

/** The rules under which a predicted cell answers a gold cell. */
export interface CellRules {
  readonly isLenient: boolean;
  readonly tolerance: NumberTolerance | null;
}

/** Whether a predicted cell answers a gold cell. The relation is neither symmetric nor transitive. */
export function cellAnswers(gold: Cell, predicted: Cell, rules: CellRules): boolean {
  return readingAnswers(readCell(gold), readCell(predicted), rules);
}

/** As {@link cellAnswers}, for cells that were read before. */
export function readingAnswers(gold: Reading, predicted: Reading, rules: CellRules): boolean {
  if (gold.kind === 'number') {
    if (predicted.kind === 'number') {
      return numberAnswers(gold.number, predicted.number, rules.tolerance);
    }
    if (predicted.kind === 'text' && predicted.number) {
      return numberAnswers(gold.number, predicted.number, rules.tolerance);
    }
    return rules.isLenient && predicted.kind === 'boolean' && isFlag(gold.number, predicted.value);
  }
  if (gold.kind === 'text') return textAnswered(gold, predicted, rules);
  if (gold.kind === 'temporal') {
    if (predicted.kind !== 'temporal' && predicted.kind !== 'text') return false;
    const other = predicted.temporal;
    return other !== null && momentsMatch(gold.temporal, other, rules.isLenient);
  }
  switch (gold.kind) {
    case 'null':
      return predicted.kind === 'null';
    case 'boolean':
      if (predicted.kind === 'boolean') return gold.value === predicted.value;
      return rules.isLenient && predicted.kind === 'number' && isFlag(predicted.number, gold.value);
    case 'list':
      return (
        predicted.kind === 'list' &&
        gold.items.length === predicted.items.length &&
        gold.items.every((item, index) => cellAnswers(item, predicted.items[index] ?? null, rules))
      );
    case 'struct':
      return predicted.kind === 'struct' && fieldsAnswer(gold.fields, predicted.fields, rules);
    case 'map':
      return predicted.kind === 'map' && fieldsAnswer(gold.entries, predicted.entries, rules);
    case 'other':
      return predicted.kind === 'other' && gold.key === predicted.key;
  }
}

function textAnswered(
  gold: Extract<Reading, { kind: 'text' }>,
  predicted: Reading,
  rules: CellRules,
): boolean {
  if (predicted.kind === 'text') {
    if (gold.text === predicted.text) return true;
    return rules.isLenient && gold.isLabel && predicted.labels.includes(gold.text);
  }
  if (predicted.kind === 'number') {
    return gold.number !== null && numberAnswers(gold.number, predicted.number, rules.tolerance);
  }
  if (predicted.kind !== 'temporal') return false;
  if (gold.temporal && momentsMatch(gold.temporal, predicted.temporal, rules.isLenient))
    return true;
  return rules.isLenient && gold.isLabel && predicted.labels.includes(gold.text);
}

function momentsMatch(
  a: { type: string; key: string; midnightOf: string | null },
  b: { type: string; key: string; midnightOf: string | null },
  isLenient: boolean,
): boolean {
  if (a.type === b.type) return a.key === b.key;
  return isLenient && a.midnightOf !== null && a.midnightOf === b.midnightOf;
}

function fieldsAnswer(
  gold: ReadonlyMap<string, Cell>,
  predicted: ReadonlyMap<string, Cell>,
  rules: CellRules,
): boolean {
  if (gold.size !== predicted.size) return false;
  for (const [name, cell] of gold) {
    const other = predicted.get(name);
    if (other === undefined || !cellAnswers(cell, other, rules)) return false;
  }
  return true;
}

function isFlag(number: NumberReading, flag: boolean): boolean {
  return number.value === (flag ? 1 : 0) && number.exact?.scale === 0;
}

/** Whether a predicted number answers gold's: exactly, within the tolerance, or by double noise. */
export function numberAnswers(
  gold: NumberReading,
  predicted: NumberReading,
  tolerance: NumberTolerance | null,
): boolean {
  if (!gold.exact || !predicted.exact) {
    return !gold.exact && !predicted.exact && Object.is(gold.value, predicted.value);
  }
  const range = answerRange(gold, tolerance);
  if (
    compareExact(range.low, predicted.exact) <= 0 &&
    compareExact(predicted.exact, range.high) <= 0
  ) {
    return true;
  }
  return (
    !tolerance && gold.isDouble && predicted.isDouble && isDoubleNoise(gold.value, predicted.value)
  );
}

const half = exact('0.5');
const standard = exact('0.005');
const hundredth = exact('0.01');
const smallest = exact('1e-12');

/** The numbers that answer a gold number, both ends included. `gold.exact` must not be null. */
export function answerRange(
  gold: NumberReading,
  tolerance: NumberTolerance | null,
): { readonly low: ExactNumber; readonly high: ExactNumber } {
  const value = gold.exact ?? exact('0');
  if (value.digits !== 0n) {
    const power = leadingPower(value);
    // So large that no absolute bound reaches another number worth aligning digits for.
    if (power > 400 && !tolerance) return { low: value, high: value };
    // So small that it is zero beside every bound.
    if (power < -400) return rangeAround(exact('0'), radius(gold, exact('0'), tolerance));
  }
  return rangeAround(value, radius(gold, value, tolerance));
}

function rangeAround(value: ExactNumber, distance: ExactNumber) {
  return { low: addExact(value, negateExact(distance)), high: addExact(value, distance) };
}

function radius(
  gold: NumberReading,
  value: ExactNumber,
  tolerance: NumberTolerance | null,
): ExactNumber {
  const size = absoluteExact(value);
  if (tolerance) {
    const absolute = exact(String(tolerance.absolute ?? 0));
    const relative = multiplyExact(size, exact(String(tolerance.relative ?? 0)));
    return larger(absolute, relative);
  }
  if (compareExact(size, half) >= 0) return standard;
  let widest = larger(smallest, multiplyExact(size, hundredth));
  if (gold.decimals !== null && gold.decimals < 400) {
    widest = larger(widest, exact(`5e-${gold.decimals + 1}`));
  }
  return compareExact(widest, standard) > 0 ? standard : widest;
}

function larger(a: ExactNumber, b: ExactNumber): ExactNumber {
  return compareExact(a, b) >= 0 ? a : b;
}

function exact(text: string): ExactNumber {
  return parseExactNumber(text) ?? { digits: 0n, scale: 0, approx: 0 };
}

/** Whether two doubles are at most four units in the last place apart. */
export function isDoubleNoise(a: number, b: number): boolean {
  return Math.abs(b - a) <= noiseRadius(a);
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
