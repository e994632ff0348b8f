import type { Cell } from '../../../catalog/index.ts';
import { type Reading, readCell } from '../cell-reading.ts';
import { secondsOf } from '../temporal.ts';
import type { HintCode } from '../verdict.ts';
import { withoutInvisible } from './display-cell.ts';

/** Two cells that should be the same and are not. */
export interface CellPair {
  readonly gold: Cell;
  readonly predicted: Cell;
}

export interface ColumnHint {
  readonly code: HintCode;
  /** What is the matter, to follow the column's name. */
  readonly words: string;
}

/** One explanation that holds for every differing cell of a column; null when none does. */
export function explainColumn(pairs: readonly CellPair[]): ColumnHint | null {
  const readings = pairs.map(({ gold, predicted }) => ({
    gold: readCell(gold),
    predicted: readCell(predicted),
  }));
  for (const explain of explanations) {
    const hint = explain(readings);
    if (hint) return hint;
  }
  return null;
}

interface ReadingPair {
  readonly gold: Reading;
  readonly predicted: Reading;
}

type Explanation = (pairs: readonly ReadingPair[]) => ColumnHint | null;

const explanations: readonly Explanation[] = [
  nullValue,
  textDifference,
  oneFactor,
  fewerDecimals,
  timeShift,
  onlyTypes,
];

function nullValue(pairs: readonly ReadingPair[]): ColumnHint | null {
  const kinds = pairs.map(({ gold, predicted }) => {
    const other = gold.kind === 'null' ? predicted : predicted.kind === 'null' ? gold : null;
    if (!other) return null;
    const value = plainZero(other);
    return value && (gold.kind === 'null' ? `NULL in gold, ${value}` : `${value} in gold, NULL`);
  });
  const [first] = kinds;
  if (!first || kinds.some((kind) => kind !== first)) return null;
  return { code: 'null-value', words: `${first} in the prediction` };
}

function plainZero(reading: Reading): string | null {
  if (reading.kind === 'number') return reading.number.value === 0 ? '0' : null;
  if (reading.kind !== 'text') return null;
  return reading.text === '' ? "''" : null;
}

function textDifference(pairs: readonly ReadingPair[]): ColumnHint | null {
  const texts = pairs.map(({ gold, predicted }) =>
    gold.kind === 'text' && predicted.kind === 'text' ? [gold.text, predicted.text] : null,
  );
  const isSame = (normal: (text: string) => string) =>
    texts.every((pair) => pair !== null && normal(pair[0] ?? '') === normal(pair[1] ?? ''));
  if (isSame((text) => text.toLowerCase()))
    return { code: 'case', words: 'only letter case differs' };
  if (isSame((text) => text.replace(/ +/g, ' ').trim())) {
    return { code: 'blanks', words: 'only blanks differ' };
  }
  if (isSame((text) => withoutInvisible(text).replace(/ +/g, ' ').trim())) {
    return { code: 'invisible', words: 'only invisible characters differ' };
  }
  if (isSame((text) => withoutInvisible(text).replace(/ +/g, ' ').trim().toLowerCase())) {
    return { code: 'case', words: 'only letter case and blanks differ' };
  }
  return null;
}

function numbersOf(pairs: readonly ReadingPair[]): [number, number][] | null {
  const numbers: [number, number][] = [];
  for (const { gold, predicted } of pairs) {
    const a = gold.kind === 'number' || gold.kind === 'text' ? gold.number?.value : undefined;
    const b =
      predicted.kind === 'number' || predicted.kind === 'text'
        ? predicted.number?.value
        : undefined;
    if (a === undefined || b === undefined || !Number.isFinite(a) || !Number.isFinite(b))
      return null;
    numbers.push([a, b]);
  }
  return numbers;
}

/** Factors people meet: percent, thousands, cents, a sign, minutes, kilobytes. */
const knownFactors = [
  100,
  0.01,
  1000,
  0.001,
  1e6,
  1e-6,
  -1,
  10,
  0.1,
  60,
  1 / 60,
  3600,
  1 / 3600,
  1024,
  2,
  0.5,
];

function oneFactor(pairs: readonly ReadingPair[]): ColumnHint | null {
  const numbers = numbersOf(pairs);
  const first = numbers?.find(([gold]) => gold !== 0);
  if (!numbers || !first) return null;
  const ratio = first[1] / first[0];
  const known = knownFactors.find((factor) => Math.abs(ratio / factor - 1) < 0.01);
  const factor = known ?? ratio;
  const holds = numbers.every(([gold, predicted]) => {
    const expected = gold * factor;
    return (
      Math.abs(predicted - expected) <=
      Math.max(Math.abs(expected) * 1e-6, Math.abs(factor) * 0.005)
    );
  });
  const isConvincing = known !== undefined || numbers.filter(([gold]) => gold !== 0).length >= 3;
  if (!holds || !isConvincing || factor === 0 || factor === 1) return null;
  const shown = Number(factor.toPrecision(6));
  return { code: 'factor', words: `every value is gold × ${shown}` };
}

function fewerDecimals(pairs: readonly ReadingPair[]): ColumnHint | null {
  const numbers = numbersOf(pairs);
  if (!numbers) return null;
  const decimals = Math.max(
    ...pairs.map(({ gold }) =>
      gold.kind === 'number' || gold.kind === 'text' ? (gold.number?.decimals ?? 0) : 0,
    ),
  );
  for (const fewer of [decimals - 1, 0]) {
    if (fewer < 0 || fewer > 12 || decimals === 0) continue;
    const unit = 10 ** -fewer;
    if (numbers.every(([gold, predicted]) => Math.abs(gold - predicted) <= unit / 2)) {
      const place =
        fewer === 0 ? 'as whole numbers' : `at ${fewer} decimal${fewer === 1 ? '' : 's'}`;
      return { code: 'decimals', words: `the values match ${place}` };
    }
  }
  return null;
}

function timeShift(pairs: readonly ReadingPair[]): ColumnHint | null {
  const shifts = pairs.map(({ gold, predicted }) => {
    const a = gold.kind === 'text' || gold.kind === 'temporal' ? gold.temporal : null;
    const b =
      predicted.kind === 'text' || predicted.kind === 'temporal' ? predicted.temporal : null;
    const from = a && secondsOf(a.key);
    const to = b && secondsOf(b.key);
    return from === null || to === null ? null : to - from;
  });
  const [shift] = shifts;
  if (shift === null || shift === undefined || shift === 0) return null;
  if (shifts.some((other) => other !== shift)) return null;
  const [size, unit] = shift % 86_400 === 0 ? [shift / 86_400, 'day'] : [shift / 3600, 'hour'];
  if (!Number.isInteger(size * 4)) return null;
  const count = Math.abs(size);
  return {
    code: 'time-shift',
    words: `every value is ${count} ${unit}${count === 1 ? '' : 's'} ${size > 0 ? 'later' : 'earlier'}`,
  };
}

function onlyTypes(pairs: readonly ReadingPair[]): ColumnHint | null {
  const isSame = pairs.every(({ gold, predicted }) => {
    const a = plainText(gold);
    return a !== null && a === plainText(predicted);
  });
  if (!isSame) return null;
  const [first] = pairs;
  const kinds =
    first && `${kindOf(first.gold)} in gold, ${kindOf(first.predicted)} in the prediction`;
  return { code: 'types', words: `only the type differs: ${kinds}` };
}

function kindOf(reading: Reading): string {
  if (reading.kind === 'other') return reading.key.split(' ')[0] ?? 'value';
  return reading.kind === 'temporal' ? reading.temporal.type : reading.kind;
}

/** The value without its type: 007 and 7, 't' and true, hex text and bytes, a UUID and its text. */
function plainText(reading: Reading): string | null {
  switch (reading.kind) {
    case 'text': {
      const text = reading.text.trim().toLowerCase();
      if (text === 't' || text === 'yes') return 'true';
      if (text === 'f' || text === 'no') return 'false';
      const isNumber = text !== '' && Number.isFinite(Number(text.replaceAll(',', '')));
      if (isNumber) return String(Number(text.replaceAll(',', '')));
      return text.replace(/^\\x|^0x/, '').replace(/[-{}\s:t.]/g, '');
    }
    case 'number':
      return String(reading.number.value);
    case 'boolean':
      return String(reading.value);
    case 'temporal':
      return reading.temporal.key.toLowerCase().replace(/[-\s:t.]/g, '');
    case 'other':
      return reading.key.replace(/^[a-z]+ /, '').replace(/[-{}\s:t.]/g, '');
    case 'null':
    case 'list':
    case 'struct':
    case 'map':
      return null;
  }
}
