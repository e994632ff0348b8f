import type { Catalog } from '../catalog/index.ts';
import type { DialectName } from './dialect.ts';
import { prepareNames } from './facts/prepare-names.ts';
import { createViewReads, type ViewLineage } from './facts/view-reads.ts';

const known = new WeakMap<Catalog, Map<DialectName, ReadonlyMap<string, ViewLineage>>>();

/**
 * What stands behind each view of a catalog, views behind views included, by `JSON.stringify([schema,
 * name])`: worked out once per catalog. Definitions come from the database, not from a model, so they are
 * read here and now.
 */
export function viewLineages(
  catalog: Catalog,
  dialect: DialectName,
): ReadonlyMap<string, ViewLineage> {
  const byDialect = known.get(catalog) ?? new Map<DialectName, ReadonlyMap<string, ViewLineage>>();
  known.set(catalog, byDialect);
  const lineages = byDialect.get(dialect) ?? readLineages(catalog, dialect);
  byDialect.set(dialect, lineages);
  return lineages;
}

function readLineages(catalog: Catalog, dialect: DialectName): ReadonlyMap<string, ViewLineage> {
  const names = prepareNames(catalog, dialect);
  const views = createViewReads(names, dialect);
  return new Map(
    catalog.tables
      .filter((table) => table.kind === 'view' || table.kind === 'materialized_view')
      .map((view) => [JSON.stringify([view.schema, view.name]), views.lineageOf(view)]),
  );
}
