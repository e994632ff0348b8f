import type { Catalog } from '../../catalog/index.ts';
import type { DialectName } from '../dialect.ts';
import { type CatalogNames, createCatalogNames } from './catalog-names.ts';

const prepared = new WeakMap<Catalog, Map<DialectName, CatalogNames>>();

/** The names of a catalog, made ready once for all texts. */
export function prepareNames(catalog: Catalog, dialect: DialectName): CatalogNames {
  const byDialect = prepared.get(catalog) ?? new Map<DialectName, CatalogNames>();
  prepared.set(catalog, byDialect);
  const names = byDialect.get(dialect) ?? createCatalogNames(catalog, dialect);
  byDialect.set(dialect, names);
  return names;
}
