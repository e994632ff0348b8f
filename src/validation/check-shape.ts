import { z } from 'zod';
import { nearest } from './nearest.ts';

/** One thing wrong with a value from a file: where, what was found, what was expected, the likely fix. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly suggestion?: string;
}

/** A value of the schema's type, or everything that is wrong with it. */
export type ShapeCheck<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Checks a value against a zod schema and says everything that is wrong, with "did you mean" for keys
 * and enum words. Values are not repeated in messages where they may be secrets: only their kind is.
 *
 * @example
 * checkShape(z.strictObject({ model: z.string() }), { modle: 'x' });
 * // problems: unknown key "modle", did you mean "model"; model is missing
 */
export function checkShape<T>(schema: z.ZodType<T>, value: unknown): ShapeCheck<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return {
    ok: false,
    problems: parsed.error.issues.flatMap((issue) => describe(issue, schema, value)),
  };
}

/** A path as people write it: `cases[3].sql`. */
export function formatPath(path: readonly (string | number)[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? part : `.${part}`;
  }
  return text;
}

function describe(issue: z.core.$ZodIssue, schema: z.ZodType, value: unknown): Problem[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = keysAt(schema, path);
      return issue.keys.map((key) => {
        const suggestion = nearest(key, known);
        return {
          path: [...path, key],
          message: `unknown key "${key}"${known.length > 0 && known.length <= 40 ? `; known: ${known.join(', ')}` : ''}`,
          ...(suggestion === undefined ? {} : { suggestion }),
        };
      });
    }
    case 'invalid_value': {
      const found = valueAt(value, path);
      const known = issue.values.map(String);
      const suggestion = typeof found === 'string' ? nearest(found, known) : undefined;
      const shown = typeof found === 'string' ? `"${found}"` : kindOf(found);
      return [
        {
          path,
          message: `expected ${known.join(', ')}; found ${shown}`,
          ...(suggestion === undefined ? {} : { suggestion }),
        },
      ];
    }
    case 'invalid_type': {
      const found = valueAt(value, path);
      return [
        {
          path,
          message:
            found === undefined
              ? `missing; expected ${kindWords[issue.expected] ?? issue.expected}`
              : `expected ${kindWords[issue.expected] ?? issue.expected}; found ${kindOf(found)}`,
        },
      ];
    }
    case 'invalid_union': {
      const branches = issue.errors.map((errors) =>
        errors.flatMap((inner) =>
          describe({ ...inner, path: [...issue.path, ...inner.path] }, schema, value),
        ),
      );
      // The branch that got furthest is the one the writer meant.
      branches.sort((a, b) => depth(b) - depth(a));
      return branches[0] ?? [{ path, message: issue.message }];
    }
    default:
      return [{ path, message: issue.message }];
  }
}

function depth(problems: readonly Problem[]): number {
  return Math.max(0, ...problems.map((problem) => problem.path.length));
}

/** What a file holds, in the words of its writer. */
const kindWords: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a map',
  record: 'a map',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
};

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value === undefined) return 'nothing';
  return kindWords[typeof value] ?? `a ${typeof value}`;
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let current = value;
  for (const part of path) {
    if (current === null || typeof current !== 'object') return undefined;
    current = (current as Record<string | number, unknown>)[part];
  }
  return current;
}

/** The keys that the schema allows at a path, for "did you mean". */
function keysAt(schema: z.ZodType, path: readonly (string | number)[]): string[] {
  let current: z.ZodType | undefined = unwrap(schema);
  for (const part of path) {
    if (current instanceof z.ZodObject) current = unwrap(current.shape[part] as z.ZodType);
    else if (current instanceof z.ZodArray) current = unwrap(current.element as z.ZodType);
    else if (current instanceof z.ZodRecord) current = unwrap(current.valueType as z.ZodType);
    else return [];
  }
  return current instanceof z.ZodObject ? Object.keys(current.shape) : [];
}

function unwrap(schema: z.ZodType | undefined): z.ZodType | undefined {
  let current = schema;
  while (
    current instanceof z.ZodOptional ||
    current instanceof z.ZodNullable ||
    current instanceof z.ZodDefault ||
    current instanceof z.ZodPrefault
  ) {
    current = current.unwrap() as z.ZodType;
  }
  if (current instanceof z.ZodPipe) return unwrap(current.in as z.ZodType);
  return current;
}
