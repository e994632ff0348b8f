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
} from './retriever.ts';
