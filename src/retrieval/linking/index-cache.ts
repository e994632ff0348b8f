import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Catalog } from '../../catalog/index.ts';
import { type CacheEntry, readCacheFile, writeCacheFile } from '../cache-file.ts';
import { readCatalogNames } from './catalog-names.ts';
import { buildJoinGraph, graphOf, type JoinEdge, type JoinGraph } from './join-graph.ts';
import type { LinkingParameters } from './parameters.ts';
import { buildSchemaIndex, type SchemaIndex } from './schema-index.ts';
import { findTwins, type Twin } from './twins.ts';

/** Everything of a catalog that retrieval works out ahead of a question. */
export interface PreparedCatalog {
  readonly index: SchemaIndex;
  readonly graph: JoinGraph;
  readonly twins: readonly (Twin | null)[];
}

/** Raised whenever the stored form or what is worked out changes. */
const formatVersion = 2;

interface Stored extends CacheEntry {
  readonly index: SchemaIndex;
  readonly edges: readonly JoinEdge[];
  readonly twins: readonly (Twin | null)[];
}

/** Works a catalog out from nothing. */
export function prepareCatalog(catalog: Catalog, parameters: LinkingParameters): PreparedCatalog {
  const names = readCatalogNames(catalog);
  const { index, termsOf } = buildSchemaIndex(catalog, parameters, names);
  return {
    index,
    graph: buildJoinGraph(catalog, names, termsOf),
    twins: findTwins(catalog.tables, names),
  };
}

/**
 * The same from a file of the cache folder, one per fingerprint of a catalog; built and written where
 * there is none. Another schema has another fingerprint, so a stale file is never read; one that cannot be
 * read or written is as if it were not there. Values of the data are never written: a catalog with samples
 * is worked out anew.
 */
export function prepareCatalogCached(
  catalog: Catalog,
  parameters: LinkingParameters,
  cacheDir: string,
): PreparedCatalog {
  const hasSamples = catalog.tables.some(({ columns }) =>
    columns.some(({ samples }) => samples !== undefined),
  );
  if (hasSamples) return prepareCatalog(catalog, parameters);
  const key = createHash('sha256')
    .update(JSON.stringify([formatVersion, parameters]))
    .update(indexedText(catalog))
    .digest('hex');
  const path = join(cacheDir, `${key}.index`);
  const stored = readCacheFile<Stored>(path, { formatVersion, key });
  if (stored !== null) {
    const graph = graphOf(stored.edges, catalog.tables.length);
    return { index: stored.index, graph, twins: stored.twins };
  }
  const prepared = prepareCatalog(catalog, parameters);
  const entry: Stored = {
    formatVersion,
    key,
    index: prepared.index,
    edges: prepared.graph.edges,
    twins: prepared.twins,
  };
  writeCacheFile(path, entry);
  return prepared;
}

/** All that an index is made of, as one text; far cheaper than the fingerprint of a whole catalog. */
function indexedText({ tables }: Catalog): string {
  const parts: string[] = [];
  for (const { schema, name, comment, columns, foreignKeys } of tables) {
    parts.push('\u0001', schema, name, comment ?? '\u0002');
    for (const column of columns) {
      parts.push(column.name);
      if (column.isPrimaryKey) parts.push('\u0003');
      if (column.comment !== null) parts.push('\u0007', column.comment);
      if (column.enumValues) parts.push('\u0004', ...column.enumValues);
    }
    for (const key of foreignKeys) {
      parts.push('\u0005', key.referencedSchema, key.referencedTable);
      parts.push(...key.columns, '\u0006', ...key.referencedColumns);
    }
  }
  return parts.join('\u0000');
}
