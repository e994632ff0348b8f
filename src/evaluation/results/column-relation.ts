import type { CellInterner } from './cell-interner.ts';
import type { Reading } from './cell-reading.ts';
import { type CellRules, readingAnswers } from './cell-relation.ts';
import type { ColumnContent } from './column-content.ts';
import {
  answerRange,
  compareToBound,
  type NumberBound,
  type NumberRange,
  noiseRadius,
} from './number-range.ts';
import { compareNumbers, type NumberReading } from './number-reading.ts';
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

interface NumberList {
  readonly positions: readonly number[];
  readonly numbers: readonly NumberReading[];
  readonly values: Float64Array;
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

/**
 * Lists of numbers by how they may answer. One list is enough, and quickest, unless double noise reaches
 * beyond the tolerance (only doubles answer so) or gold has texts that spell numbers (texts do not).
 */
interface NumberLists {
  readonly typed: number;
  readonly doubles: number;
  readonly texts: number;
}

const none: readonly number[] = [];

function numberListsFor(gold: readonly Reading[], rules: CellRules): NumberLists {
  const isNoisy =
    !rules.tolerance &&
    gold.some(
      (reading) =>
        reading.kind === 'number' &&
        reading.number.isDouble &&
        noiseRadius(reading.number.value) > 0.005,
    );
  const hasText = gold.some((reading) => reading.kind === 'text' && reading.number !== null);
  return { typed: 0, doubles: isNoisy ? 1 : 0, texts: hasText ? 2 : 0 };
}

function indexPredicted(
  variants: Int32Array,
  goldReadings: readonly Reading[],
  interner: CellInterner,
  rules: CellRules,
) {
  const goldCount = goldReadings.length;
  const listFor = numberListsFor(goldReadings, rules);
  const members: { position: number; number: NumberReading }[][] = [[], [], []];
  const byClass = new Map<number, number[]>();
  const byKey = new Map<string, number[]>();
  const register = (key: string, position: number) => {
    const list = byKey.get(key);
    if (list) list.push(position);
    else byKey.set(key, [position]);
  };
  variants.forEach((variant, position) => {
    const reading = interner.readingOf(variant);
    if (reading.kind === 'number' && reading.number.isFinite) {
      const list = reading.number.isDouble ? listFor.doubles : listFor.typed;
      members[list]?.push({ position, number: reading.number });
      if (rules.isLenient) for (const key of flagKeys(reading.number)) register(key, position);
      return;
    }
    const classVariant = interner.classOf(variant);
    const sameClass = byClass.get(classVariant);
    if (sameClass) sameClass.push(position);
    else byClass.set(classVariant, [position]);
    if (reading.kind === 'text' && reading.number) {
      members[listFor.texts]?.push({ position, number: reading.number });
    }
    for (const key of keysOfPredicted(reading, rules)) register(key, position);
  });
  const lists = members.map((list): NumberList => {
    list.sort((a, b) => compareNumbers(a.number, b.number));
    return {
      positions: list.map((member) => member.position),
      numbers: list.map((member) => member.number),
      values: Float64Array.from(list, (member) => member.number.value),
      from: new Int32Array(goldCount),
      to: new Int32Array(goldCount),
    };
  });
  const listOf = new Int32Array(variants.length).fill(-1);
  const rankOf = new Int32Array(variants.length);
  lists.forEach((list, number) => {
    list.positions.forEach((position, rank) => {
      listOf[position] = number;
      rankOf[position] = rank;
    });
  });

  const markTyped = (position: number, range: NumberRange) => {
    for (const number of new Set([listFor.typed, listFor.doubles])) {
      const list = lists[number];
      if (list) markRange(list, position, range);
    }
  };

  /** Marks the stretches of numbers that answer; returns everything else that does. */
  function find(position: number, reading: Reading, classVariant: number) {
    let work = 1;
    if (reading.kind === 'number' && reading.number.isFinite) {
      const range = answerRange(reading.number, rules.tolerance);
      for (const list of lists) markRange(list, position, range);
      const list = lists[listFor.doubles];
      if (list && listFor.doubles !== listFor.typed && reading.number.isDouble) {
        markNoise(list, position, reading.number.value);
      }
    } else if (reading.kind === 'text' && reading.number) {
      const range = answerRange(reading.number, rules.tolerance);
      markTyped(position, range);
    }
    const sameClass =
      reading.kind === 'number' && reading.number.isFinite
        ? none
        : (byClass.get(classVariant) ?? none);
    const found = new Set<number>();
    for (const key of keysOfGold(reading, rules)) {
      for (const candidate of byKey.get(key) ?? none) {
        work++;
        const value = interner.readingOf(variants[candidate] ?? 0);
        if (readingAnswers(reading, value, rules)) found.add(candidate);
      }
    }
    if (found.size > 0) for (const candidate of sameClass) found.add(candidate);
    const others = found.size > 0 ? [...found] : sameClass;
    const isAnswered =
      others.length > 0 ||
      lists.some((list) => (list.from[position] ?? 0) < (list.to[position] ?? 0));
    return { others, isAnswered, work };
  }
  return { lists, listOf, rankOf, find };
}

/** Keys under which a predicted value may be found; what is found is then judged by the cell rules. */
function keysOfPredicted(reading: Reading, rules: CellRules): string[] {
  switch (reading.kind) {
    case 'text':
    case 'temporal': {
      const keys: string[] = [];
      const { temporal } = reading;
      if (temporal) {
        keys.push(`${temporal.type} ${temporal.key}`);
        if (rules.isLenient && temporal.midnightOf !== null) {
          keys.push(`midnight ${temporal.midnightOf}`);
        }
      }
      if (rules.isLenient) for (const label of reading.labels) keys.push(`label ${label}`);
      return keys;
    }
    case 'boolean':
      return rules.isLenient ? [`is flag ${reading.value}`] : [];
    case 'list':
    case 'struct':
    case 'map':
      return [shapeOf(reading)];
    case 'null':
    case 'number':
    case 'other':
      return [];
  }
}

function keysOfGold(reading: Reading, rules: CellRules): string[] {
  switch (reading.kind) {
    case 'text': {
      const keys = reading.temporal ? keysOfMoment(reading.temporal, rules) : [];
      if (rules.isLenient && reading.isLabel) keys.push(`label ${reading.text}`);
      return keys;
    }
    case 'temporal':
      return keysOfMoment(reading.temporal, rules);
    case 'number':
      // Numbers answer numbers by stretches; a flag key would find them twice.
      return rules.isLenient ? flagKeys(reading.number).map((key) => `is ${key}`) : [];
    case 'boolean':
      return rules.isLenient ? [`flag ${reading.value}`] : [];
    case 'list':
    case 'struct':
    case 'map':
      return [shapeOf(reading)];
    case 'null':
    case 'other':
      return [];
  }
}

function keysOfMoment(
  temporal: { type: string; key: string; midnightOf: string | null },
  rules: CellRules,
): string[] {
  const keys = [`${temporal.type} ${temporal.key}`];
  if (rules.isLenient && temporal.midnightOf !== null) keys.push(`midnight ${temporal.midnightOf}`);
  return keys;
}

function flagKeys(number: NumberReading): string[] {
  return number.value === 0 || number.value === 1 ? [`flag ${number.value === 1}`] : [];
}

function shapeOf(reading: Extract<Reading, { kind: 'list' | 'struct' | 'map' }>): string {
  switch (reading.kind) {
    case 'list':
      return `list ${reading.items.length}`;
    case 'struct':
      return `struct ${JSON.stringify([...reading.fields.keys()])}`;
    case 'map':
      return `map ${JSON.stringify([...reading.entries.keys()])}`;
  }
}

function markRange(list: NumberList, position: number, { low, high }: NumberRange): void {
  const count = list.numbers.length;
  if (count === 0) return;
  list.from[position] = firstRank(list, low, (order) => order >= 0);
  list.to[position] = firstRank(list, high, (order) => order > 0);
}

/** The first rank past a bound: by doubles, then by exact digits where these are too close. */
function firstRank(list: NumberList, bound: NumberBound, isPast: (order: number) => boolean) {
  const start = bound.approx - bound.slack;
  let rank = Number.isNaN(start) ? 0 : lowerBound(list.values, start);
  for (let number = list.numbers[rank]; number; number = list.numbers[rank]) {
    if (isPast(compareToBound(number, bound))) break;
    rank++;
  }
  return rank;
}

/** Widens a stretch of doubles by four units in the last place. */
function markNoise(list: NumberList, position: number, value: number): void {
  const noise = noiseRadius(value);
  const from = lowerBound(list.values, value - noise);
  let to = from;
  while ((list.values[to] ?? Number.POSITIVE_INFINITY) <= value + noise) to++;
  if (from >= to) return;
  const isEmpty = (list.from[position] ?? 0) >= (list.to[position] ?? 0);
  list.from[position] = isEmpty ? from : Math.min(from, list.from[position] ?? 0);
  list.to[position] = isEmpty ? to : Math.max(to, list.to[position] ?? 0);
}

/** The first rank whose value is at least `wanted`. */
function lowerBound(values: Float64Array, wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) >= wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

function findComponents(
  goldCount: number,
  predictedCount: number,
  lists: readonly NumberList[],
  others: readonly (readonly number[])[],
) {
  const parents = new Int32Array(goldCount + predictedCount);
  for (let node = 0; node < parents.length; node++) parents[node] = node;
  const rootOf = (node: number): number => {
    let root = node;
    while ((parents[root] ?? root) !== root) {
      parents[root] = parents[parents[root] ?? root] ?? root;
      root = parents[root] ?? root;
    }
    return root;
  };
  const unite = (a: number, b: number) => {
    parents[rootOf(a)] = rootOf(b);
  };
  const degrees = new Int32Array(goldCount);
  for (const list of lists) {
    // Neighbours in rank that some stretch covers together hang together.
    const covered = new Int32Array(list.positions.length + 1);
    for (let position = 0; position < goldCount; position++) {
      const from = list.from[position] ?? 0;
      const to = list.to[position] ?? 0;
      if (from >= to) continue;
      degrees[position] = (degrees[position] ?? 0) + to - from;
      unite(position, goldCount + (list.positions[from] ?? 0));
      covered[from] = (covered[from] ?? 0) + 1;
      covered[to - 1] = (covered[to - 1] ?? 0) - 1;
    }
    let open = 0;
    for (let rank = 0; rank + 1 < list.positions.length; rank++) {
      open += covered[rank] ?? 0;
      if (open > 0) {
        unite(goldCount + (list.positions[rank] ?? 0), goldCount + (list.positions[rank + 1] ?? 0));
      }
    }
  }
  others.forEach((found, position) => {
    degrees[position] = (degrees[position] ?? 0) + found.length;
    for (const value of found) unite(position, goldCount + value);
  });

  const codeOfRoot = new Map<number, number>();
  const gold = new Int32Array(goldCount).fill(-1);
  for (let position = 0; position < goldCount; position++) {
    if ((degrees[position] ?? 0) === 0) continue;
    const root = rootOf(position);
    const code = codeOfRoot.get(root) ?? codeOfRoot.size;
    codeOfRoot.set(root, code);
    gold[position] = code;
  }
  const predicted = new Int32Array(predictedCount);
  const sizes = new Int32Array(codeOfRoot.size);
  for (let value = 0; value < predictedCount; value++) {
    const code = codeOfRoot.get(rootOf(goldCount + value)) ?? -1;
    predicted[value] = code;
    if (code >= 0) sizes[code] = (sizes[code] ?? 0) + 1;
  }
  const incomplete = new Set<number>();
  gold.forEach((code, position) => {
    if (code >= 0 && (degrees[position] ?? 0) !== sizes[code]) incomplete.add(code);
  });
  return { gold, predicted, incomplete };
}
