import type { ResultSet } from '../../catalog/index.ts';
import { type CellInterner, createCellInterner } from './cell-interner.ts';
import { createColumnNames } from './column-names.ts';
import { createColumnPairs } from './column-pairs.ts';
import { type Comparison, prepareComparison } from './comparison.ts';
import { findColumnMap, type LenientAnswer } from './lenient-match.ts';
import { matchesByPosition, matchesExactly } from './strict-match.ts';
import {
  type CompareOptions,
  type GoldResult,
  rulesVersion,
  type Verdict,
  type VerdictFlag,
} from './verdict.ts';
import { createWorkBudget, defaultWorkBudget, type WorkBudget } from './work-budget.ts';

/**
 * Judges a predicted result against a reviewed one: strict, lenient, different, undecided or not comparable.
 *
 * Cells are compared by type and exactly, rows as a bag (in order with `orderMatters`, ties on the order
 * keys apart), columns by position (strict) or found elsewhere (lenient). The rules are in
 * `docs/comparison.md`. Never throws on data; near-linear in rows on the ordinary path, and a work budget
 * ends hopeless searches in `undecided`.
 *
 * @example
 * const gold = { columns: [{ name: 'n' }], rows: [[3]] };
 * compareResults(gold, { columns: [{ name: 'count' }], rows: [[3]], truncated: false }).verdict; // 'strict'
 */
export function compareResults(
  gold: GoldResult,
  predicted: ResultSet,
  options: CompareOptions = {},
): Verdict {
  const budget = createWorkBudget(options.workBudget ?? defaultWorkBudget);
  const interner = createCellInterner();
  const ofGold = compareOne(gold, predicted, options, interner, budget);
  if (ofGold.verdict === 'strict') return ofGold;
  const all = [ofGold];
  for (const [index, alternative] of (options.alternatives ?? []).entries()) {
    const { boundaryTie: _, ...rest } = options;
    const verdict = compareOne(alternative, predicted, rest, interner, budget);
    all.push({ ...verdict, alternative: index });
    if (verdict.verdict === 'strict') break;
  }
  return bestOf(all);
}

const rank = { strict: 0, lenient: 1, undecided: 2, different: 3, 'not-comparable': 4 } as const;

function bestOf(verdicts: readonly Verdict[]): Verdict {
  const [first, ...others] = verdicts;
  return others.reduce(
    (best, verdict) => (rank[verdict.verdict] < rank[best.verdict] ? verdict : best),
    first as Verdict,
  );
}

function compareOne(
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
  if (predictedWidth < width) {
    return verdictOf('different', widthReason(width, predictedWidth));
  }
  if (predictedWidth > widthCap(width)) {
    return verdictOf('different', widthReason(width, predictedWidth));
  }
  const lenient = compareLeniently(comparison, options, budget, true);
  if (lenient.answer === 'yes') {
    const flags: VerdictFlag[] = isWeak(comparison) ? ['weak', ...tieFlags] : tieFlags;
    return {
      ...verdictOf('lenient', 'every gold column is found elsewhere and all rows line up', flags),
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
  return verdictOf('different', 'the rows differ');
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
  return findColumnMap(comparison, pairs, { cells: 'related', respectsNames }, budget);
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
