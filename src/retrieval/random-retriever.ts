import { type Catalog, tableName } from '../catalog/index.ts';
import { fitTokens } from './fit-tokens.ts';
import { resolveForeignKeys } from './foreign-key-links.ts';
import { expandViaForeignKeys } from './promptquery/expansion.ts';
import type { Retriever } from './retriever.ts';
import { createSeededRandom, seedOfText } from './seeded-random.ts';

/**
 * Chance as a baseline: seeded random tables, then the same foreign-key step as `promptquery`.
 *
 * What it passes tells how little a suite asks at that budget. One question and seed always give the
 * same tables.
 */
export function createRandomRetriever(
  catalog: Catalog,
  options: { readonly seed: number; readonly topK?: number },
): Retriever {
  const links = resolveForeignKeys(catalog);
  const names = catalog.tables.map(tableName);
  return {
    name: 'random',
    retrieve(question, budget) {
      const random = createSeededRandom(seedOfText(`${options.seed} ${question}`));
      const shuffled = random.shuffle(catalog.tables.map((_, position) => position));
      const seeds = shuffled.slice(0, options.topK ?? 10);
      const selected = expandViaForeignKeys(links, seeds, budget.maxTables);
      const tables = selected.map((position) => ({
        position,
        name: names[position] ?? '',
        score: 0,
        why: ['chance'],
        columns: (catalog.tables[position]?.columns ?? []).map((column) => ({
          name: column.name,
          why: 'every column is sent',
        })),
      }));
      return {
        status: 'matched',
        tables:
          budget.tokens === undefined
            ? tables
            : fitTokens(tables, catalog, budget.tokens, () => []),
        ranking: seeds.map((position) => names[position] ?? ''),
        expectedRecall: null,
      };
    },
  };
}
