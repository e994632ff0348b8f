import type { z } from 'zod';
import { formatPath, nearest } from '../validation/index.ts';

/** One fault of a value against its schema, in words, with what was found and what would do. */
export interface SchemaProblem {
  /** `select_items[0].expr.op`; empty for the whole value. */
  readonly path: string;
  readonly message: string;
  readonly found: string | null;
  readonly expected: string | null;
  readonly suggestion: string | null;
}

/**
 * The faults zod found, one entry each, with did-you-mean for keys and words.
 *
 * @param knownKeys every key of the format, for suggestions
 */
export function describeSchemaIssues(
  error: z.ZodError,
  value: unknown,
  knownKeys: readonly string[],
): SchemaProblem[] {
  return error.issues.flatMap((issue) => describeIssue(issue, value, knownKeys));
}

function describeIssue(
  issue: z.core.$ZodIssue,
  value: unknown,
  knownKeys: readonly string[],
): SchemaProblem[] {
  const path = formatPath(pathOf(issue));
  const found = valueAt(value, issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: formatPath([...pathOf(issue), key]),
        message: `unknown key "${key}"`,
        found: key,
        expected: null,
        suggestion: nearest(key, knownKeys) ?? null,
      }));
    case 'invalid_value':
      return [
        {
          path,
          message: `${show(found)} is none of ${issue.values.map(String).join(', ')}`,
          found: show(found),
          expected: issue.values.map(String).join(' | '),
          suggestion:
            typeof found === 'string' ? (nearest(found, issue.values.map(String)) ?? null) : null,
        },
      ];
    case 'invalid_union': {
      const options = 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
      if (options.length > 0) {
        const words = options.map(String);
        return [
          {
            path,
            message: `${show(found)} is none of ${words.join(', ')}`,
            found: show(found),
            expected: words.join(' | '),
            suggestion: typeof found === 'string' ? (nearest(found, words) ?? null) : null,
          },
        ];
      }
      return [
        {
          path,
          message: `${show(found)} does not fit here`,
          found: show(found),
          expected: null,
          suggestion: null,
        },
      ];
    }
    case 'invalid_type':
      return [
        {
          path,
          message:
            found === undefined
              ? `missing; expected ${String(issue.expected)}`
              : `expected ${String(issue.expected)}, found ${show(found)}`,
          found: found === undefined ? null : show(found),
          expected: String(issue.expected),
          suggestion: null,
        },
      ];
    default:
      return [
        { path, message: issue.message, found: show(found), expected: null, suggestion: null },
      ];
  }
}

function pathOf(issue: z.core.$ZodIssue): (string | number)[] {
  return issue.path.filter((part) => typeof part !== 'symbol');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const part of path) {
    if (found === null || typeof found !== 'object') return undefined;
    found = (found as Record<PropertyKey, unknown>)[part];
  }
  return found;
}

/** A value in a message: short, and a name for what is not scalar. */
function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  }
  return String(value);
}
