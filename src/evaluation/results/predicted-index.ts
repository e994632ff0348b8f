import { flagKeys, keysOfGold, keysOfPredicted } from './answer-keys.ts';
import type { CellInterner } from './cell-interner.ts';
import type { Reading } from './cell-reading.ts';
import { type CellRules, readingAnswers } from './cell-relation.ts';
import { createNumberList, markNoise, markRange, type RankedNumber } from './number-list.ts';
import { answerRange, type NumberRange, noiseRadius } from './number-range.ts';

/**
 * The distinct values of a predicted column, ready to be asked which of them answer a gold value: numbers
 * in sorted lists, everything else by class and by keys.
 */
export function indexPredicted(
  variants: Int32Array,
  goldReadings: readonly Reading[],
  interner: CellInterner,
  rules: CellRules,
) {
  const goldCount = goldReadings.length;
  const listFor = numberListsFor(goldReadings, rules);
  const members: RankedNumber[][] = [[], [], []];
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
  const lists = members.map((list) => createNumberList(list, goldCount));
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
