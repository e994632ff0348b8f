import { type Catalog, isView } from '../catalog/index.ts';
import type { DialectName } from './dialect.ts';
import { catalogNames } from './facts/catalog-names.ts';
import { createViewReads, type ViewLineage } from './facts/view-reads.ts';
import { oncePerCatalog } from './once-per-catalog.ts';

/**
 * What stands behind each view of a catalog, views behind views included, by `JSON.stringify([schema,
 * name])`: worked out once per catalog. Definitions come from the database, not from a model, so they are
 * read here and now.
 */
export const viewLineages = oncePerCatalog(readLineages);

function readLineages(catalog: Catalog, dialect: DialectName): ReadonlyMap<string, ViewLineage> {
  const names = catalogNames(catalog, dialect);
  const views = createViewReads(names, dialect);
  return new Map(
    catalog.tables
      .filter(isView)
      .map((view) => [JSON.stringify([view.schema, view.name]), views.lineageOf(view)]),
  );
}
