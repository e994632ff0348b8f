import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Catalog } from '../../catalog/index.ts';
import { Nl2sqlError } from '../../errors.ts';
import type { EmbeddingModel } from '../../llm/index.ts';
import { type CacheEntry, readCacheFile, writeCacheFile } from '../cache-file.ts';
import { tableText } from './table-text.ts';

/** The meanings of a catalog's tables. */
export interface TableVectors {
  /** For each table of the catalog the cosine of its meaning and that of the question. */
  similarities(question: Float32Array): Float32Array;
}

export interface TableVectorsOptions {
  /** A folder to keep vectors in, one file per set of tables and model. Default: none. */
  readonly cacheDir?: string;
  readonly signal?: AbortSignal;
}

/** Raised whenever the stored form changes. */
const formatVersion = 1;

interface Stored extends CacheEntry {
  readonly dimension: number;
  /** Table after table. */
  readonly vectors: Float32Array;
}

/**
 * Embeds the tables of a catalog, or takes their vectors from the cache. Its key is the texts of the
 * tables and the model: a changed schema, another model and a role that sees less each have vectors of
 * their own. Throws what `EmbeddingModel.embed` throws.
 *
 * @example
 * const vectors = await embedTables(catalog, model);
 * const [question] = await model.embed(['orders per customer'], 'question');
 * retriever.retrieve('orders per customer', { maxTables: 8 }, vectors.similarities(question));
 */
export async function embedTables(
  catalog: Catalog,
  model: EmbeddingModel,
  { cacheDir, signal }: TableVectorsOptions = {},
): Promise<TableVectors> {
  const texts = catalog.tables.map(tableText);
  const key = createHash('sha256')
    .update(JSON.stringify([formatVersion, model.identity, texts]))
    .digest('hex');
  const path = cacheDir === undefined ? null : join(cacheDir, `${key}.vectors`);
  const known = path === null ? null : readCacheFile<Stored>(path, { formatVersion, key });
  const { dimension, vectors } = known ?? (await embed(texts, model, key, signal));
  if (path !== null && known === null && texts.length > 0) {
    const entry: Stored = { formatVersion, key, dimension, vectors };
    writeCacheFile(path, entry);
  }
  return {
    similarities(question) {
      if (texts.length > 0 && question.length !== dimension) {
        throw new Nl2sqlError('EMBEDDINGS_FAILED', {
          model: 'the configured model',
          reason: `the question has ${question.length} numbers, the tables ${dimension}`,
          fix: 'Set embeddings.dimension to what the model gives.',
        });
      }
      return Float32Array.from(texts, (_, table) => product(vectors, table * dimension, question));
    },
  };
}

async function embed(
  texts: readonly string[],
  model: EmbeddingModel,
  key: string,
  signal: AbortSignal | undefined,
): Promise<Stored> {
  const embedded = await model.embed(texts, 'table', signal === undefined ? {} : { signal });
  const dimension = embedded[0]?.length ?? 0;
  const vectors = new Float32Array(texts.length * dimension);
  for (const [table, vector] of embedded.entries()) vectors.set(vector, table * dimension);
  return { formatVersion, key, dimension, vectors };
}

function product(vectors: Float32Array, start: number, question: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < question.length; place += 1) {
    sum += (vectors[start + place] ?? 0) * (question[place] ?? 0);
  }
  return sum;
}
