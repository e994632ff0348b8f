import type { Catalog } from '../catalog/index.ts';
import type { DialectName } from './dialect.ts';
import { createCatalogNames } from './facts/name-rules.ts';
import { createViewReads, type ViewLineage } from './facts/view-reads.ts';

/**
 * What stands behind each view of a catalog, views behind views included, by `JSON.stringify([schema,
 * name])`. Definitions come from the database, not from a model, so they are read here and now.
 */
export function viewLineages(
  catalog: Catalog,
  dialect: DialectName,
): ReadonlyMap<string, ViewLineage> {
  const names = createCatalogNames(catalog, dialect);
  const views = createViewReads(names, dialect);
  return new Map(
    catalog.tables
      .filter((table) => table.kind === 'view' || table.kind === 'materialized_view')
      .map((view) => [JSON.stringify([view.schema, view.name]), views.lineageOf(view)]),
  );
}
