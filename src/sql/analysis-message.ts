import type { Catalog } from '../catalog/index.ts';
import type { DialectName } from './dialect.ts';
import type { SqlFacts } from './facts/sql-facts.ts';

/** Asks the analysis thread for the facts of a text. A catalog is sent once and named afterwards. */
export interface AnalysisRequest {
  readonly sql: string;
  readonly dialect: DialectName;
  readonly catalogId: number | null;
  readonly catalog: Catalog | null;
}

/** The thread's answer; after `mustRestart` it is not to be asked again. */
export type AnalysisReply =
  | { readonly status: 'done'; readonly facts: SqlFacts; readonly mustRestart: boolean }
  | { readonly status: 'failed'; readonly message: string; readonly stack: string };
