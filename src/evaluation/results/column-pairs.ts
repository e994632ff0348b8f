import type { CellRules } from './cell-relation.ts';
import type { ColumnContent } from './column-content.ts';
import {
  type ColumnProfile,
  isHopelessPair,
  isInexactPair,
  profileColumn,
} from './column-profile.ts';
import { type ColumnRelation, relateColumns } from './column-relation.ts';
import type { Comparison } from './comparison.ts';
import type { WorkBudget } from './work-budget.ts';

/** Codes under which the rows of a gold column and of a predicted column may answer each other. */
export interface ColumnPair {
  readonly goldCodes: Int32Array;
  readonly predictedCodes: Int32Array;
  /** Set where codes alone do not settle it. */
  readonly relation: ColumnRelation | null;
}

/** Finds and keeps the pairs of a comparison under one set of cell rules. */
export interface ColumnPairs {
  /** Equal cells only. */
  exact(gold: ColumnContent, predicted: ColumnContent): ColumnPair;
  /** Whether some cells may answer without being equal. */
  isInexact(gold: ColumnContent, predicted: ColumnContent): boolean;
  /** Whether a glance at both columns rules the pair out. */
  isHopeless(gold: ColumnContent, predicted: ColumnContent): boolean;
  /** Everything the cell rules allow. `no`: the columns cannot answer each other. */
  related(gold: ColumnContent, predicted: ColumnContent): ColumnPair | 'no' | 'undecided';
}

export function createColumnPairs(
  comparison: Comparison,
  rules: CellRules,
  budget: WorkBudget,
): ColumnPairs {
  const { interner, hasBoundaryTie } = comparison;
  const context = { rules, interner, budget, needsEveryValue: !hasBoundaryTie };
  const profiles = new Map<ColumnContent, ColumnProfile>();
  const related = new Map<ColumnContent, Map<ColumnContent, ColumnPair | 'no' | 'undecided'>>();
  const profileOf = (content: ColumnContent) => {
    const known = profiles.get(content);
    if (known) return known;
    const profile = profileColumn(content, interner);
    profiles.set(content, profile);
    return profile;
  };
  const exact = (gold: ColumnContent, predicted: ColumnContent): ColumnPair => ({
    goldCodes: gold.classes,
    predictedCodes: predicted.classes,
    relation: null,
  });
  const isInexact = (gold: ColumnContent, predicted: ColumnContent) =>
    isInexactPair(profileOf(gold), profileOf(predicted), rules);
  const isHopeless = (gold: ColumnContent, predicted: ColumnContent) =>
    !hasBoundaryTie && isHopelessPair(profileOf(gold), profileOf(predicted), rules);
  function relate(gold: ColumnContent, predicted: ColumnContent): ColumnPair | 'no' | 'undecided' {
    if (!hasBoundaryTie && isHopelessPair(profileOf(gold), profileOf(predicted), rules))
      return 'no';
    if (!isInexact(gold, predicted)) return exact(gold, predicted);
    const relation = relateColumns(gold, predicted, context);
    if (relation === 'no' || relation === 'undecided') return relation;
    return {
      goldCodes: relation.goldCodes,
      predictedCodes: relation.predictedCodes,
      relation: relation.isComplete ? null : relation,
    };
  }
  return {
    exact,
    isInexact,
    isHopeless,
    related(gold, predicted) {
      let ofGold = related.get(gold);
      if (!ofGold) {
        ofGold = new Map();
        related.set(gold, ofGold);
      }
      let pair = ofGold.get(predicted);
      if (pair === undefined) {
        pair = relate(gold, predicted);
        ofGold.set(predicted, pair);
      }
      return pair;
    },
  };
}
