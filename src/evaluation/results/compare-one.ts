import type { ResultSet } from '../../catalog/index.ts';
import type { CellInterner } from './cell-interner.ts';
import { createColumnNames } from './column-names.ts';
import { createColumnPairs } from './column-pairs.ts';
import { type Comparison, prepareComparison } from './comparison.ts';
import { findColumnMap, type LenientAnswer } from './lenient-match.ts';
import { matchesByPosition, matchesExactly } from './strict-match.ts';
import {
  type CompareOptions,
  type GoldResult,
  type Hint,
  rulesVersion,
  type Verdict,
  type VerdictFlag,
} from './verdict.ts';
import type { WorkBudget } from './work-budget.ts';

/** Judges a prediction against one reviewed answer. */
export function compareOne(
  gold: GoldResult,
  predicted: ResultSet,
  options: CompareOptions,
  interner: CellInterner,
  budget: WorkBudget,
): Verdict {
  if (gold.truncated || predicted.truncated) {
    return verdictOf(
      'not-comparable',
      `the ${gold.truncated ? 'gold' : 'predicted'} rows were cut`,
    );
  }
  const predictedWidth = predicted.columns.length;
  const goldWidth = gold.columns?.length ?? gold.rows[0]?.length ?? null;
  if (gold.rows.length === 0 && predicted.rows.length === 0) {
    return compareEmpty(goldWidth, predictedWidth);
  }
  if (gold.rows.length !== predicted.rows.length) {
    return verdictOf('different', rowCountReason(gold.rows.length, predicted.rows.length));
  }
  const width = goldWidth ?? 0;
  const comparison = prepareComparison(gold, width, predicted, options, interner);
  const tieFlags: VerdictFlag[] = comparison.hasBoundaryTie ? ['boundary-tie'] : [];
  const strict = compareStrictly(comparison, options, budget);
  if (strict === 'exact' || strict === 'tolerance') {
    const flags: VerdictFlag[] = strict === 'tolerance' ? ['tolerance', ...tieFlags] : tieFlags;
    return { ...verdictOf('strict', 'the results are equal', flags), columnMap: identity(width) };
  }
  if (predictedWidth < width || predictedWidth > widthCap(width)) {
    return verdictOf('different', widthReason(width, predictedWidth));
  }
  const lenient = compareLeniently(comparison, options, budget, true);
  if (lenient.answer === 'yes') {
    const flags: VerdictFlag[] = isWeak(comparison) ? ['weak', ...tieFlags] : tieFlags;
    return {
      ...verdictOf('lenient', lenientReason(lenient.columnMap, width, predictedWidth), flags),
      columnMap: lenient.columnMap,
    };
  }
  if (strict === 'undecided' || lenient.answer === 'undecided') {
    return verdictOf('undecided', 'the work budget ran out before the verdict was known');
  }
  const names = createColumnNames(comparison.gold.names, comparison.predicted.names);
  const swapped = names.mayContradict && compareLeniently(comparison, options, budget, false);
  if (swapped && swapped.answer === 'yes') {
    return {
      ...verdictOf('different', "the values stand under each other's names", ['labels-swapped']),
      columnMap: swapped.columnMap,
    };
  }
  if (!lenient.columnsMatch) return verdictOf('different', 'the rows differ');
  const hint: Hint = { code: 'scrambled', message: scrambled };
  return { ...verdictOf('different', scrambled), hints: [hint] };
}

function compareStrictly(
  comparison: Comparison,
  options: CompareOptions,
  budget: WorkBudget,
): 'exact' | 'tolerance' | 'no' | 'undecided' {
  if (comparison.gold.columns.length !== comparison.predicted.columns.length) return 'no';
  const rules = { isLenient: false, tolerance: options.tolerance ?? null };
  const pairs = createColumnPairs(comparison, rules, budget);
  if (matchesExactly(comparison, pairs)) return 'exact';
  const answer = matchesByPosition(comparison, pairs, budget);
  return answer === 'yes' ? 'tolerance' : answer;
}

function compareLeniently(
  comparison: Comparison,
  options: CompareOptions,
  budget: WorkBudget,
  respectsNames: boolean,
): LenientAnswer {
  const rules = { isLenient: true, tolerance: options.tolerance ?? null };
  const pairs = createColumnPairs(comparison, rules, budget);
  const exact = findColumnMap(comparison, pairs, { cells: 'exact', respectsNames }, budget);
  if (exact.answer !== 'no') return exact;
  const related = findColumnMap(comparison, pairs, { cells: 'related', respectsNames }, budget);
  return related.answer === 'no' && exact.columnsMatch ? exact : related;
}

/** Columns hold the same values, rows do not: what comparers that look at columns alone let pass. */
const scrambled = 'each column matches alone, but the rows do not line up';

/** What keeps a match from being strict. */
function lenientReason(map: readonly number[], gold: number, predicted: number): string {
  const extra = predicted - gold;
  const parts = [
    extra > 0 && `${extra} ${extra === 1 ? 'column' : 'columns'} too many`,
    map.some((column, index) => column < (map[index - 1] ?? 0)) && 'columns in another order',
  ].filter((part) => part !== false);
  return `all rows line up, only leniently: ${parts.join(', ') || 'some values are written otherwise'}`;
}

/** The widest prediction a lenient match may have: more columns look like SELECT *. */
export function widthCap(goldWidth: number): number {
  return Math.max(2 * goldWidth, goldWidth + 2);
}

function compareEmpty(goldWidth: number | null, predictedWidth: number): Verdict {
  if (goldWidth === null || goldWidth === predictedWidth) {
    return verdictOf('strict', 'both results are empty', ['vacuous']);
  }
  if (predictedWidth < goldWidth || predictedWidth > widthCap(goldWidth)) {
    return verdictOf(
      'different',
      `both results are empty, but ${widthReason(goldWidth, predictedWidth)}`,
    );
  }
  return verdictOf('lenient', 'both results are empty', ['vacuous']);
}

/** A single row, or only columns of one value, say little about the columns found elsewhere. */
function isWeak({ gold }: Comparison): boolean {
  if (gold.rows.length === 1) return true;
  return gold.columns.every(({ classes }) => classes.every((value) => value === classes[0]));
}

function rowCountReason(gold: number, predicted: number): string {
  return `${count(predicted, 'row')}, gold has ${gold}`;
}

function widthReason(gold: number, predicted: number): string {
  const cap = widthCap(gold);
  if (predicted < gold) return `${count(predicted, 'column')}, gold has ${gold}`;
  return `${count(predicted, 'column')}, gold has ${gold} and at most ${cap} may answer it`;
}

function count(value: number, noun: string): string {
  return `${value} ${noun}${value === 1 ? '' : 's'}`;
}

function identity(width: number): number[] {
  return Array.from({ length: width }, (_, index) => index);
}

function verdictOf(
  verdict: Verdict['verdict'],
  reason: string,
  flags: readonly VerdictFlag[] = [],
): Verdict {
  return {
    verdict,
    flags,
    alternative: null,
    columnMap: null,
    reason,
    hints: [],
    sample: null,
    rulesVersion,
  };
}
