import type { ColumnRelation } from './column-relation.ts';
import { maximumFlow } from './maximum-flow.ts';
import { matchesInOrder } from './number-matching.ts';
import type { RowCounts, RowPartition } from './row-partition.ts';
import type { Answer, WorkBudget } from './work-budget.ts';

/** Rows of one group that are alike in every column that still has to be matched. */
interface RowClass {
  /** Distinct value per open column. */
  readonly values: readonly number[];
  count: number;
}

/**
 * Whether the rows of every group pair up, where equality of component numbers does not settle it.
 * A proper matching: pairing greedily, or taking equal rows out first, would refuse right answers.
 */
export function matchGroups(
  partition: RowPartition,
  relations: readonly ColumnRelation[],
  counts: RowCounts,
  budget: WorkBudget,
): Answer {
  if (relations.length === 0) return 'yes';
  const gold = rowsByGroup(partition.gold, partition.groups);
  const predicted = rowsByGroup(partition.predicted, partition.groups);
  for (let group = 0; group < partition.groups; group++) {
    const goldRows = gold(group);
    const predictedRows = predicted(group);
    if (predictedRows.length === 0) continue;
    const first = goldRows[0] ?? 0;
    const open = relations.filter(
      (relation) => !relation.isCompleteAt(relation.goldCodes[first] ?? -1),
    );
    if (open.length === 0) continue;
    const answer = matchGroup(goldRows, predictedRows, open, counts, budget);
    if (answer !== 'yes') return answer;
  }
  return 'yes';
}

function matchGroup(
  goldRows: Int32Array,
  predictedRows: Int32Array,
  open: readonly ColumnRelation[],
  counts: RowCounts,
  budget: WorkBudget,
): Answer {
  const required = rowClasses(
    goldRows.filter((row) => row < counts.optionalFrom),
    open.map((relation) => relation.goldPositions),
  );
  const optional = rowClasses(
    goldRows.filter((row) => row >= counts.optionalFrom),
    open.map((relation) => relation.goldPositions),
  );
  const predicted = rowClasses(
    predictedRows,
    open.map((relation) => relation.predictedPositions),
  );
  const only = open.length === 1 ? open[0] : undefined;
  const order = only?.numberOrderAt(required[0]?.values[0] ?? 0);
  if (order && optional.length === 0) {
    if (!budget.spend(goldRows.length)) return 'undecided';
    return matchesInOrder(required, predicted, order) ? 'yes' : 'no';
  }
  // A matching that uses every predicted row and one that uses every required gold row can be
  // joined into one that does both (Mendelsohn and Dulmage), so each is asked for on its own.
  const all = [...required, ...optional];
  const ofPredicted = flowOf(all, predicted, open, budget);
  if (ofPredicted === null) return 'undecided';
  if (ofPredicted < predictedRows.length) return 'no';
  if (optional.length === 0) return 'yes';
  const ofRequired = flowOf(required, predicted, open, budget);
  if (ofRequired === null) return 'undecided';
  return ofRequired === required.reduce((sum, { count }) => sum + count, 0) ? 'yes' : 'no';
}

function flowOf(
  gold: readonly RowClass[],
  predicted: readonly RowClass[],
  open: readonly ColumnRelation[],
  budget: WorkBudget,
): number | null {
  const edges = findEdges(gold, predicted, open, budget);
  if (edges === null) return null;
  return maximumFlow(
    gold.map(({ count }) => count),
    predicted.map(({ count }) => count),
    edges,
    budget,
  );
}

/** Per gold class the predicted classes that answer it in every open column. */
function findEdges(
  gold: readonly RowClass[],
  predicted: readonly RowClass[],
  open: readonly ColumnRelation[],
  budget: WorkBudget,
): number[][] | null {
  const candidates = candidateFinder(gold, predicted, open);
  const edges: number[][] = [];
  for (const goldClass of gold) {
    const list = candidates(goldClass);
    if (!budget.spend(list.length * open.length)) return null;
    edges.push(
      list.filter((index) =>
        open.every((relation, column) =>
          relation.answers(goldClass.values[column] ?? 0, predicted[index]?.values[column] ?? 0),
        ),
      ),
    );
  }
  return edges;
}

/** Where a column has its numbers in order, only the stretch around a gold value is looked at. */
function candidateFinder(
  gold: readonly RowClass[],
  predicted: readonly RowClass[],
  open: readonly ColumnRelation[],
): (goldClass: RowClass) => readonly number[] {
  const everything = predicted.map((_, index) => index);
  let best: { total: number; find: (goldClass: RowClass) => readonly number[] } = {
    total: gold.length * predicted.length,
    find: () => everything,
  };
  open.forEach((relation, column) => {
    const order = relation.numberOrderAt(gold[0]?.values[column] ?? 0);
    if (!order) return;
    const rank = (index: number) => order.rankOf[predicted[index]?.values[column] ?? 0] ?? 0;
    const sorted = [...everything].sort((a, b) => rank(a) - rank(b));
    const ranks = sorted.map(rank);
    const stretch = (goldClass: RowClass): [number, number] => {
      const value = goldClass.values[column] ?? 0;
      return [
        firstAtLeast(ranks, order.from[value] ?? 0),
        firstAtLeast(ranks, order.to[value] ?? 0),
      ];
    };
    let total = 0;
    for (const goldClass of gold) {
      const [from, to] = stretch(goldClass);
      total += to - from;
    }
    if (total < best.total)
      best = { total, find: (goldClass) => sorted.slice(...stretch(goldClass)) };
  });
  return best.find;
}

function firstAtLeast(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) >= wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

function rowClasses(rows: Int32Array, columns: readonly Int32Array[]): RowClass[] {
  const classes = new Map<string | number, RowClass>();
  const first = columns[0];
  for (const row of rows) {
    const key =
      columns.length === 1 && first
        ? (first[row] ?? 0)
        : columns.map((column) => column[row]).join(' ');
    const known = classes.get(key);
    if (known) known.count++;
    else classes.set(key, { values: columns.map((column) => column[row] ?? 0), count: 1 });
  }
  return [...classes.values()];
}

/** The rows of each group, by one counting sort. */
function rowsByGroup(groupOf: Int32Array, groups: number): (group: number) => Int32Array {
  const starts = new Int32Array(groups + 1);
  for (const group of groupOf) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  for (let group = 0; group < groups; group++) {
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  }
  const next = starts.slice();
  const rows = new Int32Array(groupOf.length);
  groupOf.forEach((group, row) => {
    const place = next[group] ?? 0;
    rows[place] = row;
    next[group] = place + 1;
  });
  return (group) => rows.subarray(starts[group] ?? 0, starts[group + 1] ?? 0);
}
