import type { JoinEdge, JoinGraph } from './join-graph.ts';

/** A table between two others, the edge that leads on from it, and how many joins the way takes. */
export interface PathStep {
  readonly table: number;
  readonly edge: JoinEdge;
}

/** Longer ways join things that hardly belong together. */
const longestPath = 4;
/** A hub is walked through only where it is an end: everything meets in it, so meeting there tells nothing. */
const hubDegree = 40;

/**
 * The tables on the shortest way of joins from one table to another, ends left out; empty when they touch
 * or no way is short enough. Declared keys are preferred to inferred ones.
 */
export function findPath(graph: JoinGraph, from: number, to: number): readonly PathStep[] {
  const { ways, lastTables } = walkOf(graph);
  const start = startWays(graph, from, ways);
  if (start.some(({ other }) => other === to)) return [];
  const last = lastTables(to);
  const parents = new Map<number, Parent>();
  let frontier = [from];
  // The last join needs no search: the tables that one join leads from to the end are known.
  for (let length = 1; length < longestPath && frontier.length > 0; length += 1) {
    const next: number[] = [];
    for (const table of frontier) {
      for (const { edge, other } of table === from ? start : ways(table)) {
        if (other === from || other === to || parents.has(other)) continue;
        if (length === longestPath - 1 && !last.has(other)) continue;
        parents.set(other, { before: table, edge });
        next.push(other);
      }
    }
    const met = next.find((table) => last.has(table));
    if (met !== undefined) {
      const edge = ways(met).find(({ other }) => other === to)?.edge;
      if (edge !== undefined) parents.set(to, { before: met, edge });
      return stepsOf(parents, from, to);
    }
    frontier = next;
  }
  return [];
}

interface Parent {
  readonly before: number;
  readonly edge: JoinEdge;
}

interface Way {
  readonly edge: JoinEdge;
  readonly other: number;
}

/** Where one can go in a graph, worked out once for each table. */
interface Walk {
  /** From a table on the way, declared keys first; out of a hub only along its own keys. */
  ways(table: number): readonly Way[];
  /** Tables from which one join leads to a table. */
  lastTables(table: number): ReadonlySet<number>;
}

const walks = new WeakMap<JoinGraph, Walk>();

function walkOf(graph: JoinGraph): Walk {
  let walk = walks.get(graph);
  if (walk === undefined) {
    walk = createWalk(graph);
    walks.set(graph, walk);
  }
  return walk;
}

function createWalk(graph: JoinGraph): Walk {
  const ways = new Map<number, readonly Way[]>();
  const lastTables = new Map<number, ReadonlySet<number>>();
  const waysFrom = (table: number) =>
    remembered(ways, table, () => collectWays(graph, table, !isHub(graph, table)));
  return {
    ways: waysFrom,
    lastTables: (table) =>
      remembered(lastTables, table, () => {
        const around = collectWays(graph, table, true).map(({ other }) => other);
        return new Set(
          around.filter((near) => waysFrom(near).some(({ other }) => other === table)),
        );
      }),
  };
}

function startWays(graph: JoinGraph, from: number, ways: Walk['ways']): readonly Way[] {
  return isHub(graph, from) ? collectWays(graph, from, true) : ways(from);
}

function isHub(graph: JoinGraph, table: number): boolean {
  return (graph.inward[table]?.length ?? 0) > hubDegree;
}

function collectWays(graph: JoinGraph, table: number, withInward: boolean): readonly Way[] {
  const outward = (graph.outward[table] ?? []).map((edge) => ({ edge, other: edge.to }));
  const inward = withInward ? (graph.inward[table] ?? []) : [];
  return [...outward, ...inward.map((edge) => ({ edge, other: edge.from }))]
    .filter(({ edge }) => edge.weight > 0.5)
    .sort((a, b) => Number(b.edge.declared) - Number(a.edge.declared));
}

function remembered<T>(memory: Map<number, T>, key: number, make: () => T): T {
  let value = memory.get(key);
  if (value === undefined) {
    value = make();
    memory.set(key, value);
  }
  return value;
}

function stepsOf(parents: ReadonlyMap<number, Parent>, from: number, to: number): PathStep[] {
  const steps: PathStep[] = [];
  for (let table = to; ; ) {
    const parent = parents.get(table);
    if (parent === undefined || parent.before === from) return steps;
    steps.push({ table: parent.before, edge: parent.edge });
    table = parent.before;
  }
}
