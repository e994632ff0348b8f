import type { Cell, ResultColumn, Row } from '../../../catalog/index.ts';
import { Nl2sqlError } from '../../../errors.ts';
import { readJsonCell } from './lossless-cells.ts';

/** A result as a file holds it. `columns` is null where there are neither names nor rows. */
export interface FileResult {
  readonly columns: readonly ResultColumn[] | null;
  readonly rows: readonly Row[];
  readonly truncated: boolean;
}

/** Throws that a file does not hold a result, with the place in it. */
export function refuse(path: string, place: string, problem: string): never {
  throw new Nl2sqlError('RESULT_FILE_INVALID', { path, place, problem });
}

/**
 * Reads `{columns, rows, truncated?}`, a list of rows as arrays, or a list of objects. `place` leads to it
 * within its file, for messages.
 */
export function readResultValue(value: unknown, path: string, place: string): FileResult {
  if (Array.isArray(value)) return readRows(value, null, path, place);
  if (value === null || typeof value !== 'object') {
    refuse(path, place, `expected {columns, rows}, found ${describeValue(value)}`);
  }
  const { columns, rows, truncated } = value as Record<string, unknown>;
  if (!Array.isArray(rows)) {
    refuse(path, place, `expected "rows" to be a list, found ${describeValue(rows)}`);
  }
  const named = readColumns(columns, path, place);
  return { ...readRows(rows, named, path, place), truncated: truncated === true };
}

function readColumns(value: unknown, path: string, place: string): ResultColumn[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) {
    refuse(path, place, `expected "columns" to be a list, found ${describeValue(value)}`);
  }
  return value.map((column, index): ResultColumn => {
    if (typeof column === 'string') return { name: column };
    const { name, type } = (column ?? {}) as { name?: unknown; type?: unknown };
    if (typeof name !== 'string') {
      refuse(path, place, `column ${index + 1} has no name, found ${describeValue(column)}`);
    }
    return typeof type === 'string' ? { name, type } : { name };
  });
}

/** Rows as arrays in column order, or as objects by column name. */
export function readRows(
  rows: readonly unknown[],
  columns: readonly ResultColumn[] | null,
  path: string,
  place: string,
): FileResult {
  const header = columns ?? headerOf(rows[0]);
  const width = header?.length ?? 0;
  const read = rows.map((row, index): Row => {
    const values = Array.isArray(row) ? row : valuesOf(row, header ?? [], path, at(place, index));
    if (values.length !== width) {
      refuse(
        path,
        at(place, index),
        `${values.length} cells, but ${columns ? `there are ${width} columns` : `the first row has ${width}`}`,
      );
    }
    return values.map((value, column): Cell => {
      const reading = readJsonCell(value);
      if (reading.ok) return reading.cell;
      return refuse(
        path,
        `${at(place, index)}, column "${header?.[column]?.name}"`,
        reading.reason,
      );
    });
  });
  return { columns: header, rows: read, truncated: false };
}

function at(place: string, index: number): string {
  return `${place === '' ? '' : `${place}, `}row ${index + 1}`;
}

function headerOf(first: unknown): ResultColumn[] | null {
  if (first === undefined) return null;
  if (Array.isArray(first)) return first.map((_, index) => ({ name: `column ${index + 1}` }));
  if (first === null || typeof first !== 'object') return [];
  return Object.keys(first).map((name) => ({ name }));
}

function valuesOf(
  row: unknown,
  header: readonly ResultColumn[],
  path: string,
  place: string,
): unknown[] {
  if (row === null || typeof row !== 'object') {
    refuse(path, place, `expected a list of cells or an object, found ${describeValue(row)}`);
  }
  const cells = row as Record<string, unknown>;
  const extra = Object.keys(cells).find((name) => !header.some((column) => column.name === name));
  if (extra !== undefined) refuse(path, place, `"${extra}" is no column of the first row`);
  return header.map(({ name }) => {
    if (!Object.hasOwn(cells, name)) refuse(path, place, `no cell for column "${name}"`);
    return cells[name];
  });
}

/** What was found, in a few words and without the data itself. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
