import type { CompareOptions, OrderKey } from '../verdict.ts';
import { plainNumber } from './lossless-cells.ts';
import { parseJson } from './read-result.ts';
import { describeValue, type FileResult, readResultValue, refuse } from './result-shape.ts';

/** One example: two results, how to compare them, and what must come out. */
export interface ComparisonCase {
  readonly id: string;
  readonly gold: FileResult;
  readonly predicted: FileResult;
  readonly options: CompareOptions;
  readonly expectStrict: boolean | null;
  readonly expectLenient: boolean | null;
  readonly isDebatable: boolean;
  readonly why: string;
}

/**
 * Reads a file of comparison cases: `{cases: [{id, gold, predicted, order_matters, order_keys?,
 * alternatives?, tolerance?, boundary_tie?, expect_strict?, expect_lenient?, why?, debatable?}]}`, or the
 * list alone. Throws `RESULT_FILE_INVALID` with the case's id.
 */
export function readCaseFile(text: string, path: string): ComparisonCase[] {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (content.trim() === '') refuse(path, '', 'the file is empty');
  const value = parseJson(content, path);
  const cases = Array.isArray(value) ? value : (value as { cases?: unknown } | null)?.cases;
  if (!Array.isArray(cases)) refuse(path, '', 'expected {cases: […]} or a list of cases');
  return cases.map((item, index) => readCase(item, path, index));
}

function readCase(item: unknown, path: string, index: number): ComparisonCase {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) {
    refuse(path, `case ${index + 1}`, `expected an object, found ${describeValue(item)}`);
  }
  const fields = item as Record<string, unknown>;
  const id = typeof fields['id'] === 'string' ? fields['id'] : `case ${index + 1}`;
  const gold = readResultValue(fields['gold'], path, `${id}: gold`);
  const predicted = readResultValue(fields['predicted'], path, `${id}: predicted`);
  const alternatives = fields['alternatives'] ?? [];
  if (!Array.isArray(alternatives)) {
    refuse(path, id, `expected "alternatives" to be a list, found ${describeValue(alternatives)}`);
  }
  const tie = fields['boundary_tie'];
  const tolerance = readTolerance(fields['tolerance']);
  return {
    id,
    gold,
    predicted,
    options: {
      orderMatters: fields['order_matters'] === true,
      orderKeys: readOrderKeys(fields['order_keys'], gold, path, id),
      alternatives: alternatives.map((alternative, nth) =>
        readResultValue(alternative, path, `${id}: alternative ${nth + 1}`),
      ),
      ...(tolerance ? { tolerance } : {}),
      ...(tie === undefined || tie === null
        ? {}
        : { boundaryTie: readResultValue(tie, path, `${id}: boundary_tie`) }),
    },
    expectStrict: readFlag(fields['expect_strict']),
    expectLenient: readFlag(fields['expect_lenient']),
    isDebatable: fields['debatable'] === true,
    why: typeof fields['why'] === 'string' ? fields['why'] : '',
  };
}

function readFlag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

function readTolerance(value: unknown): CompareOptions['tolerance'] | null {
  if (value === null || typeof value !== 'object') {
    const absolute = plainNumber(value);
    return absolute === undefined ? null : { absolute };
  }
  const { absolute, relative } = value as Record<string, unknown>;
  const bounds = { absolute: plainNumber(absolute), relative: plainNumber(relative) };
  return {
    ...(bounds.absolute === undefined ? {} : { absolute: bounds.absolute }),
    ...(bounds.relative === undefined ? {} : { relative: bounds.relative }),
  };
}

/** Positions from 0, column names, or `{column, direction}` of either. */
function readOrderKeys(
  value: unknown,
  gold: FileResult,
  path: string,
  id: string,
): readonly OrderKey[] | 'unknown' {
  if (value === undefined || value === null || value === 'unknown') return 'unknown';
  if (!Array.isArray(value)) {
    refuse(path, id, `expected "order_keys" to be a list, found ${describeValue(value)}`);
  }
  return value.map((key): OrderKey => {
    const isPlain = typeof key === 'number' || typeof key === 'string';
    const { column, direction } = isPlain
      ? { column: key, direction: undefined }
      : ((key ?? {}) as { column?: unknown; direction?: unknown });
    const position =
      typeof column === 'string'
        ? (gold.columns?.findIndex(({ name }) => name === column) ?? -1)
        : column;
    const width = gold.columns?.length ?? 0;
    if (typeof position !== 'number' || position < 0 || position >= width) {
      refuse(path, id, `order key ${JSON.stringify(key)} is none of gold's ${width} columns`);
    }
    return direction === 'asc' || direction === 'desc'
      ? { column: position, direction }
      : { column: position };
  });
}
