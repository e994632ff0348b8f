import type { ResultSet } from '../../catalog/index.ts';
import type { DialectName } from '../../sql/index.ts';
import type { OrderKeys } from '../results/index.ts';
import type { EvalCase, EvalSuite, Outcome, StoredRows } from '../suite/index.ts';
import type { Observation } from '../systems/index.ts';

/** One run: a case asked as a role. */
export interface Job {
  readonly suite: EvalSuite;
  readonly case: EvalCase;
  readonly role: string;
  readonly expected: Outcome;
}

/** Why the SQL of a system gave no rows that could be compared. */
export type PredictedFailure =
  | 'sql-rejected'
  | 'not-read-only'
  | 'timeout'
  | 'truncated'
  | 'several-datasources'
  /** Under a restricted role: a name nobody has, or a text that could not be analysed. Not run. */
  | 'unknown-name'
  | 'not-analysed';

/** What became of a system's SQL, or the rows it gave itself. */
export type PredictedEvidence =
  | { readonly status: 'none' }
  | { readonly status: 'rows'; readonly result: ResultSet }
  | { readonly status: 'failed'; readonly reason: PredictedFailure; readonly message: string }
  /** The SQL reads what the role may not see. It was not run. */
  | { readonly status: 'leak'; readonly message: string }
  | { readonly status: 'unavailable'; readonly message: string };

/** What a right answer looks like: the rows of the reviewed SQL first, then each alternative's. */
export interface GoldAnswer {
  readonly sql: string | null;
  readonly dialect: DialectName;
  /** `columns` is null where nothing tells them: stored rows that are empty. */
  readonly columns: readonly { readonly name: string; readonly type?: string }[] | null;
  readonly rows: ResultSet['rows'];
  /** The keys of its own ORDER BY, where the case asks for an order. */
  readonly orderKeys?: OrderKeys;
}

/** The reviewed side of a run. `none` where the case asks for no rows. */
export type GoldEvidence =
  | { readonly status: 'none' }
  | {
      readonly status: 'answers';
      readonly answers: readonly GoldAnswer[];
      readonly boundaryTie: StoredRows | null;
      /** The stored rows differ from what the reviewed SQL returns now. */
      readonly drifted: boolean;
    }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'unavailable'; readonly message: string };

/** All that scorers may look at; with it a run can be scored again without a database. */
export interface Evidence extends Job {
  readonly system: string;
  readonly observation: Observation;
  readonly predicted: PredictedEvidence;
  readonly gold: GoldEvidence;
  /** Wall-clock time of the system's answer, without our own execution of its SQL. */
  readonly latencyMs: number;
  /** The datasource the SQL ran on. */
  readonly datasource: string | null;
}
