import type { Row } from '../../catalog/index.ts';
import type { DialectName } from '../../sql/index.ts';

/**
 * A suite as its file spells it: the field names are the file's own, so the format page, the type and
 * the YAML read alike (`docs/cases.md`). Values are what the loader made of them: rows are typed cells.
 */

export type CaseStatus = 'draft' | 'approved' | 'retired';
export type CaseKind = 'answer' | 'routing';
export type CaseOrigin = 'hand' | 'seeded' | 'feedback';
export type Difficulty = 'easy' | 'medium' | 'hard';
/** What a role must get: the rows, a refusal, "the data cannot say", or a question back. */
export type Outcome = 'allowed' | 'refused' | 'unanswerable' | 'clarify';

/** One SQL text for every dialect, or one per dialect where they must differ. */
export type SqlText = string | { readonly [Dialect in DialectName]?: string };

/** Rows as `regenerate` wrote them. `columns` is null when there are no rows to tell them. */
export interface StoredRows {
  readonly columns: readonly string[] | null;
  readonly rows: readonly Row[];
}

/** Replaces the comparison's own tolerance; a number matches when either bound holds. */
export interface Tolerance {
  readonly absolute?: number;
  readonly relative?: number;
}

/** One question and what each role must get. */
export interface EvalCase {
  readonly id: string;
  readonly question: string;
  readonly datasources: readonly string[];
  readonly status: CaseStatus;
  readonly kind: CaseKind;
  readonly origin: CaseOrigin;
  readonly difficulty: Difficulty | null;
  readonly tags: readonly string[];
  readonly paraphrase_group: string | null;
  readonly outcome: ReadonlyMap<string, Outcome>;
  readonly tables: readonly string[];
  /** Alternatives to `tables`: one listed set in full is enough. */
  readonly tables_any_of?: readonly (readonly string[])[];
  readonly columns: readonly string[];
  readonly order_matters: boolean;
  readonly sql: SqlText | null;
  readonly rows: StoredRows | null;
  readonly alt_sql: readonly SqlText[];
  readonly alt_rows: readonly StoredRows[];
  /** Rows a role gets under its row filters, where they differ from `rows`. */
  readonly rows_by_role?: ReadonlyMap<string, StoredRows>;
  /**
   * A plan as data; `plan/` reads and checks it. A number that would lose its kind or its digits as a
   * JavaScript number is a cell: 60000.0 is `{ $float: '60000' }`, 1.10 is `{ $decimal: '1.10' }`, large
   * integers are bigint.
   */
  readonly plan: Readonly<Record<string, unknown>> | null;
  readonly tolerance?: Tolerance;
  /** Knowledge the question needs, given to a system beside it. */
  readonly evidence?: string;
  readonly notes?: string;
  /** All rows that tie at the edge of a LIMIT; any choice among them is right. */
  readonly boundary_tie?: StoredRows;
  readonly reviewed?: { readonly by: string; readonly at: string };
  /** First and last line of the case in its file, from 1. */
  readonly lines?: { readonly first: number; readonly last: number };
}

/** A file of cases. */
export interface EvalSuite {
  readonly version: 1;
  /** The file's stem. */
  readonly name: string;
  /** Absolute path of the file, or null for a suite made in memory. */
  readonly path: string | null;
  /** SHA-256 of the file's text with LF line ends and no BOM. */
  readonly digest: string;
  /** `executed` compares against what the reviewed SQL returns now, instead of the stored rows. */
  readonly gold: 'stored' | 'executed';
  readonly tolerance?: Tolerance;
  /** The comment and blank lines before the first other line. */
  readonly header?: string;
  readonly cases: readonly EvalCase[];
}

/** Something a loader or a lint found. */
export interface Finding {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly file: string | null;
  readonly line: number | null;
  readonly case: string | null;
  readonly field: string | null;
  /** What was found and why it matters. */
  readonly message: string;
  /** What to do about it. */
  readonly fix: string;
}

/** The text for a dialect; null when a map has none for it. */
export function sqlFor(sql: SqlText, dialect: DialectName): string | null {
  return typeof sql === 'string' ? sql : (sql[dialect] ?? null);
}
