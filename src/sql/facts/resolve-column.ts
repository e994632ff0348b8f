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
  const ownsName = isParameter(first, scope);
  if (keys.length > 1) {
    // `t.c` is a table's column also where a lambda's parameter is called t.
    const qualified = findQualified(context, path, keys, scope);
    if (qualified && !(ownsName && qualified.kind === 'unknown')) return qualified;
    if (!ownsName && !nameRules[context.dialect].structFields) return { kind: 'unknown' };
  }
  if (ownsName) return { kind: 'nothing' };
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
    const source = own.sources.find((candidate) => hasColumn(candidate, key));
    if (source) return { kind: 'column', source, key };
    const row = own.sources.find((candidate) => candidate.alias === key);
    if (row && rules.wholeRows) {
      const outer = rules.columnsBeforeRows ? findKnown(key, own.parent) : null;
      return outer ?? { kind: 'row', source: row };
    }
    const hiding = own.sources.find((candidate) => isHidden(candidate, key));
    if (hiding) return { kind: 'column', source: hiding, key };
    // Engines differ on where an alias is seen: where it is not, the name means a column further out.
    if (own.aliases.has(key)) return findKnown(key, own.parent) ?? { kind: 'nothing' };
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

function hasColumn(source: Source, key: string): boolean {
  return (
    !source.mergedKeys.has(key) && source.columns?.some((column) => column.key === key) === true
  );
}

/** A column that is known to be there, from a query outwards. */
function findKnown(key: string, scope: Scope | null): ColumnResolution | null {
  for (let own = scope; own; own = own.parent) {
    const source = own.sources.find((candidate) => hasColumn(candidate, key));
    if (source) return { kind: 'column', source, key };
  }
  return null;
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
    const found = findSources(context, path.slice(0, length), scope);
    const [first] = found;
    if (!first) continue;
    const key = keys[length] ?? '';
    // An item whose columns nobody knows may not have it: then engines ask the next of that name.
    const source =
      found.find((candidate) => candidate.columns !== null || candidate.table !== null) ?? first;
    if (source.columns === null) {
      return { kind: 'column', source, key: path[length]?.text ?? key };
    }
    if (source.columns.some((column) => column.key === key)) return { kind: 'column', source, key };
    if (isHidden(source, key)) return { kind: 'column', source, key };
    return first.columns === null ? { kind: 'nothing' } : { kind: 'unknown' };
  }
  return null;
}

/** The items of FROM that a qualifier (`t`, `schema.t`) may mean, inner queries first. */
export function findSources(context: Resolving, path: Path, scope: Scope): Source[] {
  const found: Source[] = [];
  const keys = path.map((name) => nameKey(name, context.dialect));
  const last = keys.at(-1);
  const schema = keys.slice(0, -1);
  for (let own: Scope | null = scope; own; own = own.parent) {
    const named = own.sources.filter(
      (source) =>
        source.alias === last &&
        schema.every((key, index) => {
          const qualifiers = source.qualifiers.slice(-schema.length);
          return qualifiers[index] === key;
        }),
    );
    found.push(...named);
  }
  return found;
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
  const [qualifier] = findSources(context, path.slice(0, -1), scope);
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
