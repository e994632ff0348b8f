import type { DialectName } from '../dialect.ts';
import type { Name } from '../syntax/tree.ts';
import { nameKey } from './name-rules.ts';
import type { ColumnRead, TableName } from './reads.ts';

/** A column of an item in FROM, and what reading it reads. */
export interface SourceColumn {
  readonly key: string;
  /** As the catalog or the text spells it. */
  readonly name: string;
  /** Empty for a column of a subquery or CTE: what that reads was counted there. */
  readonly reads: readonly ColumnRead[] | 'withheld';
}

const indexes = new WeakMap<readonly SourceColumn[], ReadonlyMap<string, SourceColumn>>();

/** The first column of that key; a wide table takes no longer than a narrow one. */
export function columnNamed(
  columns: readonly SourceColumn[] | null,
  key: string,
): SourceColumn | undefined {
  if (columns === null) return undefined;
  let index = indexes.get(columns);
  if (index === undefined) {
    index = new Map([...columns].reverse().map((column) => [column.key, column]));
    indexes.set(columns, index);
  }
  return index.get(key);
}

/** Which columns a search counts: as the database would find them, or as a caller sees them. */
export type Sight = 'all' | 'visible';

/** Whether a column is there for who looks. */
export function isSeen(column: SourceColumn | undefined, sight: Sight): boolean {
  return column !== undefined && (sight === 'all' || column.reads !== 'withheld');
}

/** For an item of which nothing is merged yet. */
export function noMergedKeys(): Record<Sight, Set<string>> {
  return { all: new Set(), visible: new Set() };
}

/** An item in FROM. */
export interface Source {
  readonly alias: string | null;
  /** Schema and name the item can be qualified by, where it has no alias of its own. */
  readonly qualifiers: readonly string[];
  /** Null where its columns are not known. */
  readonly columns: readonly SourceColumn[] | null;
  /** Columns `*` leaves out: `rowid`, `ctid`. */
  readonly hidden: readonly SourceColumn[];
  /** The table it is, where it is one; columns nobody knows are taken to be its own. */
  readonly table: TableName | null;
  /** Columns that USING or NATURAL merged into one from an earlier item, by who looks. */
  readonly mergedKeys: Readonly<Record<Sight, Set<string>>>;
}

/** The names one SELECT sees: its FROM, its aliases, and those of the queries around it. */
export interface Scope {
  readonly sources: Source[];
  /** Output names, once the select list is read. */
  readonly aliases: Set<string>;
  /** Parameters of lambdas around the place. */
  readonly parameters: readonly Name[];
  readonly parent: Scope | null;
  /**
   * In ON the items that are surely seen: where commas, piled conditions and joins without one stand before
   * it, dialects differ on which others are. A name only those have may mean one further out.
   */
  readonly surelySeen?: ReadonlySet<Source>;
}

/** An empty scope inside another. */
export function createScope(parent: Scope | null): Scope {
  return { sources: [], aliases: new Set(), parameters: [], parent };
}

/** Whether an item is the one a qualifier (`t`, `schema.t`) means. */
export function isQualifiedBy(source: Source, keys: readonly string[]): boolean {
  const schema = keys.slice(0, -1);
  const own = source.qualifiers.slice(-schema.length);
  return source.alias === keys.at(-1) && schema.every((key, index) => own[index] === key);
}

/** A column of a query's result. */
export interface OutputColumn {
  readonly key: string;
  readonly name: string;
  /** Equal for expressions that mean the same in the query; null where nothing is known. */
  readonly canonical: string | null;
}

/** A CTE: its columns are null until they are known. */
export interface CteBinding {
  columns: readonly SourceColumn[] | null;
  /** False where an engine may still take the name for a table: in its own text, and before it. */
  isDefined: boolean;
}

/** The CTEs a place sees. */
export interface CteScope {
  readonly bindings: Map<string, CteBinding>;
  readonly parent: CteScope | null;
}

/** The same CTEs, each of which may be no more than a table of its name. */
export function inDoubt(scope: CteScope | null): CteScope | null {
  if (scope === null) return null;
  const bindings = new Map<string, CteBinding>();
  for (const [key, { columns }] of scope.bindings) bindings.set(key, { columns, isDefined: false });
  return { bindings, parent: inDoubt(scope.parent) };
}

/** The CTE a bare name means, inner ones first. */
export function findCte(
  name: Name,
  scope: CteScope | null,
  dialect: DialectName,
): CteBinding | null {
  const key = nameKey(name, dialect);
  for (let own = scope; own; own = own.parent) {
    const binding = own.bindings.get(key);
    if (binding) return binding;
  }
  return null;
}
