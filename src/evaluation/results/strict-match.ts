import type { ColumnPair, ColumnPairs } from './column-pairs.ts';
import type { Comparison } from './comparison.ts';
import { matchGroups } from './group-matching.ts';
import { type RowPartition, refinePartition } from './row-partition.ts';
import type { Answer, WorkBudget } from './work-budget.ts';

/** Columns by position, exactly. */
export function matchesExactly(comparison: Comparison, pairs: ColumnPairs): boolean {
  let partition: RowPartition | null = comparison.start;
  for (const [index, gold] of comparison.gold.columns.entries()) {
    const predicted = comparison.predicted.columns[index];
    if (!predicted || !partition) return false;
    const { goldCodes, predictedCodes } = pairs.exact(gold, predicted);
    partition = refinePartition(partition, goldCodes, predictedCodes, comparison.counts);
  }
  return partition !== null;
}

/** Columns by position, with all the cell rules allow. */
export function matchesByPosition(
  comparison: Comparison,
  pairs: ColumnPairs,
  budget: WorkBudget,
): Answer {
  const { gold, predicted, start, counts } = comparison;
  const found: ColumnPair[] = [];
  let partition: RowPartition | null = start;
  for (const [index, goldColumn] of gold.columns.entries()) {
    const predictedColumn = predicted.columns[index];
    if (!predictedColumn) return 'no';
    const pair = pairs.related(goldColumn, predictedColumn);
    if (pair === 'no' || pair === 'undecided') return pair;
    if (!budget.spend(gold.rows.length)) return 'undecided';
    partition = refinePartition(partition, pair.goldCodes, pair.predictedCodes, counts);
    if (!partition) return 'no';
    found.push(pair);
  }
  const open = found.flatMap(({ relation }) => (relation ? [relation] : []));
  return matchGroups(partition, open, counts, budget);
}
