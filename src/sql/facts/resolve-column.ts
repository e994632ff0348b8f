import type { DialectName } from '../dialect.ts';
import { syntaxRules } from '../syntax/syntax-rules.ts';
import type { Path } from '../syntax/tree.ts';
import { nameKey, nameRules } from './name-rules.ts';
import { writtenPath } from './reads.ts';
import { findSourceColumn, isOpenTable, readAll, readColumn } from './resolve-from.ts';
import type { Resolving } from './resolve-query.ts';
import {
  columnNamed,
  isQualifiedBy,
  isSeen,
  type Scope,
  type Sight,
  type Source,
} from './scope.ts';

/** What a path in an expression turned out to be. */
export type ColumnResolution =
  /** Of several items where the name is ambiguous: which one is read then is for the engine to say. */
  | { readonly kind: 'column'; readonly sources: readonly Source[]; readonly key: string }
  /** A table's whole row: nothing has been read yet. */
  | { readonly kind: 'row'; readonly source: Source }
  /** An alias, a lambda's parameter, a function's own column. */
  | { readonly kind: 'nothing' }
  /** A withheld column whose name means something to who does not see the column, too. */
  | { readonly kind: 'withheld'; readonly seenAs: ColumnResolution }
  /** One or the other, by where the dialect lets the place see. */
  | { readonly kind: 'either'; readonly readings: readonly ColumnResolution[] }
  | { readonly kind: 'unknown' };

/** Finds what a path means, from the innermost query outwards, without reading it. */
export function findColumn(context: Resolving, path: Path, scope: Scope): ColumnResolution {
  const seenAs = locate(context, path, scope, 'visible');
  // A name that is unknown is refused as it is: whether it is withheld is not looked up.
  if (seenAs.kind === 'unknown' || !meansWithheld(context, path, scope)) return seenAs;
  return { kind: 'withheld', seenAs };
}

/** Whether a path is a withheld column to the database; asked only where it would else mean something harmless. */
export function meansWithheld(context: Resolving, path: Path, scope: Scope): boolean {
  const { withheld } = context.names?.catalog ?? {};
  if (withheld === undefined || withheld.columns.length === 0) return false;
  return isWithheld(locate(context, path, scope, 'all'));
}

function isWithheld(found: ColumnResolution): boolean {
  switch (found.kind) {
    case 'column':
      return found.sources.some(
        (source) => findSourceColumn(source, found.key)?.reads === 'withheld',
      );
    case 'either':
      return found.readings.some(isWithheld);
    default:
      return false;
  }
}

function locate(context: Resolving, path: Path, scope: Scope, sight: Sight): ColumnResolution {
  const keys = path.map((name) => nameKey(name, context.dialect));
  const [first = ''] = keys;
  const parameter = findParameter(path, scope, context.dialect);
  if (keys.length > 1) {
    // `t.c` is a table's column also where a lambda's parameter is called t.
    const qualified = findQualified(path, keys, scope, sight);
    if (qualified && !(parameter && qualified.kind === 'unknown')) return qualified;
    if (!parameter && !nameRules[context.dialect].structFields) return { kind: 'unknown' };
  }
  if (parameter === 'exact' && keys.length === 1) return { kind: 'nothing' };
  const found = findBare(context, path, first, scope, sight);
  return parameter && found.kind === 'unknown' ? { kind: 'nothing' } : found;
}

/** A lambda's parameter. In another case than it was given, and before a field, a name means a column first. */
function findParameter(
  [name]: Path,
  scope: Scope,
  dialect: DialectName,
): 'exact' | 'folded' | null {
  let found: 'folded' | null = null;
  for (let own: Scope | null = scope; own && name; own = own.parent) {
    for (const parameter of own.parameters) {
      if (parameter.text === name.text) return 'exact';
      if (nameKey(parameter, dialect) === nameKey(name, dialect)) found = 'folded';
    }
  }
  return found;
}

function findBare(
  context: Resolving,
  path: Path,
  key: string,
  scope: Scope,
  sight: Sight,
): ColumnResolution {
  const rules = nameRules[context.dialect];
  const orOutside = (own: Scope, found: ColumnResolution, owners: readonly Source[]) =>
    orFurtherOut(own, found, owners, (parent) => findBare(context, path, key, parent, sight));
  let seesOpenItem = false;
  for (let own: Scope | null = scope; own; own = own.parent) {
    const sources = own.sources.filter((candidate) => hasColumn(candidate, key, sight));
    if (sources.length > 0) return orOutside(own, { kind: 'column', sources, key }, sources);
    const row = own.sources.find((candidate) => candidate.alias === key);
    if (row && rules.wholeRows) {
      const outer = rules.columnsBeforeRows ? findKnown(key, own.parent, sight) : null;
      return outer ?? orOutside(own, { kind: 'row', source: row }, [row]);
    }
    const hiding = own.sources.filter((candidate) => isHidden(candidate, key, sight));
    if (hiding.length > 0) return orOutside(own, { kind: 'column', sources: hiding, key }, hiding);
    // Engines differ on where an alias is seen: where it is not, the name means a column further out.
    if (own.aliases.has(key)) return findKnown(key, own.parent, sight) ?? { kind: 'nothing' };
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

/** What a name means, or may mean as well where the items that have it are not surely seen. */
function orFurtherOut(
  own: Scope,
  found: ColumnResolution,
  owners: readonly Source[],
  search: (parent: Scope) => ColumnResolution | null,
): ColumnResolution {
  const { surelySeen, parent } = own;
  if (!surelySeen || !parent || owners.some((source) => surelySeen.has(source))) return found;
  const outside = search(parent);
  if (!outside || outside.kind === 'unknown') return found;
  return { kind: 'either', readings: [found, outside] };
}

function hasColumn(source: Source, key: string, sight: Sight): boolean {
  return !source.mergedKeys[sight].has(key) && isSeen(columnNamed(source.columns, key), sight);
}

/** A column that is known to be there, from a query outwards. */
function findKnown(key: string, scope: Scope | null, sight: Sight): ColumnResolution | null {
  for (let own = scope; own; own = own.parent) {
    const sources = own.sources.filter((candidate) => hasColumn(candidate, key, sight));
    if (sources.length > 0) return { kind: 'column', sources, key };
  }
  return null;
}

/** `current_date` where no column is called so. */
function isFallbackFunction(context: Resolving, path: Path): boolean {
  const [name, ...more] = path;
  if (!name || name.quoted || more.length > 0) return false;
  return syntaxRules[context.dialect].fallbackFunctions.includes(name.text.toLowerCase());
}

function isHidden(source: Source, key: string, sight: Sight): boolean {
  return isSeen(
    source.hidden.find((column) => column.key === key),
    sight,
  );
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
  if (isOnly) return { kind: 'column', sources: [only], key: written };
  context.reads.looseColumns.add(written);
  return { kind: 'nothing' };
}

function findQualified(
  path: Path,
  keys: readonly string[],
  scope: Scope,
  sight: Sight,
): ColumnResolution | null {
  // `schema.table.column` first, then `table.column` with fields behind it.
  for (let length = keys.length - 1; length >= 1; length -= 1) {
    const qualifier = keys.slice(0, length);
    const key = keys[length] ?? '';
    const written = path[length]?.text ?? key;
    const found = findOfItem(scope, qualifier, key, written, sight);
    if (found) return found;
  }
  return null;
}

/** A column of the items a qualifier means, of the innermost query that has one; null where none has. */
function findOfItem(
  scope: Scope,
  qualifier: readonly string[],
  key: string,
  written: string,
  sight: Sight,
): ColumnResolution | null {
  for (let own: Scope | null = scope; own; own = own.parent) {
    const named = own.sources.filter((source) => isQualifiedBy(source, qualifier));
    if (named.length === 0) continue;
    const search = (parent: Scope) => findOfItem(parent, qualifier, key, written, sight);
    const sources = named.filter(
      ({ columns, hidden }) =>
        isSeen(columnNamed(columns, key), sight) ||
        isSeen(
          hidden.find((column) => column.key === key),
          sight,
        ),
    );
    if (sources.length > 0) {
      return orFurtherOut(own, { kind: 'column', sources, key }, sources, search);
    }
    const open = named.filter((source) => source.columns === null);
    const tables = open.filter(isOpenTable);
    if (tables.length > 0) return { kind: 'column', sources: tables, key: written };
    // An item whose columns nobody knows may not have it: then engines ask the next of that name.
    const further = open.length > 0 && own.parent ? search(own.parent) : null;
    if (further && further.kind !== 'unknown') return further;
    const none = { kind: open.length > 0 ? 'nothing' : 'unknown' } as const;
    return orFurtherOut(own, none, named, search);
  }
  return null;
}

/** The items of FROM that a qualifier (`t`, `schema.t`) may mean, inner queries first. */
export function findSources(context: Resolving, path: Path, scope: Scope): Source[] {
  const found: Source[] = [];
  const keys = path.map((name) => nameKey(name, context.dialect));
  for (let own: Scope | null = scope; own; own = own.parent) {
    found.push(...own.sources.filter((source) => isQualifiedBy(source, keys)));
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
  readResolution(context, path, scope, resolution, isLenient);
  return resolution;
}

function readResolution(
  context: Resolving,
  path: Path,
  scope: Scope,
  resolution: ColumnResolution,
  isLenient: boolean,
): void {
  switch (resolution.kind) {
    case 'column':
      for (const source of resolution.sources) {
        readColumn(context, source, resolution.key);
        if (isOpenTable(source)) context.reads.isComplete = false;
      }
      break;
    case 'row':
      readAll(context, resolution.source);
      break;
    case 'withheld':
      readResolution(context, path, scope, resolution.seenAs, isLenient);
      // Whatever it seems to be, the database would read the column.
      context.reads.isComplete = false;
      break;
    case 'either':
      for (const reading of resolution.readings) {
        readResolution(context, path, scope, reading, true);
      }
      break;
    case 'unknown':
      if (!isLenient && !isStringInSqlite(context, path)) noteUnknown(context, path, scope);
      else if (meansWithheld(context, path, scope)) context.reads.isComplete = false;
      break;
    case 'nothing':
      break;
  }
}

/** SQLite takes "x" for a string where no column bears the name. */
function isStringInSqlite({ dialect }: Resolving, [first, ...more]: Path): boolean {
  return dialect === 'sqlite' && more.length === 0 && first?.quoted === true;
}

function noteUnknown(context: Resolving, path: Path, scope: Scope): void {
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
