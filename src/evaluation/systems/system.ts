import type { ResultSet } from '../../catalog/index.ts';

/** What a system under test is asked. It holds no gold: not the SQL, rows, tables or plan of the case. */
export interface Question {
  readonly suite: string;
  readonly id: string;
  readonly question: string;
  readonly role: string;
  /** Ids of the datasources the system may use. */
  readonly datasources: readonly string[];
  readonly evidence?: string;
}

/** What a run cost, where the system tells. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly modelCalls?: number;
  readonly costUsd?: number;
}

/** What a system said. Fields it does not tell are absent: not observed, never zero. */
export type Observation = {
  readonly datasources?: readonly string[];
  readonly usage?: Usage;
  /** The case's own statement echoed by the `gold` system, without any SQL run. */
  readonly stated?: true;
} & (
  | { readonly kind: 'sql'; readonly sql: string; readonly datasource?: string }
  | {
      readonly kind: 'rows';
      readonly result: ResultSet;
      readonly sql?: string;
      /** Tables whose rows a filter of the role thinned, where the system tells. */
      readonly filtered?: readonly string[];
    }
  | {
      readonly kind: 'refused';
      readonly message?: string;
      /** It refused a name that nobody has: right by luck. */
      readonly weak?: 'unknown-name';
    }
  | { readonly kind: 'unanswerable'; readonly message?: string }
  | { readonly kind: 'clarify'; readonly message?: string }
  /** It answered with text in which there is no SQL, or several different ones: wrong, not broken. */
  | {
      readonly kind: 'no-sql';
      readonly reason: 'no-sql' | 'several-candidates';
      readonly message: string;
    }
  /** The system itself failed: never wrong, never right. */
  | { readonly kind: 'error'; readonly message: string }
);

/** An answering system under test: ours, a file of predictions, a command, an HTTP service. */
export interface System {
  readonly name: string;
  ask(question: Question, options: AskOptions): Promise<Observation>;
  close?(): Promise<void>;
}

export interface AskOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}
