import type { WorkBudget } from './work-budget.ts';

/**
 * How many units can go from left to right over the edges, each side within its capacities (Dinic's
 * algorithm; with capacities of 1 this is a maximum bipartite matching). Null when the budget ran out.
 */
export function maximumFlow(
  left: readonly number[],
  right: readonly number[],
  edges: readonly (readonly number[])[],
  budget: WorkBudget,
): number | null {
  const leftFree = [...left];
  const rightFree = [...right];
  // Units that go over an edge, per right side: left → units. Sparse, so it stays small.
  const flows: Map<number, number>[] = right.map(() => new Map());
  let total = fillDirectly(leftFree, rightFree, edges, flows);
  const wanted = Math.min(sum(left), sum(right));
  while (total < wanted) {
    const levels = levelsOf(leftFree, rightFree, edges, flows, budget);
    if (levels === null) return null;
    if (!levels.reachesRight) return total;
    const pushed = pushAlongLevels(leftFree, rightFree, edges, flows, levels.of, budget);
    if (pushed === null) return null;
    if (pushed === 0) return total;
    total += pushed;
  }
  return total;
}

function fillDirectly(
  leftFree: number[],
  rightFree: number[],
  edges: readonly (readonly number[])[],
  flows: readonly Map<number, number>[],
): number {
  let total = 0;
  edges.forEach((targets, from) => {
    for (const to of targets) {
      const units = Math.min(leftFree[from] ?? 0, rightFree[to] ?? 0);
      if (units === 0) continue;
      move(leftFree, from, -units);
      move(rightFree, to, -units);
      addFlow(flows, to, from, units);
      total += units;
      if (leftFree[from] === 0) break;
    }
  });
  return total;
}

/** Breadth-first levels of left nodes, from those with units left to give. */
function levelsOf(
  leftFree: readonly number[],
  rightFree: readonly number[],
  edges: readonly (readonly number[])[],
  flows: readonly Map<number, number>[],
  budget: WorkBudget,
): { of: Int32Array; reachesRight: boolean } | null {
  const of = new Int32Array(leftFree.length).fill(-1);
  const seenRight = new Uint8Array(rightFree.length);
  let frontier: number[] = [];
  leftFree.forEach((free, node) => {
    if (free > 0) {
      of[node] = 0;
      frontier.push(node);
    }
  });
  let reachesRight = false;
  while (frontier.length > 0 && !reachesRight) {
    const next: number[] = [];
    for (const node of frontier) {
      const targets = edges[node] ?? [];
      if (!budget.spend(targets.length + 1)) return null;
      for (const to of targets) {
        if (seenRight[to] === 1) continue;
        seenRight[to] = 1;
        if ((rightFree[to] ?? 0) > 0) reachesRight = true;
        for (const back of flows[to]?.keys() ?? []) {
          if ((of[back] ?? 0) >= 0) continue;
          of[back] = (of[node] ?? 0) + 1;
          next.push(back);
        }
      }
    }
    frontier = next;
  }
  return { of, reachesRight };
}

/** Pushes units along shortest ways, each edge looked at once per phase. */
function pushAlongLevels(
  leftFree: number[],
  rightFree: number[],
  edges: readonly (readonly number[])[],
  flows: readonly Map<number, number>[],
  levels: Int32Array,
  budget: WorkBudget,
): number | null {
  const nextEdge = new Int32Array(leftFree.length);
  let pushed = 0;
  for (let start = 0; start < leftFree.length; start++) {
    while ((leftFree[start] ?? 0) > 0) {
      const way = findWay(start, rightFree, edges, flows, levels, nextEdge, budget);
      if (way === 'undecided') return null;
      if (way === null) break;
      let units = Math.min(leftFree[start] ?? 0, rightFree[way.at(-1)?.to ?? 0] ?? 0);
      // Going on from a right node means taking back what its next left node sent there.
      for (let step = 0; step + 1 < way.length; step++) {
        const back = flows[way[step]?.to ?? 0]?.get(way[step + 1]?.from ?? 0) ?? 0;
        units = Math.min(units, back);
      }
      if (units === 0) return pushed;
      way.forEach(({ from, to }, step) => {
        addFlow(flows, to, from, units);
        const following = way[step + 1];
        if (following) addFlow(flows, to, following.from, -units);
      });
      move(leftFree, start, -units);
      move(rightFree, way.at(-1)?.to ?? 0, -units);
      pushed += units;
    }
  }
  return pushed;
}

interface Step {
  readonly from: number;
  readonly to: number;
}

/** Depth-first along rising levels, without recursion: ways may be long. */
function findWay(
  start: number,
  rightFree: readonly number[],
  edges: readonly (readonly number[])[],
  flows: readonly Map<number, number>[],
  levels: Int32Array,
  nextEdge: Int32Array,
  budget: WorkBudget,
): Step[] | 'undecided' | null {
  const way: Step[] = [];
  let node = start;
  for (;;) {
    const index = nextEdge[node] ?? 0;
    const to = edges[node]?.[index];
    if (to === undefined) {
      // Back one step; the node before looks for another sender, this one being exhausted.
      const last = way.pop();
      if (!last) return null;
      node = last.from;
      continue;
    }
    if ((rightFree[to] ?? 0) > 0) {
      way.push({ from: node, to });
      return way;
    }
    let next = -1;
    const senders = flows[to];
    if (!budget.spend(1 + (senders?.size ?? 0))) return 'undecided';
    for (const back of senders?.keys() ?? []) {
      if (
        levels[back] === (levels[node] ?? 0) + 1 &&
        (nextEdge[back] ?? 0) < (edges[back]?.length ?? 0)
      ) {
        next = back;
        break;
      }
    }
    if (next < 0) {
      nextEdge[node] = index + 1;
      continue;
    }
    way.push({ from: node, to });
    node = next;
  }
}

function addFlow(flows: readonly Map<number, number>[], to: number, from: number, units: number) {
  const senders = flows[to];
  if (!senders) return;
  const total = (senders.get(from) ?? 0) + units;
  if (total === 0) senders.delete(from);
  else senders.set(from, total);
}

function move(free: number[], node: number, units: number): void {
  free[node] = (free[node] ?? 0) + units;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
