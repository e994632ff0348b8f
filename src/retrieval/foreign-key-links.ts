import type { Catalog } from '../catalog/index.ts';

/** For each table (by its place in the catalog), the tables its foreign keys point at, in key order. */
export type ForeignKeyLinks = readonly (readonly number[])[];

/** Resolves declared foreign keys to table positions; keys to unknown tables are left out. */
export function resolveForeignKeys(catalog: Catalog): ForeignKeyLinks {
  const positions = new Map<string, number>();
  for (const [position, table] of catalog.tables.entries()) {
    positions.set(JSON.stringify([table.schema, table.name]), position);
  }
  return catalog.tables.map((table) =>
    table.foreignKeys.flatMap((key) => {
      const target = positions.get(JSON.stringify([key.referencedSchema, key.referencedTable]));
      return target === undefined ? [] : [target];
    }),
  );
}
