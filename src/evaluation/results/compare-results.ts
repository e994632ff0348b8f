import type { ResultSet } from '../../catalog/index.ts';
import { createCellInterner } from './cell-interner.ts';
import { compareOne } from './compare-one.ts';
import { withExplanation } from './explain-difference.ts';
import type { CompareOptions, GoldResult, Verdict } from './verdict.ts';
import { createWorkBudget, defaultWorkBudget } from './work-budget.ts';

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
  const best = bestOf(all);
  return (options.explain ?? true) ? withExplanation(best, gold, predicted, options) : best;
}

const rank = { strict: 0, lenient: 1, undecided: 2, different: 3, 'not-comparable': 4 } as const;

function bestOf(verdicts: readonly Verdict[]): Verdict {
  const [first, ...others] = verdicts;
  return others.reduce(
    (best, verdict) => (rank[verdict.verdict] < rank[best.verdict] ? verdict : best),
    first as Verdict,
  );
}
