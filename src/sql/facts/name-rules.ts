import type { DialectName } from '../dialect.ts';
import type { Name } from '../syntax/tree.ts';

/** How names of a dialect are compared. */
interface NameRules {
  /** Bare names are folded to lower case and then compared exactly; else case never matters. */
  readonly foldsBareNames: boolean;
  /** Only A to Z have a case in names: `é` and `É` are two names, and so are `k` and the Kelvin sign. */
  readonly foldsAsciiOnly: boolean;
  /** A bare name means a column of any query around it before it means a row of its own FROM. */
  readonly columnsBeforeRows: boolean;
  /** Names are cut to this many bytes. */
  readonly maxBytes: number | null;
  /** A name of a table in FROM can stand for its whole row. */
  readonly wholeRows: boolean;
  /** `column.field` reads a field of a struct. */
  readonly structFields: boolean;
  /** Subqueries in FROM see the items before them without LATERAL. */
  readonly implicitLateral: boolean;
  /** Columns every table has and no catalog lists. */
  readonly hiddenColumns: readonly string[];
  /** The types of which a hidden column is another name, where the primary key is one column of them. */
  readonly hiddenIsKey: RegExp | null;
  /** Without a primary key, a hidden column may be another name of any column of those types that is never NULL. */
  readonly hiddenMayBeUnique: boolean;
  /** In WITH RECURSIVE a name that is bound only later, or in its own text, may mean a table. */
  readonly laterCtesAreTables: boolean;
  /** The entries of a WITH inside a query do not see the WITH around it (MariaDB; MySQL's do). */
  readonly innerWithMissesOuter: boolean;
  /** The name of the n-th column (from 0) of VALUES. */
  readonly valuesColumn: (index: number) => string;
}

/** The rules on names of each dialect. */
export const nameRules: Readonly<Record<DialectName, NameRules>> = {
  postgres: {
    foldsBareNames: true,
    foldsAsciiOnly: true,
    columnsBeforeRows: true,
    maxBytes: 63,
    wholeRows: true,
    structFields: false,
    implicitLateral: false,
    hiddenColumns: ['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid', 'oid'],
    hiddenIsKey: null,
    hiddenMayBeUnique: false,
    laterCtesAreTables: false,
    innerWithMissesOuter: false,
    valuesColumn: (index) => `column${index + 1}`,
  },
  duckdb: {
    foldsBareNames: false,
    foldsAsciiOnly: true,
    columnsBeforeRows: false,
    maxBytes: null,
    wholeRows: true,
    structFields: true,
    implicitLateral: true,
    hiddenColumns: ['rowid'],
    hiddenIsKey: null,
    hiddenMayBeUnique: false,
    laterCtesAreTables: true,
    innerWithMissesOuter: false,
    valuesColumn: (index) => `col${index}`,
  },
  mysql: {
    foldsBareNames: false,
    foldsAsciiOnly: false,
    columnsBeforeRows: false,
    maxBytes: null,
    wholeRows: false,
    structFields: false,
    implicitLateral: false,
    hiddenColumns: ['_rowid'],
    hiddenIsKey: /int|year|bit/i,
    hiddenMayBeUnique: true,
    laterCtesAreTables: true,
    innerWithMissesOuter: true,
    valuesColumn: (index) => `column_${index}`,
  },
  sqlite: {
    foldsBareNames: false,
    foldsAsciiOnly: true,
    columnsBeforeRows: false,
    maxBytes: null,
    wholeRows: false,
    structFields: false,
    implicitLateral: false,
    hiddenColumns: ['rowid', '_rowid_', 'oid'],
    hiddenIsKey: /int/i,
    hiddenMayBeUnique: false,
    laterCtesAreTables: false,
    innerWithMissesOuter: false,
    valuesColumn: (index) => `column${index + 1}`,
  },
};

/** Whether the entries of a WITH inside a query may miss the WITH around it. */
export function innerWithMissesOuter(dialect: DialectName): boolean {
  return nameRules[dialect].innerWithMissesOuter;
}

/** What a name written in a text is compared by. */
export function nameKey(name: Name, dialect: DialectName): string {
  const rules = nameRules[dialect];
  if (!rules.foldsBareNames) return lowerCase(name.text, rules);
  return cut(name.quoted ? name.text : lowerCase(name.text, rules), rules.maxBytes);
}

/** What a name of the catalog is compared by. */
export function catalogKey(text: string, dialect: DialectName): string {
  const rules = nameRules[dialect];
  return rules.foldsBareNames ? text : lowerCase(text, rules);
}

function lowerCase(text: string, { foldsAsciiOnly }: NameRules): string {
  return foldsAsciiOnly
    ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    : text.toLowerCase();
}

function cut(text: string, maxBytes: number | null): string {
  if (maxBytes === null || text.length * 3 <= maxBytes) return text;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return text;
  return new TextDecoder('utf-8').decode(bytes.slice(0, maxBytes)).replace(/\ufffd+$/, '');
}
