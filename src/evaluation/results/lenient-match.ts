import { InternalError } from '../../errors.ts';
import { assignColumns } from './column-assignment.ts';
import type { ColumnContent } from './column-content.ts';
import { createColumnNames } from './column-names.ts';
import type { ColumnPair, ColumnPairs } from './column-pairs.ts';
import type { Comparison } from './comparison.ts';
import { groupContents } from './content-classes.ts';
import { matchGroups } from './group-matching.ts';
import { type RowPartition, refinePartition } from './row-partition.ts';
import type { WorkBudget } from './work-budget.ts';

export type LenientAnswer =
  | { readonly answer: 'yes'; readonly columnMap: readonly number[] }
  | {
      readonly answer: 'no' | 'undecided';
      /** Each gold column has a predicted column with the same values; only the rows do not line up. */
      readonly columnsMatch?: true;
    };

export interface LenientOptions {
  /** Equal cells only, or all the cell rules allow. */
  readonly cells: 'exact' | 'related';
  /** Whether mappings that contradict the names are refused. */
  readonly respectsNames: boolean;
}

/**
 * Looks for a distinct predicted column for each gold column such that all rows line up together.
 *
 * Candidates per column first, then a check that enough distinct ones exist, then a depth-first search
 * that carries the partition of the rows: a choice that no row arrangement supports is seen at once.
 * Columns of equal content are interchangeable and tried once.
 */
export function findColumnMap(
  comparison: Comparison,
  pairs: ColumnPairs,
  options: LenientOptions,
  budget: WorkBudget,
): LenientAnswer {
  const { gold, predicted, start, counts } = comparison;
  const names = createColumnNames(gold.names, predicted.names);
  const byVariant = options.cells === 'related';
  const goldClasses = groupContents(gold.columns, byVariant);
  const predictedClasses = groupContents(predicted.columns, byVariant);
  const found = findCandidates();
  if (found === 'undecided') return { answer: 'undecided' };
  if (found === 'none') return { answer: 'no' };
  const candidates: readonly ReadonlyMap<number, ColumnPair>[] = found;
  const isAllowed = (goldColumn: number, predictedColumn: number) =>
    !options.respectsNames || !names.contradicts(goldColumn, predictedColumn);
  const precheck = assign(
    (goldClass, predictedClass) => candidates[goldClass]?.has(predictedClass) === true,
  );
  if (!precheck) return { answer: 'no' };
  if (!lineUpMatters()) return { answer: 'yes', columnMap: precheck };

  const order = goldClasses.members
    .map((_, index) => index)
    .sort((a, b) => (candidates[a]?.size ?? 0) - (candidates[b]?.size ?? 0));
  const slots = order.flatMap((goldClass) =>
    (goldClasses.members[goldClass] ?? []).map((_, nth) => ({ goldClass, isFirst: nth === 0 })),
  );
  const capacity = predictedClasses.members.map((columns) => columns.length);
  const chosen: number[] = [];
  const result = search(0, start);
  return result.answer === 'no' ? { answer: 'no', columnsMatch: true } : result;

  function search(depth: number, partition: RowPartition): LenientAnswer {
    const slot = slots[depth];
    if (!slot) return finish(partition);
    const tried = preferred(slot.goldClass, candidates[slot.goldClass] ?? new Map());
    // Slots of equal gold columns choose in rising order: their permutations are one choice.
    const previous = slot.isFirst ? undefined : chosen[depth - 1];
    const first = previous === undefined ? 0 : tried.findIndex(([index]) => index === previous);
    for (const [predictedClass, pair] of tried.slice(Math.max(first, 0))) {
      if ((capacity[predictedClass] ?? 0) === 0) continue;
      if (!budget.spend(1)) return { answer: 'undecided' };
      const next = predictedClass === previous ? partition : refine(partition, pair);
      if (next === 'undecided') return { answer: 'undecided' };
      if (!next) continue;
      capacity[predictedClass] = (capacity[predictedClass] ?? 0) - 1;
      chosen[depth] = predictedClass;
      const deeper = search(depth + 1, next);
      capacity[predictedClass] = (capacity[predictedClass] ?? 0) + 1;
      if (deeper.answer !== 'no') return deeper;
    }
    return { answer: 'no' };
  }

  function refine(partition: RowPartition, pair: ColumnPair): RowPartition | null | 'undecided' {
    if (!budget.spend(gold.rows.length)) return 'undecided';
    return refinePartition(partition, pair.goldCodes, pair.predictedCodes, counts);
  }

  function finish(partition: RowPartition): LenientAnswer {
    const used = new Map<number, Set<number>>();
    const open: ColumnPair[] = [];
    slots.forEach(({ goldClass }, depth) => {
      const predictedClass = chosen[depth] ?? -1;
      const ofGold = used.get(goldClass) ?? new Set<number>();
      used.set(goldClass, ofGold);
      if (ofGold.has(predictedClass)) return;
      ofGold.add(predictedClass);
      const pair = candidates[goldClass]?.get(predictedClass);
      if (pair?.relation) open.push(pair);
    });
    const columnMap = assign(
      (goldClass, predictedClass) => used.get(goldClass)?.has(predictedClass) === true,
    );
    if (!columnMap) return { answer: 'no' };
    const relations = open.flatMap(({ relation }) => (relation ? [relation] : []));
    const answer = matchGroups(partition, relations, counts, budget);
    return answer === 'yes' ? { answer, columnMap } : { answer };
  }

  /** Columns of the same name or place first, so that the map found is the one a person expects. */
  function preferred(goldClass: number, found: ReadonlyMap<number, ColumnPair>) {
    const names = new Set((goldClasses.members[goldClass] ?? []).map((index) => gold.names[index]));
    const places = new Set(goldClasses.members[goldClass]);
    const rank = (predictedClass: number) => {
      const columns = predictedClasses.members[predictedClass] ?? [];
      if (columns.some((index) => names.has(predicted.names[index] ?? ''))) return 0;
      return columns.some((index) => places.has(index)) ? 1 : 2;
    };
    return [...found].sort(([a], [b]) => rank(a) - rank(b) || a - b);
  }

  function assign(isCandidate: (goldClass: number, predictedClass: number) => boolean) {
    return assignColumns(
      gold.columns.length,
      predicted.columns.length,
      names,
      (goldColumn, predictedColumn) =>
        isCandidate(
          goldClasses.classOf[goldColumn] ?? -1,
          predictedClasses.classOf[predictedColumn] ?? -1,
        ) && isAllowed(goldColumn, predictedColumn),
    );
  }

  /** On a single row all columns line up by themselves. */
  function lineUpMatters(): boolean {
    return gold.rows.length > 1;
  }

  /**
   * Cheap pairs first: a gold column that nothing can answer ends the search before any expensive pair
   * (one whose cells may answer without being equal) is related.
   */
  function findCandidates(): Map<number, ColumnPair>[] | 'undecided' | 'none' {
    const candidatesOf = goldClasses.members.map(() => new Map<number, ColumnPair>());
    const expensive: { goldClass: number; predictedClass: number }[][] = [];
    for (const goldClass of candidatesOf.keys()) {
      const later: { goldClass: number; predictedClass: number }[] = [];
      for (const predictedClass of predictedClasses.members.keys()) {
        if (!budget.spend(1)) return 'undecided';
        const pair = quickPair(goldClass, predictedClass);
        if (pair === 'expensive') later.push({ goldClass, predictedClass });
        else if (pair) candidatesOf[goldClass]?.set(predictedClass, pair);
      }
      if (later.length === 0 && candidatesOf[goldClass]?.size === 0) return 'none';
      expensive.push(later);
    }
    // Without such pairs the search for equal cells has said it all.
    if (options.cells === 'related' && expensive.every((later) => later.length === 0))
      return 'none';
    for (const later of expensive.sort((a, b) => a.length - b.length)) {
      for (const { goldClass, predictedClass } of later) {
        const pair = slowPair(goldClass, predictedClass);
        if (pair === 'undecided') return 'undecided';
        if (pair) candidatesOf[goldClass]?.set(predictedClass, pair);
      }
      const goldClass = later[0]?.goldClass;
      if (goldClass !== undefined && candidatesOf[goldClass]?.size === 0) return 'none';
    }
    return candidatesOf;
  }

  function quickPair(goldClass: number, predictedClass: number): ColumnPair | null | 'expensive' {
    const [goldContent, predictedContent] = contentsOf(goldClass, predictedClass);
    if (options.cells === 'related') {
      if (pairs.isHopeless(goldContent, predictedContent)) return null;
      if (pairs.isInexact(goldContent, predictedContent)) return 'expensive';
    }
    const isSameBag =
      comparison.hasBoundaryTie ||
      goldContent.fingerprint(start.gold) === predictedContent.fingerprint(start.predicted);
    return isSameBag ? pairs.exact(goldContent, predictedContent) : null;
  }

  function slowPair(goldClass: number, predictedClass: number): ColumnPair | null | 'undecided' {
    const pair = pairs.related(...contentsOf(goldClass, predictedClass));
    if (pair === 'no') return null;
    if (pair === 'undecided') return pair;
    const refined = refine(start, pair);
    return refined === 'undecided' ? refined : refined && pair;
  }

  function contentsOf(goldClass: number, predictedClass: number): [ColumnContent, ColumnContent] {
    const goldContent = gold.columns[goldClasses.members[goldClass]?.[0] ?? -1];
    const predictedContent = predicted.columns[predictedClasses.members[predictedClass]?.[0] ?? -1];
    if (!goldContent || !predictedContent) throw new InternalError('a class without a column');
    return [goldContent, predictedContent];
  }
}
