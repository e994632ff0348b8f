import type { UserValues } from '../access/index.ts';
import type { RowStore } from '../evaluation/records/index.ts';
import type { ScopeJudge } from '../evaluation/runner/index.ts';
import type { RetrievalRunOptions } from './retrieval/retrieval-options.ts';

/** How answers come about: the reviewed SQL itself, a file of predictions, hand-written plans, a model. */
export const evalModes = ['gold', 'recorded', 'plans', 'retrieval', 'full'] as const;
export type EvalMode = (typeof evalModes)[number];

/** The mode that a run with these options has. */
export function modeOf({ mode, predictions }: EvalRunOptions): EvalMode {
  return mode ?? (predictions === undefined ? 'gold' : 'recorded');
}

/** What a run may be told. Every field is optional; the defaults are the command line's. */
export interface EvalRunOptions {
  /** Default: `recorded` with predictions, else `gold`. */
  readonly mode?: EvalMode;
  /** Ids or tags of approved cases. */
  readonly cases?: readonly string[];
  readonly roles?: readonly string[];
  /** `$user.KEY` values of row filters, for every role; they come before those of the project. */
  readonly user?: UserValues;
  /** Names of scorers; default: all that the mode has. */
  readonly scorers?: readonly string[];
  /** Run `clarify` outcomes too. Default: false, they are counted as skipped. */
  readonly clarify?: boolean;
  /** Path of a predictions file. */
  readonly predictions?: string;
  /** Compare against the stored rows, or against what the reviewed SQL returns now. Default: as each suite says. */
  readonly gold?: 'stored' | 'executed';
  /** Cases at hand at once. Default: 4. */
  readonly concurrency?: number;
  readonly timeoutMs?: number;
  readonly rowLimit?: number;
  /** How much of the rows the report keeps. Default: `rows`. */
  readonly store?: RowStore;
  /** Mode retrieval only. */
  readonly retrieval?: RetrievalRunOptions;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: EvalProgress) => void;
  /** Decides raw SQL by a role's scope; default: by the project's policies. */
  readonly judgeScope?: ScopeJudge;
}

/** How far a run is. */
export interface EvalProgress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly errors: number;
}
