import type { RetrievalBudget } from '../../retrieval/index.ts';

/**
 * The retrievers that can be compared: `nl2sql` is ours as the project has it, `nl2sql-lexical` the same
 * without the project's embeddings.
 */
export const retrieverNames = ['nl2sql', 'nl2sql-lexical', 'promptquery', 'random'] as const;
export type RetrieverName = (typeof retrieverNames)[number];

const defaultRetrievers: readonly RetrieverName[] = ['nl2sql', 'promptquery', 'random'];

/** What mode retrieval may be told beside the options of every run. */
export interface RetrievalRunOptions {
  /** Path of a schema fixture that stands in for every datasource. */
  readonly fixture?: string;
  /** Path of a questions file, instead of suites. */
  readonly questions?: string;
  /** Seeds of `promptquery` and `random`. Default: 10. */
  readonly topK?: number;
  /** Default: 20. */
  readonly maxTables?: number;
  /** Default: the columns of a sent table are all sent. */
  readonly maxColumns?: number;
  /** Tokens of the schema text of one datasource. Default: no limit. */
  readonly maxTokens?: number;
  /** Least share of the best score of a table that ours sends. Default 0: the budget is filled. */
  readonly minScore?: number;
  /** The first one decides the run; default: ours, then the baselines. */
  readonly retrievers?: readonly RetrieverName[];
  /** Numbers of invented tables among the real ones. Default: 0 only. */
  readonly noise?: readonly number[];
  /** Seed of the invented tables and of `random`. Default: 1. */
  readonly seed?: number;
  /** `columns`: a case passes only when its columns were sent too. Default: tables. */
  readonly require?: 'tables' | 'columns';
}

/** The options with their defaults. */
export interface RetrievalPlan {
  readonly topK: number;
  readonly maxTables: number;
  readonly maxColumns: number | undefined;
  readonly maxTokens: number | undefined;
  readonly minScore: number;
  readonly retrievers: readonly RetrieverName[];
  readonly noise: readonly number[];
  readonly seed: number;
  readonly require: 'tables' | 'columns';
}

export function withDefaults(options: RetrievalRunOptions): RetrievalPlan {
  return {
    topK: options.topK ?? 10,
    maxTables: options.maxTables ?? 20,
    maxColumns: options.maxColumns,
    maxTokens: options.maxTokens,
    minScore: options.minScore ?? 0,
    retrievers: options.retrievers ?? defaultRetrievers,
    noise: options.noise ?? [0],
    seed: options.seed ?? 1,
    require: options.require ?? 'tables',
  };
}

/** What each retriever may send for a question. */
export function budgetOf(
  { maxTables, maxColumns, maxTokens, minScore }: RetrievalPlan,
  countTokens: (text: string) => number,
): RetrievalBudget {
  return {
    maxTables,
    minScore,
    ...(maxColumns === undefined ? {} : { maxColumns }),
    ...(maxTokens === undefined ? {} : { tokens: { maxTokens, countTokens } }),
  };
}
