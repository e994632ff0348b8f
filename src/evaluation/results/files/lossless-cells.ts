import { parse } from 'lossless-json';
import { type Cell, cellFromJson, parseNumberText } from '../../../catalog/index.ts';
import { exactKey, exactOfDouble, parseExactNumber } from '../exact-number.ts';

/** A number that a JavaScript number cannot hold as it was written. */
class WrittenNumber {
  readonly text: string;
  readonly cell: Cell;

  constructor(text: string, cell: Cell) {
    this.text = text;
    this.cell = cell;
  }
}

/**
 * Parses JSON without losing a digit: what a number cannot hold stays as written until it is read as a
 * cell by {@link readJsonCell}. Throws a SyntaxError that names the place.
 */
export function parseLosslessJson(text: string): unknown {
  return parse(text, undefined, (digits) => {
    const cell = parseNumberText(digits);
    return typeof cell === 'number' ? cell : new WrittenNumber(digits, cell);
  });
}

/** Reads a parsed value as a cell, or says why it is none. */
export function readJsonCell(
  value: unknown,
): { readonly ok: true; readonly cell: Cell } | { readonly ok: false; readonly reason: string } {
  if (value === null || typeof value === 'string' || typeof value === 'number') {
    return { ok: true, cell: value };
  }
  return cellFromJson(withCells(value));
}

/** Puts cells in the place of written numbers, outside of `$json`. */
function withCells(value: unknown): unknown {
  if (value instanceof WrittenNumber) return value.cell;
  if (Array.isArray(value)) return value.map(withCells);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === '$json' ? jsonContent(child) : withCells(child),
    ]),
  );
}

/** A JSON value, or its text where a number would lose digits. */
function jsonContent(value: unknown): unknown {
  return losesDigits(value) ? jsonText(value) : withNumbers(value);
}

function losesDigits(value: unknown): boolean {
  if (value instanceof WrittenNumber) {
    const exact = parseExactNumber(value.text);
    const near = Number(value.text);
    return !exact || !Number.isFinite(near) || exactKey(exact) !== exactKey(exactOfDouble(near));
  }
  if (value === null || typeof value !== 'object') return false;
  return Object.values(value).some(losesDigits);
}

function withNumbers(value: unknown): unknown {
  if (value instanceof WrittenNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withNumbers(child)]));
}

function jsonText(value: unknown): string {
  if (value instanceof WrittenNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, child]) => `${JSON.stringify(key)}:${jsonText(child)}`,
  );
  return `{${entries.join(',')}}`;
}

/** The plain number of a parsed value, for settings beside rows; undefined for what is none. */
export function plainNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return value instanceof WrittenNumber ? Number(value.text) : undefined;
}
