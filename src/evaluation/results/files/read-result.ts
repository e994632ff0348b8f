import { parseFault } from '../../../validation/index.ts';
import { readCsvResult } from './csv-result.ts';
import { parseLosslessJson } from './lossless-cells.ts';
import { type FileResult, readResultValue, readRows, refuse } from './result-shape.ts';

export type ResultFormat = 'json' | 'jsonl' | 'csv';

/**
 * Reads a result from the text of a file: JSON (`{columns, rows}` or a list of rows), JSONL (a row per
 * line, after an optional line `{"columns": […]}`), or CSV with a header. The format follows the name's
 * ending, and the text itself where the name tells nothing. Numbers keep every digit.
 *
 * Throws `RESULT_FILE_INVALID` with the place in the file.
 */
export async function readResult(text: string, path: string): Promise<FileResult> {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (content.trim() === '') refuse(path, '', 'the file is empty');
  switch (formatOf(content, path)) {
    case 'json':
      return readResultValue(parseJson(content, path), path, '');
    case 'jsonl':
      return readJsonLines(content, path);
    case 'csv':
      return readCsvResult(content, path);
  }
}

function formatOf(text: string, path: string): ResultFormat {
  if (/\.json$/i.test(path)) return 'json';
  if (/\.(?:jsonl|ndjson)$/i.test(path)) return 'jsonl';
  if (/\.(?:csv|tsv)$/i.test(path)) return 'csv';
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return 'csv';
  return isOneValuePerLine(text) ? 'jsonl' : 'json';
}

/** Whether the first line is a JSON value by itself and more lines follow. */
function isOneValuePerLine(text: string): boolean {
  const lines = text.trim().split('\n', 2);
  if (lines.length < 2) return false;
  try {
    parseLosslessJson(lines[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Parses JSON, or throws with the parser's own place. */
export function parseJson(text: string, path: string, place = ''): unknown {
  try {
    return parseLosslessJson(text);
  } catch (error) {
    return refuse(path, place, `not JSON: ${parseFault(error).slice(0, 200)}`);
  }
}

function readJsonLines(text: string, path: string): FileResult {
  const values = text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), place: `line ${index + 1}` }))
    .filter(({ line }) => line !== '')
    .map(({ line, place }) => parseJson(line, path, place));
  const [first, ...rest] = values;
  if (isHeader(first)) return readResultValue({ ...first, rows: rest }, path, '');
  return readRows(values, null, path, '');
}

function isHeader(value: unknown): value is { columns: unknown[]; truncated?: unknown } {
  if (value === null || typeof value !== 'object') return false;
  const keys = Object.keys(value);
  return (
    Array.isArray((value as { columns?: unknown }).columns) &&
    keys.every((key) => key === 'columns' || key === 'truncated')
  );
}
