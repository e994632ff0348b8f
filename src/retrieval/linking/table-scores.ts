import type { LinkingParameters } from './parameters.ts';
import type { Concept } from './question-concepts.ts';
import type { SchemaIndex } from './schema-index.ts';

/** Tables that belong together, as those of a schema: for each table the number of its group. */
export interface TableGroups {
  readonly of: Int32Array;
  readonly count: number;
}

export interface TableScores {
  readonly scores: Float64Array;
  /** For each group what its tables together meet of the question: the best match of each concept, summed. */
  readonly coverage: Float64Array;
}

/**
 * How well each table meets the words of the question: BM25F over its fields plus a bonus for words of
 * its name, raised by the share of the name that the question covers. A concept counts once per table,
 * by the best of its matches.
 */
export function scoreTables(
  concepts: readonly Concept[],
  index: SchemaIndex,
  groups: TableGroups,
  parameters: LinkingParameters,
): TableScores {
  const tableCount = groups.of.length;
  const coverage = new Float64Array(groups.count);
  const bestOfGroup = new Float64Array(groups.count);
  const scores = new Float64Array(tableCount);
  const { covered, best, bestCovered, lastConcept } = scratchOf(index, tableCount);
  covered.fill(0);
  lastConcept.fill(-1);
  const add = (number: number, table: number, value: number, cover: number) => {
    if (lastConcept[table] !== number) {
      lastConcept[table] = number;
      best[table] = 0;
      bestCovered[table] = 0;
    }
    const group = groups.of[table] ?? 0;
    if (value > (bestOfGroup[group] ?? 0)) bestOfGroup[group] = value;
    const known = best[table] ?? 0;
    if (value > known) {
      scores[table] = (scores[table] ?? 0) + value - known;
      best[table] = value;
    }
    const knownCover = bestCovered[table] ?? 0;
    if (cover > knownCover) {
      covered[table] = (covered[table] ?? 0) + cover - knownCover;
      bestCovered[table] = cover;
    }
  };
  for (let number = 0; number < concepts.length; number += 1) {
    const concept = concepts[number] as Concept;
    bestOfGroup.fill(0);
    const { rarity, nameRarity } = conceptRarity(concept, index, tableCount);
    for (const { term, certainty } of concept.matches) {
      const factor = concept.weight * certainty;
      const bonus = factor * parameters.nameBonus * nameRarity;
      const end = index.offsets[term + 1] ?? 0;
      for (let place = index.offsets[term] ?? 0; place < end; place += 1) {
        const share = index.postingNameShares[place] ?? 0;
        add(
          number,
          index.postingTables[place] ?? 0,
          factor * rarity * (index.postingStrengths[place] ?? 0) + (share > 0 ? bonus : 0),
          factor * share,
        );
      }
    }
    for (const { table, isValue, certainty = 1 } of concept.targets) {
      const value = concept.weight * certainty * rarity * (1 + parameters.nameBonus);
      // A value in another column than the label is no name for the table.
      add(number, table, value, isValue === true && certainty < 1 ? 0 : concept.weight);
    }
    for (let group = 0; group < groups.count; group += 1) {
      coverage[group] = (coverage[group] ?? 0) + (bestOfGroup[group] ?? 0);
    }
  }
  for (let table = 0; table < tableCount; table += 1) {
    const score = scores[table] ?? 0;
    if (score === 0) continue;
    const cover = Math.min(1, covered[table] ?? 0);
    if (cover === 0) continue;
    const bonus = parameters.coverage * cover ** parameters.coveragePower;
    scores[table] = score * (1 + bonus + (cover > 0.95 ? parameters.wholeName : 0));
  }
  return { scores, coverage };
}

/** Room to count in, kept with its index: made anew for every question it would be most of the garbage. */
interface Scratch {
  readonly covered: Float64Array;
  /** Of the concept at hand; what an earlier one left is told by `lastConcept`. */
  readonly best: Float64Array;
  readonly bestCovered: Float64Array;
  readonly lastConcept: Int32Array;
}

const scratches = new WeakMap<SchemaIndex, Scratch>();

function scratchOf(index: SchemaIndex, tableCount: number): Scratch {
  let scratch = scratches.get(index);
  if (scratch === undefined) {
    scratch = {
      covered: new Float64Array(tableCount),
      best: new Float64Array(tableCount),
      bestCovered: new Float64Array(tableCount),
      lastConcept: new Int32Array(tableCount),
    };
    scratches.set(index, scratch);
  }
  return scratch;
}

/** Rarity over all fields and over names only; words that only may stand for the concept do not make it common. */
function conceptRarity(concept: Concept, index: SchemaIndex, tableCount: number) {
  let frequency = concept.targets.length;
  let nameFrequency = 0;
  for (const { term, certainty } of concept.matches) {
    if (certainty < 0.55 && frequency > 0) continue;
    frequency = Math.max(frequency, (index.offsets[term + 1] ?? 0) - (index.offsets[term] ?? 0));
    nameFrequency = Math.max(nameFrequency, index.nameFrequencies[term] ?? 0);
  }
  const rarityOf = (count: number) => Math.log(1 + (tableCount - count + 0.5) / (count + 0.5));
  return { rarity: rarityOf(frequency), nameRarity: rarityOf(nameFrequency) };
}
