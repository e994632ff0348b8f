import { parse as parseLossless } from 'lossless-json';
import type { Cell, ResultSet } from '../../catalog/index.ts';
import { cellFromJson, parseNumberText } from '../../catalog/index.ts';
import { Nl2sqlError } from '../../errors.ts';
import { parseFault } from '../../validation/index.ts';

/** What a predictions file says for one case and role. */
export type Prediction = {
  readonly id: string;
  /** null stands for every role. */
  readonly role: string | null;
  readonly datasources?: readonly string[];
  readonly latencyMs?: number;
} & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'rows'; readonly result: ResultSet }
  | { readonly kind: 'refused' | 'unanswerable' | 'clarify'; readonly message?: string }
  | { readonly kind: 'error'; readonly message: string }
);

const answerKeys = ['sql', 'rows', 'refused', 'unanswerable', 'clarify', 'error'] as const;

/**
 * Reads a predictions file: JSONL or JSON of `{id, role?, sql | rows | refused | unanswerable | clarify |
 * error, datasources?}`, or a map `id → SQL`. Throws `PREDICTIONS_INVALID` with every problem.
 *
 * @example
 * parsePredictions('{"id":"q1","sql":"SELECT 1"}\n', 'p.jsonl'); // one prediction for every role
 */
export function parsePredictions(text: string, path: string): Prediction[] {
  const problems: string[] = [];
  const predictions: Prediction[] = [];
  const seen = new Map<string, string>();
  for (const { place, value } of records(text.replace(/^\uFEFF/, ''), problems)) {
    const prediction = readPrediction(value, (message) => problems.push(`${place}: ${message}`));
    if (prediction === null) continue;
    const key = JSON.stringify([prediction.id, prediction.role]);
    const earlier = seen.get(key);
    if (earlier !== undefined) {
      const role = prediction.role === null ? 'every role' : `role "${prediction.role}"`;
      problems.push(
        `${place}: a second prediction for "${prediction.id}" and ${role}; the first is at ${earlier}`,
      );
    }
    seen.set(key, place);
    predictions.push(prediction);
  }
  if (problems.length > 0) throw new Nl2sqlError('PREDICTIONS_INVALID', { path, problems });
  return predictions;
}

interface SourceRecord {
  readonly place: string;
  readonly value: unknown;
}

/** The records of either form: a JSON list, a JSON map of id → SQL, one object, or JSON lines. */
function records(text: string, problems: string[]): SourceRecord[] {
  const trimmed = text.trim();
  if (trimmed === '') {
    problems.push('the file is empty');
    return [];
  }
  const whole = tryParse(trimmed);
  if (whole.ok) {
    const { value } = whole;
    if (Array.isArray(value)) {
      return value.map((item, index) => ({ place: `entry ${index + 1}`, value: item }));
    }
    if (isMap(value)) {
      if (typeof value['id'] === 'string') return [{ place: 'line 1', value }];
      return Object.entries(value).map(([id, answer]) => ({
        place: `"${id}"`,
        value: isMap(answer) ? { id, ...answer } : { id, sql: answer },
      }));
    }
    problems.push('expected a list, a map id → SQL, or JSON lines');
    return [];
  }
  const found: SourceRecord[] = [];
  for (const [index, line] of trimmed.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const parsed = tryParse(line);
    if (parsed.ok) found.push({ place: `line ${index + 1}`, value: parsed.value });
    else problems.push(`line ${index + 1}: not JSON: ${parsed.message}`);
  }
  return found;
}

function tryParse(
  text: string,
):
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string } {
  try {
    return { ok: true, value: parseLossless(text, undefined, parseNumberText) };
  } catch (error) {
    return { ok: false, message: parseFault(error) };
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function readPrediction(value: unknown, report: (message: string) => void): Prediction | null {
  if (!isMap(value)) {
    report('expected an object with "id"');
    return null;
  }
  const id = value['id'];
  if (typeof id !== 'string') {
    report(`expected "id" to be text; found ${id === undefined ? 'nothing' : typeof id}`);
    return null;
  }
  const role = value['role'];
  if (role !== undefined && role !== null && typeof role !== 'string') {
    report(`"${id}": expected "role" to be text`);
    return null;
  }
  const given = answerKeys.filter((key) => value[key] !== undefined && value[key] !== false);
  const [kind] = given;
  if (kind === undefined || given.length > 1) {
    const found =
      kind === undefined ? `keys ${Object.keys(value).join(', ')}` : given.join(' and ');
    report(`"${id}": expected one of ${answerKeys.join(', ')}; found ${found}`);
    return null;
  }
  const datasources = value['datasources'];
  const isNameList = (list: unknown): list is string[] =>
    Array.isArray(list) && list.every((name) => typeof name === 'string');
  if (datasources !== undefined && !isNameList(datasources)) {
    report(`"${id}": expected "datasources" to be a list of names`);
    return null;
  }
  const latency = value['latency_ms'] ?? value['latencyMs'];
  const common = {
    id,
    role: role ?? null,
    ...(datasources === undefined ? {} : { datasources }),
    ...(typeof latency === 'number' ? { latencyMs: latency } : {}),
  };
  const answer = value[kind];
  switch (kind) {
    case 'sql':
      if (answer !== null && typeof answer !== 'string') {
        report(`"${id}": expected "sql" to be text`);
        return null;
      }
      return { ...common, kind: 'text', text: answer ?? '' };
    case 'rows': {
      const reading = readRows(answer);
      if (typeof reading === 'string') {
        report(`"${id}": ${reading}`);
        return null;
      }
      return { ...common, kind: 'rows', result: reading };
    }
    case 'error':
      return {
        ...common,
        kind,
        message: typeof answer === 'string' ? answer : JSON.stringify(answer),
      };
    default:
      return { ...common, kind, ...(typeof answer === 'string' ? { message: answer } : {}) };
  }
}

/** `{columns, rows}` or a list of maps; a message when it is neither. */
function readRows(value: unknown): ResultSet | string {
  if (Array.isArray(value)) {
    const [first] = value;
    const columns = isMap(first) ? Object.keys(first) : [];
    const rows: unknown[][] = [];
    for (const [index, row] of value.entries()) {
      if (!isMap(row)) return `rows[${index}]: expected a map of column to value`;
      const keys = Object.keys(row);
      if (keys.length !== columns.length || columns.some((name) => !(name in row))) {
        return `rows[${index}]: expected the columns ${columns.join(', ')}; found ${keys.join(', ')}`;
      }
      rows.push(columns.map((name) => row[name]));
    }
    return readCells(columns, rows);
  }
  if (isMap(value) && Array.isArray(value['columns']) && Array.isArray(value['rows'])) {
    const columns = value['columns'].map((column: unknown) =>
      isMap(column) ? String(column['name']) : String(column),
    );
    for (const [index, row] of value['rows'].entries()) {
      if (!Array.isArray(row) || row.length !== columns.length) {
        return `rows[${index}]: expected a list of ${columns.length} values`;
      }
    }
    return readCells(columns, value['rows'] as unknown[][]);
  }
  return 'expected "rows" to be {columns, rows} or a list of maps';
}

function readCells(columns: readonly string[], rows: readonly unknown[][]): ResultSet | string {
  const read: Cell[][] = [];
  for (const [index, row] of rows.entries()) {
    const cells: Cell[] = [];
    for (const value of row) {
      const reading = isNumberCell(value)
        ? { ok: true as const, cell: value }
        : cellFromJson(value);
      if (!reading.ok) return `rows[${index}]: ${reading.reason}`;
      cells.push(reading.cell);
    }
    read.push(cells);
  }
  return { columns: columns.map((name) => ({ name })), rows: read, truncated: false };
}

/** What the lossless parser made of a number is a cell already. */
function isNumberCell(value: unknown): value is Cell {
  return isMap(value) && ('$decimal' in value || '$float' in value);
}
