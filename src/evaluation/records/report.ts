import type { Interval, PairedCounts, RetrievalSummary, Share } from '../metrics/index.ts';
import type { OrderKeys } from '../results/index.ts';
import type { ErrorKind, RoleClass } from '../scorers/index.ts';
import type { Outcome } from '../suite/index.ts';
import type { Usage } from '../systems/index.ts';

/**
 * The run record that `--out` writes: a versioned public format (`docs/formats/report.md`). Reports, the
 * gate and rescoring read only this. Fields are added freely; renaming or dropping one raises
 * `formatVersion`.
 */
export const reportFormatVersion = 1;

export type RunStatus = 'pass' | 'fail' | 'error' | 'skip';

/** How much of the rows a report keeps: all, a digest to compare runs by, or nothing. */
export type RowStore = 'rows' | 'digest' | 'none';

/** A score as the record keeps it. */
export interface RecordedScore {
  /** From 0 to 1; null unless scored. */
  readonly value: number | null;
  readonly passed: boolean | null;
  readonly state: 'scored' | 'not-applicable' | 'not-observed' | 'error';
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Rows as the record keeps them: always how many under which names, and the rows as far as `store` says. */
export interface RecordedRows {
  /** null for stored gold without rows, whose width nobody knows. */
  readonly columns: readonly string[] | null;
  readonly rowCount: number;
  /** JSON cells (see `docs/formats/cells.md`), with `--store rows`. */
  readonly rows?: readonly (readonly unknown[])[];
  /** SHA-256 of the rows, with `--store digest`. */
  readonly digest?: string;
}

/** The reviewed side of a run. */
export interface RecordedGold {
  readonly sql: string | null;
  readonly dialect: string;
  readonly result?: RecordedRows;
  /** The keys that rows may tie on, where the case asks for an order. */
  readonly orderKeys?: OrderKeys;
}

/** One run: a case asked as a role. */
export interface ReportCase {
  readonly suite: string;
  readonly id: string;
  readonly role: string;
  readonly system: string;
  readonly question: string;
  readonly kind: 'answer' | 'routing';
  readonly tags: readonly string[];
  readonly difficulty: string | null;
  readonly datasource: string | null;
  readonly expected: Outcome;
  readonly status: RunStatus;
  readonly errorKind?: ErrorKind;
  /** A word for scripts; null on a pass. */
  readonly reasonCode: string | null;
  readonly reason: string | null;
  readonly scores: Readonly<Record<string, RecordedScore>>;
  /** The system's SQL; null when it gave none. */
  readonly sql: string | null;
  readonly latencyMs: number;
  readonly usage?: Usage;
  /** What the role got, as security: `leak`, `silent-denial`, `over-refusal`, `wrong-message`, `ok`. */
  readonly roleClass?: RoleClass;
  /** Tables whose rows a filter of the role thinned, where the system tells. */
  readonly filtered?: readonly string[];
  /** The outcome was stated by the gold system, nothing was run. */
  readonly stated?: true;
  readonly orderMatters: boolean;
  /** The reviewed answers: the case's own first, then each alternative. */
  readonly gold?: readonly RecordedGold[];
  readonly predicted?: RecordedRows;
  readonly goldDrifted?: true;
  /** What the comparison was made with beyond the rows; rescoring needs it. */
  readonly comparison?: Readonly<Record<string, unknown>>;
  /** Mode retrieval: which retriever, among how many invented tables, and what it sent. */
  readonly retriever?: string;
  readonly noise?: number;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Counts by status, with what stands beside them. */
export interface StatusCounts {
  readonly total: number;
  readonly pass: number;
  readonly fail: number;
  readonly error: number;
  readonly skip: number;
}

export interface ReportSummary extends StatusCounts {
  /** Runs that match only by the lenient rules; each is a fail. */
  readonly lenient: number;
  /** Passes where both results are empty. */
  readonly vacuous: number;
  /**
   * Runs that match on thin evidence: by the lenient rules on a single row or constant columns only (each
   * is a fail), or a right refusal of a name that nobody has.
   */
  readonly weak: number;
  /** Runs the gold system answered by stating the outcome. */
  readonly stated: number;
  readonly errors: Readonly<Record<ErrorKind, number>>;
  /** Runs by what the role got; absent in reports of before. Any `leak` fails the run, whatever the threshold. */
  readonly roleClasses?: Readonly<Record<RoleClass, number>>;
  readonly bySuite: Readonly<Record<string, StatusCounts>>;
  readonly byRole: Readonly<Record<string, StatusCounts>>;
  readonly byTag: Readonly<Record<string, StatusCounts>>;
  readonly byDifficulty: Readonly<Record<string, StatusCounts>>;
}

export interface ReportAccuracy {
  /** pass / (pass + fail + error(system)) over every run; what `--fail-under` compares. */
  readonly overall: Share;
  /** Execution accuracy: `result_match` over answer runs with outcome `allowed`. */
  readonly execution: Share;
  /** The same with lenient matches counted as right. */
  readonly lenient: Share;
  readonly bySuite: Readonly<Record<string, Share>>;
  readonly byRole: Readonly<Record<string, Share>>;
  readonly byTag: Readonly<Record<string, Share>>;
  readonly byDifficulty: Readonly<Record<string, Share>>;
}

export interface ScorerSummary {
  readonly version: number;
  /** Runs it applied to: passed + failed + errors. */
  readonly applied: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  /** Mean value over scored runs; null when none was scored. */
  readonly mean: number | null;
  readonly interval: Interval | null;
}

/** A whole run record. */
export interface Report {
  readonly formatVersion: typeof reportFormatVersion;
  readonly mode: string;
  readonly systems: readonly string[];
  readonly suites: readonly {
    readonly name: string;
    readonly path: string | null;
    readonly digest: string;
    /** Approved cases that this run took. */
    readonly cases: number;
  }[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly versions: Readonly<Record<string, string>>;
  readonly startedAt: string;
  readonly elapsedMs: number;
  /** Why the run ended early, or null. */
  readonly stopped: 'user' | null;
  readonly warnings: readonly string[];
  readonly summary: ReportSummary;
  readonly accuracy: ReportAccuracy;
  readonly scores: Readonly<Record<string, ScorerSummary>>;
  /** Mode retrieval: the means of each retriever at each noise level. */
  readonly retrieval?: readonly ReportRetrieval[];
  /** Mode retrieval: the first retriever against each other one, question by question. */
  readonly paired?: readonly ReportPaired[];
  readonly cases: readonly ReportCase[];
}

/** One retriever at one noise level. */
export interface ReportRetrieval extends RetrievalSummary {
  readonly retriever: string;
  /** Invented tables among the real ones. */
  readonly noise: number;
  /** What tokens are counted with. */
  readonly tokenizer: string;
}

/** Two retrievers on the same questions. */
export interface ReportPaired extends PairedCounts {
  readonly retriever: string;
  readonly against: string;
  readonly noise: number;
}
