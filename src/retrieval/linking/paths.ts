import type { JoinEdge, JoinGraph } from './join-graph.ts';

/** A table between two others, the edge that leads on from it, and how many joins the way takes. */
export interface PathStep {
  readonly table: number;
  readonly edge: JoinEdge;
}

/** Longer ways join things that hardly belong together. */
const longestPath = 3;
/** A hub is walked through only where it is an end: everything meets in it, so meeting there tells nothing. */
const hubDegree = 40;

/**
 * The tables on the shortest way of joins from one table to another, ends left out; empty when they touch
 * or no way is short enough. Declared keys are preferred to inferred ones.
 */
export function findPath(graph: JoinGraph, from: number, to: number): readonly PathStep[] {
  const parents = new Map<number, { readonly before: number; readonly edge: JoinEdge }>();
  let frontier = [from];
  for (let length = 1; length <= longestPath && frontier.length > 0; length += 1) {
    const next: number[] = [];
    for (const table of frontier) {
      for (const { edge, other } of neighbours(graph, table, from)) {
        if (other === from || parents.has(other)) continue;
        parents.set(other, { before: table, edge });
        if (other === to) return stepsOf(parents, from, to);
        next.push(other);
      }
    }
    frontier = next;
  }
  return [];
}

interface Neighbour {
  readonly edge: JoinEdge;
  readonly other: number;
}

const memory = new WeakMap<JoinGraph, Map<number, readonly Neighbour[]>>();

/** Where one can go from a table, declared keys first; remembered per graph. */
function neighbours(graph: JoinGraph, table: number, start: number): readonly Neighbour[] {
  const known = memory.get(graph) ?? new Map<number, readonly Neighbour[]>();
  memory.set(graph, known);
  const isHub = (graph.inward[table]?.length ?? 0) > hubDegree && table !== start;
  const key = isHub ? -table - 1 : table;
  let found = known.get(key);
  if (found === undefined) {
    const outward = (graph.outward[table] ?? []).map((edge) => ({ edge, other: edge.to }));
    const inward = isHub ? [] : (graph.inward[table] ?? []);
    found = [...outward, ...inward.map((edge) => ({ edge, other: edge.from }))]
      .filter(({ edge }) => edge.weight > 0.5)
      .sort((a, b) => Number(b.edge.declared) - Number(a.edge.declared));
    known.set(key, found);
  }
  return found;
}

function stepsOf(
  parents: ReadonlyMap<number, { readonly before: number; readonly edge: JoinEdge }>,
  from: number,
  to: number,
): PathStep[] {
  const steps: PathStep[] = [];
  for (let table = to; ; ) {
    const parent = parents.get(table);
    if (parent === undefined || parent.before === from) return steps;
    steps.push({ table: parent.before, edge: parent.edge });
    table = parent.before;
  }
}
