import type { Catalog, Table } from '../../catalog/index.ts';
import type { DialectName } from '../dialect.ts';
import { oncePerCatalog } from '../once-per-catalog.ts';
import type { Path } from '../syntax/tree.ts';
import { catalogKey, nameKey } from './name-rules.ts';
import type { TableName } from './reads.ts';
import { createTableColumns, type TableColumns } from './table-columns.ts';

/** Finds the tables of a catalog as the dialect would. */
export interface CatalogNames {
  readonly catalog: Catalog;
  /** Null for a table nobody has, and for one that is withheld. */
  findTable(path: Path): Table | null;
  /** Whether a name may mean a withheld table; asked only where it would else mean something harmless. */
  mayMeanWithheldTable(path: Path): boolean;
  columnsOf(table: Table): TableColumns;
}

/** The names of a catalog, ready for look-ups of one dialect; made once for all texts. */
export const catalogNames = oncePerCatalog(createCatalogNames);

function createCatalogNames(catalog: Catalog, dialect: DialectName): CatalogNames {
  const visible = byKey(catalog.tables, dialect);
  const withheld = byKey(catalog.withheld?.tables ?? [], dialect);
  const pick = (path: Path, candidates: readonly TableName[]): TableName | null => {
    let found = candidates;
    const schema = path.at(-2);
    if (schema) {
      const key = nameKey(schema, dialect);
      found = found.filter((table) => catalogKey(table.schema, dialect) === key);
    } else if (found.length > 1) {
      const own = found.filter((table) => table.schema === catalog.defaultSchema);
      if (own.length > 0) found = own;
    }
    if (found.length > 1) {
      const exact = found.filter((table) => table.name === path.at(-1)?.text);
      if (exact.length > 0) found = exact;
    }
    return found.length === 1 ? (found[0] ?? null) : null;
  };
  return {
    catalog,
    findTable(path) {
      const seen = visible.get(lastKey(path, dialect)) ?? [];
      const meant = pick(path, seen);
      return seen.find((table) => table === meant) ?? null;
    },
    mayMeanWithheldTable(path) {
      const key = lastKey(path, dialect);
      const hidden = withheld.get(key);
      if (hidden === undefined) return false;
      const seen = visible.get(key) ?? [];
      const meant = pick(path, [...seen, ...hidden]);
      return !seen.some((table) => table === meant);
    },
    columnsOf: createTableColumns(catalog, dialect),
  };
}

function lastKey(path: Path, dialect: DialectName): string {
  const last = path.at(-1);
  return last ? nameKey(last, dialect) : '';
}

function byKey<T extends TableName>(
  tables: readonly T[],
  dialect: DialectName,
): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const table of tables) {
    const key = catalogKey(table.name, dialect);
    const same = found.get(key);
    if (same) same.push(table);
    else found.set(key, [table]);
  }
  return found;
}
