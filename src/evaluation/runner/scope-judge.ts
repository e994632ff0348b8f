import type { PredictedFailure } from './evidence.ts';

/** Decides whether a role may read what a SQL text reads; wired from `access/` where policies exist. */
export type ScopeJudge = (query: {
  readonly sql: string;
  readonly role: string;
  readonly datasource: string;
}) => Promise<ScopeJudgement>;

/** What a scope says of a SQL text; `run` is the text to run, its tables narrowed by row filters. */
export type ScopeJudgement =
  | { readonly status: 'allowed'; readonly run: string }
  | { readonly status: 'leak'; readonly message: string }
  | { readonly status: 'refused'; readonly reason: PredictedFailure; readonly message: string };
