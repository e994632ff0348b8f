import { syntaxRules } from '../syntax/syntax-rules.ts';
import type { Path } from '../syntax/tree.ts';
import { nameKey, nameRules } from './name-rules.ts';
import { writtenPath } from './reads.ts';
import { isOpenTable, readAll, readColumn } from './resolve-from.ts';
import type { Resolving } from './resolve-query.ts';
import type { Scope, Source } from './scope.ts';

/** What a path in an expression turned out to be. */
export type ColumnResolution =
  | { readonly kind: 'column'; readonly source: Source; readonly key: string }
  /** A table's whole row: nothing has been read yet. */
  | { readonly kind: 'row'; readonly source: Source }
  /** An alias, a lambda's parameter, a function's own column. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown' };

/** Finds what a path means, from the innermost query outwards, without reading it. */
export function findColumn(context: Resolving, path: Path, scope: Scope): ColumnResolution {
  const keys = path.map((name) => nameKey(name, context.dialect));
  const [first = ''] = keys;
  if (isParameter(first, scope)) return { kind: 'nothing' };
  if (keys.length > 1) {
    const qualified = findQualified(context, path, keys, scope);
    if (qualified) return qualified;
    if (!nameRules[context.dialect].structFields) return { kind: 'unknown' };
  }
  return findBare(context, path, first, scope);
}

function isParameter(key: string, scope: Scope): boolean {
  for (let own: Scope | null = scope; own; own = own.parent) {
    if (own.parameters.includes(key)) return true;
  }
  return false;
}

function findBare(context: Resolving, path: Path, key: string, scope: Scope): ColumnResolution {
  const rules = nameRules[context.dialect];
  let seesOpenItem = false;
  for (let own: Scope | null = scope; own; own = own.parent) {
    const known = own.sources.filter(
      (source) =>
        !source.mergedKeys.has(key) && source.columns?.some((column) => column.key === key),
    );
    const [source] = known;
    if (source) return { kind: 'column', source, key };
    if (own.aliases.has(key)) return { kind: 'nothing' };
    const row = own.sources.find((candidate) => candidate.alias === key);
    if (row && rules.wholeRows) return { kind: 'row', source: row };
    const hiding = own.sources.find((candidate) => isHidden(candidate, key));
    if (hiding) return { kind: 'column', source: hiding, key };
    if (isFallbackFunction(context, path)) continue;
    const open = own.sources.filter((candidate) => candidate.columns === null);
    const [only, ...more] = open.filter((candidate) => candidate.table !== null);
    if (only) return openColumn(context, more.length === 0, only, path);
    // A function's own columns are not known either, but they are no table's: look further out, so
    // that nothing a name could mean is missed.
    if (open.length > 0) seesOpenItem = true;
  }
  if (isFallbackFunction(context, path)) return { kind: 'nothing' };
  return seesOpenItem ? { kind: 'nothing' } : { kind: 'unknown' };
}

/** `current_date` where no column is called so. */
function isFallbackFunction(context: Resolving, path: Path): boolean {
  const [name, ...more] = path;
  if (!name || name.quoted || more.length > 0) return false;
  return syntaxRules[context.dialect].fallbackFunctions.includes(name.text.toLowerCase());
}

function isHidden(source: Source, key: string): boolean {
  return source.hidden.some((column) => column.key === key);
}

/** A column of one of several items whose columns nobody knows. */
function openColumn(
  context: Resolving,
  isOnly: boolean,
  only: Source,
  path: Path,
): ColumnResolution {
  context.reads.isComplete = false;
  const written = path[0]?.text ?? '';
  if (isOnly) return { kind: 'column', source: only, key: written };
  context.reads.looseColumns.add(written);
  return { kind: 'nothing' };
}

function findQualified(
  context: Resolving,
  path: Path,
  keys: readonly string[],
  scope: Scope,
): ColumnResolution | null {
  // `schema.table.column` first, then `table.column` with fields behind it.
  for (let length = keys.length - 1; length >= 1; length -= 1) {
    const source = findSource(context, path.slice(0, length), scope);
    if (!source) continue;
    const key = keys[length] ?? '';
    if (source.columns === null) {
      return { kind: 'column', source, key: path[length]?.text ?? key };
    }
    if (source.columns.some((column) => column.key === key)) return { kind: 'column', source, key };
    return isHidden(source, key) ? { kind: 'column', source, key } : { kind: 'unknown' };
  }
  return null;
}

/** The item of FROM that a qualifier (`t`, `schema.t`) means, inner queries first. */
export function findSource(context: Resolving, path: Path, scope: Scope): Source | null {
  const keys = path.map((name) => nameKey(name, context.dialect));
  const last = keys.at(-1);
  const schema = keys.slice(0, -1);
  for (let own: Scope | null = scope; own; own = own.parent) {
    const found = own.sources.find(
      (source) =>
        source.alias === last &&
        schema.every((key, index) => {
          const qualifiers = source.qualifiers.slice(-schema.length);
          return qualifiers[index] === key;
        }),
    );
    if (found) return found;
  }
  return null;
}

/** Reads what a path means; names nothing stands for are noted. */
export function readPath(
  context: Resolving,
  path: Path,
  scope: Scope,
  isLenient: boolean,
): ColumnResolution {
  const resolution = findColumn(context, path, scope);
  switch (resolution.kind) {
    case 'column':
      readColumn(context, resolution.source, resolution.key);
      if (isOpenTable(resolution.source)) context.reads.isComplete = false;
      break;
    case 'row':
      readAll(context, resolution.source);
      break;
    case 'unknown':
      if (!isLenient) noteUnknown(context, path, scope);
      break;
    case 'nothing':
      break;
  }
  return resolution;
}

function noteUnknown(context: Resolving, path: Path, scope: Scope): void {
  const [first] = path;
  // SQLite takes "x" for a string where no column bears the name.
  if (context.dialect === 'sqlite' && path.length === 1 && first?.quoted) return;
  const qualifier = findSource(context, path.slice(0, -1), scope);
  const table = path.length > 1 ? qualifier?.table : null;
  const last = path.at(-1)?.text ?? '';
  context.reads.addUnknown(
    table
      ? writtenPath([
          { text: table.schema, quoted: true },
          { text: table.name, quoted: true },
          { text: last, quoted: true },
        ])
      : writtenPath(path),
  );
}
