import {
  type Catalog,
  type Column,
  type ForeignKey,
  isView,
  type Table,
} from '../catalog/index.ts';
import type { Scope } from './scope.ts';
import { type ViewLineages, viewKey } from './view-lineage.ts';

/** What a scope shows of a catalog; see `Scope.visibleCatalog`. */
export function createVisibleCatalog(
  scope: Scope,
  id: string,
  catalog: Catalog,
  views: ViewLineages | undefined,
): Catalog {
  if (scope.reachesWholeDatasource(id)) {
    return { ...catalog, tables: catalog.tables.filter((table) => scope.canReadTable(id, table)) };
  }
  const tables = catalog.tables.filter((table) =>
    isView(table)
      ? scope.canReadView(id, table, views?.get(viewKey(table)))
      : scope.canReadTable(id, table),
  );
  const columnsOf = new Map<string, ReadonlySet<string>>();
  for (const table of tables) {
    const names = visibleColumns(scope, id, table).map((column) => column.name.toLowerCase());
    columnsOf.set(keyOf(table.schema, table.name), new Set(names));
  }
  return {
    defaultSchema: catalog.defaultSchema,
    tables: tables.map((table) => visibleTable(scope, id, table, columnsOf)),
    // A function of the database may read anything, and its name may tell what.
    functions: [],
    unreadable: [],
    meta: {},
  };
}

function visibleTable(
  scope: Scope,
  id: string,
  table: Table,
  columnsOf: ReadonlyMap<string, ReadonlySet<string>>,
): Table {
  const own = columnsOf.get(keyOf(table.schema, table.name)) ?? new Set();
  const isVisible = (key: ForeignKey) => {
    const target = columnsOf.get(keyOf(key.referencedSchema, key.referencedTable));
    return (
      target !== undefined &&
      key.columns.every((column) => own.has(column.toLowerCase())) &&
      key.referencedColumns.every((column) => target.has(column.toLowerCase()))
    );
  };
  return {
    schema: table.schema,
    name: table.name,
    kind: table.kind,
    comment: table.comment,
    columns: visibleColumns(scope, id, table),
    foreignKeys: table.foreignKeys.filter(isVisible),
  };
}

function visibleColumns(scope: Scope, id: string, table: Table): Column[] {
  const isThinned = scope.rowFilters(id, table).status !== 'all-rows';
  return table.columns
    .filter((column) => scope.canReadColumn(id, table, column.name))
    .map((column) => {
      if (!isThinned || column.samples === undefined) return column;
      // Samples are rows, and these may be rows the caller does not see.
      const { samples, ...rest } = column;
      return rest;
    });
}

function keyOf(schema: string, name: string): string {
  return `${schema}\u0000${name}`.toLowerCase();
}
