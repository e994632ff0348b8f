import type { CellInterner } from './cell-interner.ts';
import type { CellRules } from './cell-relation.ts';
import type { ColumnContent } from './column-content.ts';
import { indexPredicted } from './predicted-index.ts';
import { findComponents } from './value-components.ts';
import type { WorkBudget } from './work-budget.ts';

/**
 * Which distinct values of a predicted column answer which of a gold column. Values that hang together
 * form a component; where everything in a component answers everything, its number is as good as
 * equality. Elsewhere (tolerances overlap, text ~ number ~ other text) rows still have to be matched.
 */
export interface ColumnRelation {
  /** The component of each row, -1 where no value of the other side answers. */
  readonly goldCodes: Int32Array;
  readonly predictedCodes: Int32Array;
  /** Whether within each component everything answers everything. */
  readonly isComplete: boolean;
  isCompleteAt(component: number): boolean;
  /** The distinct value of each row. */
  readonly goldPositions: Int32Array;
  readonly predictedPositions: Int32Array;
  /** Whether a distinct predicted value answers a distinct gold value. */
  answers(goldPosition: number, predictedPosition: number): boolean;
  /** The order that serves the component of a gold value, where all its answers are one stretch each. */
  numberOrderAt(goldPosition: number): NumberOrder | null;
}

/** Stretches of the sorted predicted numbers: with them matching is quick. */
export interface NumberOrder {
  readonly rankOf: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** What relating two columns needs to know. */
export interface RelationContext {
  readonly rules: CellRules;
  readonly interner: CellInterner;
  readonly budget: WorkBudget;
  /** Whether every gold row must be answered, so that one value without an answer ends it. */
  readonly needsEveryValue: boolean;
}

/** `no` when some gold value has no answer though it needs one, `undecided` when the budget ran out. */
export function relateColumns(
  gold: ColumnContent,
  predicted: ColumnContent,
  { rules, interner, budget, needsEveryValue }: RelationContext,
): ColumnRelation | 'no' | 'undecided' {
  const goldDistinct = gold.distinct();
  const goldReadings = Array.from(goldDistinct.variants, (variant) => interner.readingOf(variant));
  const predictedDistinct = predicted.distinct();
  const goldCount = goldDistinct.variants.length;
  const predictedCount = predictedDistinct.variants.length;
  if (!budget.spend(goldCount + predictedCount)) return 'undecided';
  const index = indexPredicted(predictedDistinct.variants, goldReadings, interner, rules);
  const others: (readonly number[])[] = [];
  for (const [position, reading] of goldReadings.entries()) {
    const classVariant = interner.classOf(goldDistinct.variants[position] ?? 0);
    const found = index.find(position, reading, classVariant);
    if (!budget.spend(found.work)) return 'undecided';
    if (needsEveryValue && !found.isAnswered) return 'no';
    others.push(found.others);
  }
  const { lists, listOf, rankOf } = index;
  const components = findComponents(goldCount, predictedCount, lists, others);
  const isListed = (position: number, value: number) => {
    const list = lists[listOf[value] ?? -1];
    const rank = rankOf[value] ?? 0;
    return (
      list !== undefined && rank >= (list.from[position] ?? 0) && rank < (list.to[position] ?? 0)
    );
  };
  const used = lists.filter((list) => list.positions.length > 0);
  const only = used.length === 1 ? used[0] : undefined;
  // A value that answers otherwise (NULL, text) must hang together with no number.
  const isOnlyByNumber = others.every(
    (found, position) =>
      found.length === 0 ||
      (found.every((value) => listOf[value] === -1) &&
        lists.every((list) => (list.from[position] ?? 0) >= (list.to[position] ?? 0))),
  );
  const otherSets: (ReadonlySet<number> | undefined)[] = [];
  const isAmongOthers = (position: number, value: number) => {
    otherSets[position] ??= new Set(others[position]);
    return otherSets[position]?.has(value) === true;
  };
  return {
    goldCodes: codesOf(goldDistinct.positions, components.gold),
    predictedCodes: codesOf(predictedDistinct.positions, components.predicted),
    isComplete: components.incomplete.size === 0,
    isCompleteAt: (component) => !components.incomplete.has(component),
    goldPositions: goldDistinct.positions,
    predictedPositions: predictedDistinct.positions,
    answers: (position, value) => isListed(position, value) || isAmongOthers(position, value),
    numberOrderAt(position) {
      if (!only || !isOnlyByNumber) return null;
      const isByNumber = (only.from[position] ?? 0) < (only.to[position] ?? 0);
      return isByNumber ? { rankOf, from: only.from, to: only.to } : null;
    },
  };
}

function codesOf(positions: Int32Array, components: Int32Array): Int32Array {
  const codes = new Int32Array(positions.length);
  for (let row = 0; row < positions.length; row++) {
    codes[row] = components[positions[row] ?? 0] ?? -1;
  }
  return codes;
}
