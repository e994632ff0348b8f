import type { CellInterner } from './cell-interner.ts';
import type { CellRules } from './cell-relation.ts';
import type { ColumnContent } from './column-content.ts';

/** The kinds of values in a column, and bounds that rule most column pairs out at once. */
export interface ColumnProfile {
  readonly nulls: number;
  readonly rows: number;
  readonly hasWhole: boolean;
  /** A fraction, a double, or a decimal: a number with room for a tolerance. */
  readonly hasInexact: boolean;
  readonly hasTextNumber: boolean;
  readonly hasTemporal: boolean;
  readonly hasTextTemporal: boolean;
  readonly hasLabel: boolean;
  readonly hasLongerText: boolean;
  readonly hasBoolean: boolean;
  readonly hasNested: boolean;
  /** Text that spells nothing else, and values that equal only their own kind. */
  readonly hasOther: boolean;
  /** Whether there are finite numbers and NULLs only. */
  readonly isNumeric: boolean;
  /** The lowest and the highest number; infinities apart when there is none. */
  readonly lowest: number;
  readonly highest: number;
  /** The numbers of all rows in rising order. */
  sortedNumbers(): Float64Array;
}

export function profileColumn(content: ColumnContent, interner: CellInterner): ColumnProfile {
  const { variants, positions } = content.distinct();
  const seen = {
    hasWhole: false,
    hasInexact: false,
    hasTextNumber: false,
    hasTemporal: false,
    hasTextTemporal: false,
    hasLabel: false,
    hasLongerText: false,
    hasBoolean: false,
    hasNested: false,
    hasOther: false,
  };
  let nullPosition = -1;
  let isNumeric = true;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < variants.length; position++) {
    const variant = variants[position] ?? 0;
    const numberKind = interner.numberKindOf(variant);
    if (numberKind !== 'none') {
      if (numberKind === 'whole') seen.hasWhole = true;
      else seen.hasInexact = true;
      const double = interner.doubleOf(variant);
      if (!Number.isFinite(double)) isNumeric = false;
      if (double < lowest) lowest = double;
      if (double > highest) highest = double;
      continue;
    }
    const reading = interner.readingOf(variant);
    switch (reading.kind) {
      case 'null':
        nullPosition = position;
        continue;
      case 'text':
        if (reading.number) seen.hasTextNumber = true;
        if (reading.temporal) seen.hasTextTemporal = true;
        if (reading.isLabel) seen.hasLabel = true;
        if (reading.labels.length > 0) seen.hasLongerText = true;
        seen.hasOther = true;
        break;
      case 'temporal':
        seen.hasTemporal = true;
        break;
      case 'boolean':
        seen.hasBoolean = true;
        break;
      case 'list':
      case 'struct':
      case 'map':
        seen.hasNested = true;
        break;
      case 'other':
        seen.hasOther = true;
        break;
    }
    isNumeric = false;
  }
  let sorted: Float64Array | null = null;
  return {
    ...seen,
    nulls: nullPosition < 0 ? 0 : countOf(nullPosition, positions),
    rows: positions.length,
    isNumeric,
    lowest,
    highest,
    sortedNumbers() {
      sorted ??= sortNumbers(content, interner);
      return sorted;
    },
  };
}

function countOf(wanted: number, positions: Int32Array): number {
  let count = 0;
  for (let row = 0; row < positions.length; row++) if (positions[row] === wanted) count++;
  return count;
}

function sortNumbers({ variants }: ColumnContent, interner: CellInterner): Float64Array {
  const numbers = new Float64Array(variants.length);
  let count = 0;
  for (let row = 0; row < variants.length; row++) {
    const variant = variants[row] ?? 0;
    if (interner.numberKindOf(variant) !== 'none') numbers[count++] = interner.doubleOf(variant);
  }
  return numbers.subarray(0, count).sort();
}

/** Whether cells of the pair may answer each other without being equal. */
export function isInexactPair(
  gold: ColumnProfile,
  predicted: ColumnProfile,
  rules: CellRules,
): boolean {
  const goldNumber = gold.hasWhole || gold.hasInexact;
  const predictedNumber = predicted.hasWhole || predicted.hasInexact;
  if (goldNumber && predictedNumber) {
    if (gold.hasInexact || predicted.hasInexact || rules.tolerance) return true;
  }
  if ((goldNumber && predicted.hasTextNumber) || (gold.hasTextNumber && predictedNumber))
    return true;
  if (gold.hasNested && predicted.hasNested) return true;
  const goldMoment = gold.hasTemporal || gold.hasTextTemporal;
  if (gold.hasTemporal && (predicted.hasTemporal || predicted.hasTextTemporal)) return true;
  if (goldMoment && predicted.hasTemporal) return true;
  if (!rules.isLenient) return false;
  if (gold.hasLabel && (predicted.hasTemporal || predicted.hasLongerText)) return true;
  return (gold.hasBoolean && predictedNumber) || (goldNumber && predicted.hasBoolean);
}

/**
 * Whether the pair can be ruled out from its profiles alone (all gold rows being required). When numbers
 * pair up within a distance at all, they do in sorted order; so one pass over both tells.
 */
export function isHopelessPair(
  gold: ColumnProfile,
  predicted: ColumnProfile,
  rules: CellRules,
): boolean {
  if (gold.nulls !== predicted.nulls) return true;
  if (!gold.isNumeric || !predicted.isNumeric) return false;
  const relative = rules.tolerance?.relative ?? 0;
  // From 100 % on, stretches no longer rise with the numbers.
  if (relative >= 1) return false;
  const absolute = rules.tolerance ? (rules.tolerance.absolute ?? 0) : 0.005;
  const isApart = (value: number, other: number) => {
    // A little wider than the rules, which are judged exactly later.
    const size = Math.max(Math.abs(value), Math.abs(other));
    const widest = (absolute + size * relative * 2 + size * 2e-15) * 1.001 + 1e-11;
    return Math.abs(value - other) > widest;
  };
  // The ends mostly tell, without sorting.
  if (isApart(gold.lowest, predicted.lowest) || isApart(gold.highest, predicted.highest)) {
    return true;
  }
  const goldNumbers = gold.sortedNumbers();
  const predictedNumbers = predicted.sortedNumbers();
  for (let index = 0; index < goldNumbers.length; index++) {
    if (isApart(goldNumbers[index] ?? 0, predictedNumbers[index] ?? 0)) return true;
  }
  return false;
}
