import type { Catalog } from '../catalog/index.ts';
import type { DialectName } from './dialect.ts';

/** What is worked out of a catalog for a dialect, kept for as long as the catalog is. */
export function oncePerCatalog<Value>(
  make: (catalog: Catalog, dialect: DialectName) => Value,
): (catalog: Catalog, dialect: DialectName) => Value {
  const known = new WeakMap<Catalog, Map<DialectName, Value>>();
  return (catalog, dialect) => {
    const byDialect = known.get(catalog) ?? new Map<DialectName, Value>();
    known.set(catalog, byDialect);
    const value = byDialect.get(dialect) ?? make(catalog, dialect);
    byDialect.set(dialect, value);
    return value;
  };
}
