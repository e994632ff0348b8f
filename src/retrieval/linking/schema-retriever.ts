import { type Catalog, tableName } from '../../catalog/index.ts';
import { fitTokens } from '../fit-tokens.ts';
import type {
  RetrievalBudget,
  Retriever,
  SchemaSelection,
  SelectedColumn,
  SelectedTable,
} from '../retriever.ts';
import { addSimilarities } from './add-similarities.ts';
import { readValueNeeds, type ScoredColumn, scoreColumns } from './column-scores.ts';
import { expectedRecall } from './expected-recall.ts';
import { explainTable } from './explain-table.ts';
import { type Glossary, resolveGlossary } from './glossary.ts';
import { prepareCatalog, prepareCatalogCached } from './index-cache.ts';
import type { JoinGraph } from './join-graph.ts';
import { type LinkingParameters, linkingParameters } from './parameters.ts';
import { readConcepts } from './question-concepts.ts';
import { preferMatchedSchema } from './schema-affinity.ts';
import { selectColumns } from './select-columns.ts';
import { spreadOverJoins } from './spread.ts';
import { scoreTables } from './table-scores.ts';
import { topPositions } from './top-positions.ts';
import { createValueIndex } from './value-index.ts';

export interface SchemaRetrieverOptions {
  readonly glossary?: Glossary;
  readonly parameters?: LinkingParameters;
  /** A folder to keep indexes in, one file per schema. Without it they live as long as the retriever. */
  readonly cacheDir?: string;
}

/** Recall at 20 is looked at whatever is sent, so the ranking goes at least this far. */
const shortestRanking = 20;

/**
 * Our schema linking: by words, one index per catalog, without a model; with similarities by meaning too.
 *
 * What a caller may not see must be out of the catalog already (`scope.visibleCatalog`): then it can
 * neither be sent nor vote nor be named in a reason.
 *
 * @example
 * createSchemaRetriever(catalog).retrieve('orders per customer', { maxTables: 8, maxColumns: 24 });
 */
export function createSchemaRetriever(
  catalog: Catalog,
  options: SchemaRetrieverOptions = {},
): Retriever {
  const parameters = options.parameters ?? linkingParameters;
  const { tables } = catalog;
  const { index, graph, twins } =
    options.cacheDir === undefined
      ? prepareCatalog(catalog, parameters)
      : prepareCatalogCached(catalog, parameters, options.cacheDir);
  const values = createValueIndex(catalog);
  const glossary = resolveGlossary(options.glossary ?? {}, catalog);
  const priors = computePriors(graph, tables.length, parameters.prior);
  let byPrior: readonly number[] | undefined;
  const schemaNumbers = new Map<string, number>();
  for (const { schema } of tables) {
    if (!schemaNumbers.has(schema)) schemaNumbers.set(schema, schemaNumbers.size);
  }
  const schemas = {
    of: Int32Array.from(tables, ({ schema }) => schemaNumbers.get(schema) ?? 0),
    count: schemaNumbers.size,
  };
  const names: (string | undefined)[] = [];
  const nameOf = (position: number): string => {
    const table = tables[position];
    names[position] ??= table === undefined ? '' : tableName(table);
    return names[position] ?? '';
  };

  return {
    name: 'nl2sql',
    retrieve(
      question: string,
      budget: RetrievalBudget,
      similarities?: Float32Array,
    ): SchemaSelection {
      const concepts = readConcepts(question, index, glossary, parameters, values);
      const matched = scoreTables(concepts, index, schemas, parameters);
      const lexical = matched.scores;
      const meaning =
        similarities === undefined ? null : addSimilarities(lexical, similarities, parameters);
      const words = new Set(concepts.map((concept) => concept.word));
      for (let position = 0; position < lexical.length; position += 1) {
        const score = lexical[position] ?? 0;
        if (score === 0) continue;
        const twin = twins[position] ?? null;
        const isAside = twin !== null && !twin.words.some((word) => words.has(word));
        lexical[position] = score * (priors[position] ?? 1) * (isAside ? parameters.twin : 1);
      }
      preferMatchedSchema(matched, schemas, parameters.schemaAffinity);
      const { scores, via } = spreadOverJoins(lexical, graph, concepts, parameters);
      const order = topPositions(scores, Math.max(budget.maxTables, shortestRanking));
      if (order.length === 0) {
        return { status: 'nothing-matched', tables: [], ranking: [], expectedRecall: null };
      }
      const best = scores[order[0] ?? 0] ?? 1;
      const scoreOf = (position: number) => (scores[position] ?? 0) / best;
      const { maxColumns, tokens, minScore = 0 } = budget;

      const selected = order
        .slice(0, budget.maxTables)
        .filter((position) => scoreOf(position) >= minScore);
      if (minScore === 0 && selected.length < Math.min(budget.maxTables, tables.length)) {
        byPrior ??= topPositions(priors, tables.length);
        fillUp(selected, byPrior, budget.maxTables);
      }
      const allColumns = (position: number): SelectedColumn[] =>
        (tables[position]?.columns ?? []).map(({ name }) => ({
          name,
          why: 'its table is sent whole',
        }));
      let columnsOf = allColumns;
      let spareColumns = (_: SelectedTable): string[] => [];
      if (maxColumns !== undefined || tokens !== undefined || budget.withReasons === true) {
        const needs = readValueNeeds(question);
        const scored = scoreColumns(selected, concepts, needs, index, graph, catalog, parameters);
        const limit = maxColumns ?? Number.POSITIVE_INFINITY;
        const chosen = selectColumns(scored, scores, limit, parameters.tableShare);
        const columnName = ({ table, place }: ScoredColumn) =>
          tables[table]?.columns[place]?.name ?? '';
        columnsOf = (position) =>
          (chosen.get(position) ?? []).map((column) => ({
            name: columnName(column),
            why: column.why,
          }));
        spareColumns = ({ position }) =>
          (chosen.get(position) ?? [])
            .filter((column) => !column.isNeeded)
            .sort((a, b) => a.score - b.score || b.place - a.place)
            .map(columnName);
      }
      const found = selected
        .map((position) => ({
          position,
          name: nameOf(position),
          score: scoreOf(position),
          why:
            budget.withReasons === true
              ? explainTable(position, concepts, via.get(position), index, catalog, {
                  similarity: similarities?.[position] ?? 0,
                  isNear: (meaning?.[position] ?? 0) > 0,
                })
              : [],
          columns: columnsOf(position),
        }))
        .filter((table) => table.columns.length > 0 || maxColumns === undefined);
      const sent = tokens === undefined ? found : fitTokens(found, catalog, tokens, spareColumns);
      const recallOf = () =>
        sent.length === tables.length ? 1 : expectedRecall(budget.maxTables, minScore);
      return {
        status: 'matched',
        tables: sent,
        ranking: order.map(nameOf),
        expectedRecall: meaning !== null || sent.length < selected.length ? null : recallOf(),
      };
    },
  };
}

/** Tables that many others point at are a little likelier to be needed. */
function computePriors(graph: JoinGraph, tableCount: number, prior: number): Float64Array {
  const priors = new Float64Array(tableCount);
  for (let position = 0; position < tableCount; position += 1) {
    const inward = graph.inward[position] ?? [];
    const referring =
      inward.length < 2 ? inward.length : new Set(inward.map((edge) => edge.from)).size;
    priors[position] = 1 + prior * Math.log2(1 + referring);
  }
  return priors;
}

/** A budget is there to be used: what is left goes to the tables most others point at. */
function fillUp(selected: number[], byPrior: readonly number[], maxTables: number): void {
  if (selected.length >= maxTables) return;
  const present = new Set(selected);
  for (const position of byPrior) {
    if (selected.length >= maxTables) return;
    if (!present.has(position)) selected.push(position);
  }
}
