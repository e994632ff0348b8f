import type { JoinEdge, JoinGraph } from './join-graph.ts';
import type { LinkingParameters } from './parameters.ts';
import { findPath } from './paths.ts';
import type { Concept } from './question-concepts.ts';
import { topPositions } from './top-positions.ts';

/** Scores from 0 to about 1, and for tables that joins brought the edge that brought most. */
export interface SpreadScores {
  readonly scores: Float64Array;
  readonly via: ReadonlyMap<number, JoinEdge>;
}

interface Gain {
  source: number;
  first: number;
  second: number;
  edge: JoinEdge;
}

/**
 * Lets the best tables lend part of their score to the tables they join: to what their keys point at
 * more than to what points at them. A table between two matched ones gains from both, so paths close.
 */
export function spreadOverJoins(
  lexical: Float64Array,
  graph: JoinGraph,
  concepts: readonly Concept[],
  parameters: LinkingParameters,
): SpreadScores {
  let best = 0;
  for (let position = 0; position < lexical.length; position += 1) {
    if ((lexical[position] ?? 0) > best) best = lexical[position] ?? 0;
  }
  const scores = new Float64Array(lexical.length);
  const via = new Map<number, JoinEdge>();
  if (best === 0) return { scores, via };
  for (let position = 0; position < lexical.length; position += 1) {
    const score = lexical[position] ?? 0;
    if (score > 0) scores[position] = (score / best) ** parameters.sharpness;
  }
  const gains = new Map<number, Gain>();
  const gain = (source: number, to: number, value: number, edge: JoinEdge) => {
    const known = gains.get(to);
    if (known === undefined) gains.set(to, { source, first: value, second: 0, edge });
    else if (known.source === source) known.first = Math.max(known.first, value);
    else if (value > known.first) {
      gains.set(to, { source, first: value, second: known.first, edge });
    } else if (value > known.second) known.second = value;
  };
  const asked = askedTerms(concepts);
  for (const source of topPositions(scores, parameters.sources)) {
    const score = (scores[source] ?? 0) ** parameters.sourcePower;
    for (const edge of graph.outward[source] ?? []) {
      const word = edge.words.some((term) => asked.has(term)) ? 1 + parameters.edgeWord : 1;
      const kind =
        (edge.declared ? 1 : parameters.inferredEdge) * (edge.isSubtype ? parameters.subtype : 1);
      gain(source, edge.to, score * parameters.outward * word * kind * edge.weight, edge);
    }
    const inward = graph.inward[source] ?? [];
    const crowd = Math.sqrt(1 + Math.log2(inward.length || 1));
    for (const edge of inward) {
      const kind = edge.declared ? 1 : parameters.inferredEdge;
      gain(source, edge.from, (score * parameters.inward * kind * edge.weight) / crowd, edge);
    }
  }
  closePaths(scores, graph, parameters, gain);
  for (const [to, { first, second, edge }] of gains) {
    scores[to] = (scores[to] ?? 0) + first + parameters.path * second;
    via.set(to, edge);
  }
  return { scores, via };
}

/** Tables on the way between two of the best ones gain what the weaker of the two allows. */
function closePaths(
  scores: Float64Array,
  graph: JoinGraph,
  { bridge, bridgeSeeds }: LinkingParameters,
  gain: (source: number, to: number, value: number, edge: JoinEdge) => void,
): void {
  const seeds = topPositions(scores, bridgeSeeds);
  for (const [place, from] of seeds.entries()) {
    for (const to of seeds.slice(place + 1)) {
      const value = bridge * Math.min(scores[from] ?? 0, scores[to] ?? 0);
      const steps = findPath(graph, from, to);
      const sureness = steps.every((step) => step.edge.declared) ? 1 : 0.3;
      for (const { table, edge } of steps) gain(from, table, value * sureness, edge);
    }
  }
}

/** Terms that stand for content words of the question: a key column named by one is the likelier join. */
function askedTerms(concepts: readonly Concept[]): Set<number> {
  const asked = new Set<number>();
  for (const concept of concepts) {
    if (concept.weight < 0.5) continue;
    for (const { term } of concept.matches) asked.add(term);
  }
  return asked;
}
