import { type Catalog, tableName } from '../../catalog/index.ts';
import { fitTokens } from '../fit-tokens.ts';
import { resolveForeignKeys } from '../foreign-key-links.ts';
import type { RetrievalBudget, Retriever, SchemaSelection } from '../retriever.ts';
import { expandViaForeignKeys } from './expansion.ts';
import { createTfIdfRanking } from './ranking.ts';

export interface PromptQueryOptions {
  /** How many of the best ranked tables may be seeds. Default 10, as in the original. */
  readonly topK?: number;
  /** Fill a selection that is below the budget with the next ranked tables; the original does not. */
  readonly pad?: boolean;
}

/**
 * The retrieval of PromptQuery 0.3.0 as a named baseline: TF-IDF seeds, then one foreign-key hop.
 *
 * Tables with a score above 0 among the best `topK` are seeds; with none of them, the first three.
 *
 * @example
 * createPromptQueryRetriever(catalog).retrieve('orders per customer', { maxTables: 20 });
 */
export function createPromptQueryRetriever(
  catalog: Catalog,
  options: PromptQueryOptions = {},
): Retriever {
  const topK = options.topK ?? 10;
  const links = resolveForeignKeys(catalog);
  const ranking = createTfIdfRanking(catalog.tables);
  const names = catalog.tables.map(tableName);
  return {
    name: 'promptquery',
    retrieve(question: string, budget: RetrievalBudget): SchemaSelection {
      const all = ranking.rank(question);
      const top = all.slice(0, topK);
      const matched = top.filter((table) => table.score > 0);
      const seeds = (matched.length > 0 ? matched : top.slice(0, 3)).map((table) => table.position);
      const selected = expandViaForeignKeys(links, seeds, budget.maxTables);
      if (options.pad === true) {
        const present = new Set(selected);
        for (const table of all) {
          if (selected.length >= budget.maxTables) break;
          if (!present.has(table.position)) selected.push(table.position);
        }
      }
      const scores = new Map(all.map((table) => [table.position, table.score]));
      const seedSet = new Set(seeds);
      const tables = selected.map((position) => ({
        position,
        name: names[position] ?? '',
        score: scores.get(position) ?? 0,
        why: [seedSet.has(position) ? 'TF-IDF' : 'foreign key or padding'],
        columns: (catalog.tables[position]?.columns ?? []).map((column) => ({
          name: column.name,
          why: 'every column is sent',
        })),
      }));
      return {
        status: matched.length > 0 ? 'matched' : 'nothing-matched',
        tables:
          budget.tokens === undefined
            ? tables
            : fitTokens(tables, catalog, budget.tokens, () => []),
        ranking: top.map((table) => names[table.position] ?? ''),
        expectedRecall: null,
      };
    },
  };
}
