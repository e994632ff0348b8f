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
  readonly isNumeric: boolean;
  /** Over a column of finite numbers only. */
  readonly low: number;
  readonly high: number;
  readonly sum: number;
}

export function profileColumn(content: ColumnContent, interner: CellInterner): ColumnProfile {
  const { variants, positions } = content.distinct();
  const counts = new Int32Array(variants.length);
  for (const position of positions) counts[position] = (counts[position] ?? 0) + 1;
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
  let nulls = 0;
  let isNumeric = true;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let sum = 0;
  variants.forEach((variant, position) => {
    const reading = interner.readingOf(variant);
    const count = counts[position] ?? 0;
    switch (reading.kind) {
      case 'null':
        nulls += count;
        return;
      case 'number': {
        const { value, exact, isDouble, decimals } = reading.number;
        if (exact && !isDouble && decimals === null) seen.hasWhole = true;
        else seen.hasInexact = true;
        if (!Number.isFinite(value)) isNumeric = false;
        if (value < low) low = value;
        if (value > high) high = value;
        sum += value * count;
        return;
      }
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
  });
  return { ...seen, nulls, rows: positions.length, isNumeric, low, high, sum };
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

/** Whether the pair can be ruled out from its profiles alone (all gold rows being required). */
export function isHopelessPair(
  gold: ColumnProfile,
  predicted: ColumnProfile,
  rules: CellRules,
): boolean {
  if (gold.nulls !== predicted.nulls) return true;
  if (!gold.isNumeric || !predicted.isNumeric || gold.nulls === gold.rows) return false;
  const size = Math.max(
    Math.abs(gold.low),
    Math.abs(gold.high),
    Math.abs(predicted.low),
    Math.abs(predicted.high),
  );
  // The widest any pair may be apart, with room for the rounding of these very sums.
  const relative = rules.tolerance?.relative ?? 0;
  const absolute = rules.tolerance ? (rules.tolerance.absolute ?? 0) : 0.005;
  const widest = (absolute + size * (relative + 1e-12)) * 1.001 + 1e-11;
  const count = gold.rows - gold.nulls;
  return (
    Math.abs(gold.low - predicted.low) > widest ||
    Math.abs(gold.high - predicted.high) > widest ||
    Math.abs(gold.sum - predicted.sum) > widest * count
  );
}
