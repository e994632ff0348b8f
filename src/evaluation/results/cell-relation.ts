import type { Cell } from '../../catalog/index.ts';
import { numberKey, type Reading, readCell } from './cell-reading.ts';
import { numberAnswers } from './number-range.ts';
import type { NumberReading } from './number-reading.ts';
import type { NumberTolerance } from './verdict.ts';

/** The rules under which a predicted cell answers a gold cell. */
export interface CellRules {
  readonly isLenient: boolean;
  readonly tolerance: NumberTolerance | null;
}

/** Whether a predicted cell answers a gold cell. The relation is neither symmetric nor transitive. */
export function cellAnswers(gold: Cell, predicted: Cell, rules: CellRules): boolean {
  return readingAnswers(readCell(gold), readCell(predicted), rules);
}

/** As {@link cellAnswers}, for cells that were read before. */
export function readingAnswers(gold: Reading, predicted: Reading, rules: CellRules): boolean {
  if (gold.kind === 'number') {
    if (predicted.kind === 'number') {
      return numberAnswers(gold.number, predicted.number, rules.tolerance);
    }
    if (predicted.kind === 'text' && predicted.number) {
      return numberAnswers(gold.number, predicted.number, rules.tolerance);
    }
    return rules.isLenient && predicted.kind === 'boolean' && isFlag(gold.number, predicted.value);
  }
  if (gold.kind === 'text') return textAnswered(gold, predicted, rules);
  if (gold.kind === 'temporal') {
    if (predicted.kind !== 'temporal' && predicted.kind !== 'text') return false;
    const other = predicted.temporal;
    return other !== null && momentsMatch(gold.temporal, other, rules.isLenient);
  }
  switch (gold.kind) {
    case 'null':
      return predicted.kind === 'null';
    case 'boolean':
      if (predicted.kind === 'boolean') return gold.value === predicted.value;
      return rules.isLenient && predicted.kind === 'number' && isFlag(predicted.number, gold.value);
    case 'list':
      return (
        predicted.kind === 'list' &&
        gold.items.length === predicted.items.length &&
        gold.items.every((item, index) => cellAnswers(item, predicted.items[index] ?? null, rules))
      );
    case 'struct':
      return predicted.kind === 'struct' && fieldsAnswer(gold.fields, predicted.fields, rules);
    case 'map':
      return predicted.kind === 'map' && fieldsAnswer(gold.entries, predicted.entries, rules);
    case 'other':
      return predicted.kind === 'other' && gold.key === predicted.key;
  }
}

function textAnswered(
  gold: Extract<Reading, { kind: 'text' }>,
  predicted: Reading,
  rules: CellRules,
): boolean {
  if (predicted.kind === 'text') {
    if (gold.text === predicted.text) return true;
    return rules.isLenient && gold.isLabel && predicted.labels.includes(gold.text);
  }
  if (predicted.kind === 'number') {
    return gold.number !== null && numberAnswers(gold.number, predicted.number, rules.tolerance);
  }
  if (predicted.kind !== 'temporal') return false;
  if (gold.temporal && momentsMatch(gold.temporal, predicted.temporal, rules.isLenient))
    return true;
  return rules.isLenient && gold.isLabel && predicted.labels.includes(gold.text);
}

function momentsMatch(
  a: { type: string; key: string; midnightOf: string | null },
  b: { type: string; key: string; midnightOf: string | null },
  isLenient: boolean,
): boolean {
  if (a.type === b.type) return a.key === b.key;
  return isLenient && a.midnightOf !== null && a.midnightOf === b.midnightOf;
}

function fieldsAnswer(
  gold: ReadonlyMap<string, Cell>,
  predicted: ReadonlyMap<string, Cell>,
  rules: CellRules,
): boolean {
  if (gold.size !== predicted.size) return false;
  for (const [name, cell] of gold) {
    const other = predicted.get(name);
    if (other === undefined || !cellAnswers(cell, other, rules)) return false;
  }
  return true;
}

function isFlag(number: NumberReading, flag: boolean): boolean {
  return number.value === (flag ? 1 : 0) && numberKey(number) === (flag ? 'n1e0' : 'n0');
}
