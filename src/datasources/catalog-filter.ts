import { type Catalog, formatName } from '../catalog/index.ts';

/** Globs over `schema.table`: `*` is any text, `?` one character; a glob without a dot means any schema. */
export interface CatalogFilter {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/**
 * Leaves out the tables that match none of `include` (default: all) or one of `exclude`. Keys that
 * point at a table left out stay.
 *
 * @example
 * createCatalogFilter({ include: ['main.*'], exclude: ['*_old'] })(catalog);
 */
export function createCatalogFilter({ include, exclude }: CatalogFilter) {
  const wanted = include?.map(globPattern);
  const unwanted = (exclude ?? []).map(globPattern);
  const isKept = ({ schema, name }: { readonly schema: string; readonly name: string }) => {
    const matches = (pattern: RegExp) =>
      pattern.test(`${schema}.${name}`) || pattern.test(formatName([schema, name]));
    return (wanted === undefined || wanted.some(matches)) && !unwanted.some(matches);
  };
  return (catalog: Catalog): Catalog =>
    wanted === undefined && unwanted.length === 0
      ? catalog
      : {
          ...catalog,
          tables: catalog.tables.filter(isKept),
          unreadable: catalog.unreadable.filter(isKept),
        };
}

function globPattern(glob: string): RegExp {
  const full = glob.includes('.') || glob === '*' ? glob : `*.${glob}`;
  const source = full
    .replace(/[\\^$.+()[\]{}|]/g, '\\$&')
    .replaceAll('*', '[\\s\\S]*')
    .replaceAll('?', '[\\s\\S]');
  return new RegExp(`^${source}$`, 'iu');
}
