import { parseName } from '../catalog/index.ts';

/**
 * Patterns of policies: `*`, `ds`, `ds.schema.table`, and for columns `ds.schema.table.column`. Each part
 * is a glob (`*`, `?`, `[abc]`), any case; a part with a dot in it is double-quoted.
 */
export interface Pattern {
  /** As written, for messages. */
  readonly text: string;
  readonly parts: readonly PatternPart[];
}

export interface PatternPart {
  readonly text: string;
  matches(name: string): boolean;
}

const anything: PatternPart = { text: '*', matches: () => true };

/** What a pattern is for: how many parts it may have. */
export type PatternUse = 'table' | 'column';

/**
 * Reads a pattern, or says what is wrong with it and how to put it right.
 *
 * @example
 * parsePattern('shop.main.orders', 'table'); // { ok: true, pattern: … }
 * parsePattern('shop.orders', 'table'); // { ok: false, problem: … }
 */
export function parsePattern(
  text: string,
  use: PatternUse,
): { ok: true; pattern: Pattern } | { ok: false; problem: string; fix: string } {
  const parts = parseName(text.trim());
  if (text.trim() === '' || parts.some((part) => part === '')) {
    return { ok: false, problem: `"${text}" has an empty part`, fix: shapeOf(use) };
  }
  if (use === 'column') {
    return parts.length === 4
      ? { ok: true, pattern: { text, parts: parts.map(compilePart) } }
      : { ok: false, problem: `"${text}" has ${count(parts.length)}`, fix: shapeOf(use) };
  }
  if (parts.length === 1) {
    return {
      ok: true,
      pattern: { text, parts: [compilePart(parts[0] ?? ''), anything, anything] },
    };
  }
  if (parts.length === 3) return { ok: true, pattern: { text, parts: parts.map(compilePart) } };
  const [first = '', second = ''] = parts;
  return {
    ok: false,
    problem: `"${text}" has ${count(parts.length)}`,
    fix:
      parts.length === 2
        ? `Write ${first}.*.${second} for that table in any schema, or ${first}.${second}.* for every table of that schema`
        : shapeOf(use),
  };
}

function shapeOf(use: PatternUse): string {
  return use === 'table'
    ? 'Write *, DATASOURCE, or DATASOURCE.SCHEMA.TABLE; each part may be a glob'
    : 'Write DATASOURCE.SCHEMA.TABLE.COLUMN; each part may be a glob';
}

function count(parts: number): string {
  return parts === 1 ? '1 part' : `${parts} parts`;
}

/** A glob as a regular expression: linear, anchored, any case. */
function compilePart(text: string): PatternPart {
  if (/^\*+$/.test(text)) return { text, matches: () => true };
  if (!/[*?[]/.test(text)) {
    const lower = text.toLowerCase();
    return { text, matches: (name) => name.toLowerCase() === lower };
  }
  const source = text
    .replace(/\*+/g, '*')
    .replace(/\[(!?)([^\]]+)\]|[.+^${}()|[\]\\*?]/g, (match, not: string, set: string) => {
      if (match === '*') return '[^]*';
      if (match === '?') return '[^]';
      if (set === undefined) return `\\${match}`;
      return `[${not ? '^' : ''}${set.replace(/[\\\]^]/g, '\\$&')}]`;
    });
  const expression = new RegExp(`^${source}$`, 'iu');
  return { text, matches: (name) => expression.test(name) };
}

/** The part up to its first glob character: what the writer of the rule named. */
export function literalPrefix(part: PatternPart): string {
  return part.text.split(/[*?[]/, 1)[0]?.toLowerCase() ?? '';
}
