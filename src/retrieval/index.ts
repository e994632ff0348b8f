export { loadTokenCounter, tokenizerName } from './count-tokens.ts';
export { embedTables, type TableVectors } from './embeddings/table-vectors.ts';
export type { Glossary } from './linking/glossary.ts';
export {
  createSchemaRetriever,
  type SchemaRetrieverOptions,
} from './linking/schema-retriever.ts';
export { addNoise, type NoiseOptions } from './noise/noise.ts';
export {
  createPromptQueryRetriever,
  type PromptQueryOptions,
} from './promptquery/promptquery-retriever.ts';
export { createRandomRetriever } from './random-retriever.ts';
export type {
  RetrievalBudget,
  Retriever,
  SchemaSelection,
  SelectedColumn,
  SelectedTable,
  TokenBudget,
} from './retriever.ts';
export {
  createRouter,
  defaultRoutingSettings,
  type RoutableDatasource,
  type RoutedDatasource,
  type Router,
  type RoutingSettings,
} from './routing/router.ts';
export { schemaText } from './schema-text.ts';
