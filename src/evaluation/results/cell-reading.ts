import { type Cell, floatValue, type TaggedCell } from '../../catalog/index.ts';
import { exactKey } from './exact-number.ts';
import { jsonCellKey } from './json-key.ts';
import { NumberReading } from './number-reading.ts';
import {
  intervalKey,
  isPeriodLabel,
  parseDate,
  parseTemporalText,
  parseTime,
  parseTimestamp,
  periodLabelsOf,
  type Temporal,
  timetzKey,
} from './temporal.ts';

/** What a cell can be read as. `key` is one text per exact value within its kind. */
export type Reading =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly number: NumberReading }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** The finite number it spells, if it spells one. */
      readonly number: NumberReading | null;
      readonly temporal: Temporal | null;
      readonly isLabel: boolean;
      /** The period labels it begins with. */
      readonly labels: readonly string[];
    }
  | { readonly kind: 'temporal'; readonly temporal: Temporal; readonly labels: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly Cell[] }
  | { readonly kind: 'struct'; readonly fields: ReadonlyMap<string, Cell> }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Cell> }
  | { readonly kind: 'other'; readonly key: string };

/** Reads one cell. */
export function readCell(cell: Cell): Reading {
  if (cell === null) return { kind: 'null' };
  switch (typeof cell) {
    case 'boolean':
      return { kind: 'boolean', value: cell };
    case 'number':
      return { kind: 'number', number: new NumberReading(cell, !Number.isInteger(cell)) };
    case 'bigint':
      return { kind: 'number', number: new NumberReading(Number(cell), false, cell.toString()) };
    case 'string':
      return readText(cell);
    default:
      return isList(cell) ? { kind: 'list', items: cell } : readTagged(cell);
  }
}

function isList(cell: readonly Cell[] | TaggedCell): cell is readonly Cell[] {
  return Array.isArray(cell);
}

function readTagged(cell: TaggedCell): Reading {
  if ('$decimal' in cell) return { kind: 'number', number: readDecimal(cell.$decimal) };
  if ('$float' in cell) {
    return { kind: 'number', number: new NumberReading(floatValue(cell.$float), true) };
  }
  if ('$date' in cell) return readTemporal(parseDate(cell.$date), `date ${cell.$date}`, cell.$date);
  if ('$time' in cell) return readTemporal(parseTime(cell.$time), `time ${cell.$time}`, cell.$time);
  if ('$timestamp' in cell) return readTimestamp(cell.$timestamp);
  if ('$timestamptz' in cell) return readTimestamp(cell.$timestamptz);
  if ('$timetz' in cell) return { kind: 'other', key: `timetz ${timetzKey(cell.$timetz)}` };
  if ('$interval' in cell) return { kind: 'other', key: `interval ${intervalKey(cell.$interval)}` };
  if ('$bytes' in cell) return { kind: 'other', key: `bytes ${cell.$bytes.toLowerCase()}` };
  if ('$bit' in cell) return { kind: 'other', key: `bit ${cell.$bit}` };
  if ('$uuid' in cell) {
    return { kind: 'other', key: `uuid ${cell.$uuid.replace(/[-{}]/g, '').toLowerCase()}` };
  }
  if ('$json' in cell) return { kind: 'other', key: `json ${jsonCellKey(cell.$json)}` };
  if ('$struct' in cell) {
    return { kind: 'struct', fields: new Map(Object.entries(cell.$struct).sort(byText)) };
  }
  const entries = cell.$map.map(([key, value]): [string, Cell] => [cellKey(key), value]);
  return { kind: 'map', entries: new Map(entries.sort(byText)) };
}

function byText([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function readTimestamp(text: string): Reading {
  return readTemporal(parseTimestamp(text), `timestamp ${text}`, text);
}

/** A moment; `infinity` and what cannot be read stay what they spell. */
function readTemporal(temporal: Temporal | null, otherwise: string, text: string): Reading {
  return temporal
    ? { kind: 'temporal', temporal, labels: periodLabelsOf(text) }
    : { kind: 'other', key: otherwise.toLowerCase() };
}

function readText(text: string): Reading {
  return {
    kind: 'text',
    text: text.normalize('NFC'),
    number: readNumberText(text),
    temporal: parseTemporalText(text),
    isLabel: isPeriodLabel(text),
    labels: periodLabelsOf(text),
  };
}

/** Blanks around are no part of the number; leading zeros make it an identifier. */
const numberText =
  /^[ \t]*([-+]?(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][-+]?\d{1,3})?|[-+]?\.\d+(?:[eE][-+]?\d{1,3})?)[ \t]*$/;

function readNumberText(text: string): NumberReading | null {
  const first = text.charCodeAt(0);
  // Most text starts with a letter: not worth a regular expression.
  if (first > 57 || text.length > 4000) return null;
  const match = numberText.exec(text);
  const spelled = match?.[1];
  if (spelled === undefined) return null;
  return new NumberReading(Number(spelled), false, spelled);
}

function readDecimal(text: string): NumberReading {
  if (/^nan$/i.test(text)) return new NumberReading(Number.NaN, false);
  const value = Number(text);
  return new NumberReading(value, false, /\d/.test(text) ? text : null);
}

/** One text per exact value of a cell: two cells have equal keys when they are equal without any tolerance. */
export function cellKey(cell: Cell): string {
  if (typeof cell === 'string') return `s${JSON.stringify(cell.normalize('NFC'))}`;
  const reading = readCell(cell);
  switch (reading.kind) {
    case 'null':
      return 'null';
    case 'boolean':
      return String(reading.value);
    case 'number':
      return numberKey(reading.number);
    case 'text':
      return `s${JSON.stringify(reading.text)}`;
    case 'temporal':
      return `${reading.temporal.type} ${reading.temporal.key}`;
    case 'list':
      return `[${reading.items.map(cellKey).join(',')}]`;
    case 'struct':
      return `{${[...reading.fields].map(([name, value]) => `${JSON.stringify(name)}:${cellKey(value)}`).join(',')}}`;
    case 'map':
      return `<${[...reading.entries].map(([key, value]) => `${key}:${cellKey(value)}`).join(',')}>`;
    case 'other':
      return reading.key;
  }
}

export function numberKey(number: NumberReading): string {
  return number.isFinite ? `n${exactKey(number.exact)}` : `n${number.value}`;
}
