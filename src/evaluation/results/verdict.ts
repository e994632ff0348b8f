import type { ResultColumn, Row } from '../../catalog/index.ts';

/** Raised whenever a rule of the comparison changes: old and new verdicts then do not compare. */
export const rulesVersion = 1;

/** One top-level ORDER BY key of gold: the position of its output column, from 0. */
export interface OrderKey {
  readonly column: number;
  readonly direction?: 'asc' | 'desc';
}

/** The keys rows may tie on, or `unknown`: then every row keeps its place. */
export type OrderKeys = readonly OrderKey[] | 'unknown';

/** A reviewed answer. `columns` is null where rows were stored empty, so their width is unknown. */
export interface GoldResult {
  readonly columns: readonly ResultColumn[] | null;
  readonly rows: readonly Row[];
  readonly truncated?: boolean;
  /** Keys of this answer alone; default: those of the options. */
  readonly orderKeys?: OrderKeys;
}

/** How far two numbers may be apart; a pair matches when either bound holds. Replaces the default. */
export interface NumberTolerance {
  readonly absolute?: number;
  readonly relative?: number;
}

export interface CompareOptions {
  /** Other right answers, each tried on its own. */
  readonly alternatives?: readonly GoldResult[];
  /** Whether rows must come in gold's order. Default: false. */
  readonly orderMatters?: boolean;
  /** Gold's top-level ORDER BY keys; rows that tie on all of them may come in any order. Default: `unknown`. */
  readonly orderKeys?: OrderKeys;
  readonly tolerance?: NumberTolerance;
  /** All rows that tie at the edge of gold's LIMIT, those inside gold too; whichever are chosen is right. */
  readonly boundaryTie?: { readonly rows: readonly Row[] };
  /** Elementary steps after which the verdict is `undecided`. Default: 100 million, some seconds. */
  readonly workBudget?: number;
  /** Whether to look for hints and a sample of differing cells. Default: true. */
  readonly explain?: boolean;
}

export type VerdictKind = 'strict' | 'lenient' | 'different' | 'undecided' | 'not-comparable';

/**
 * What a reader must know beside the verdict.
 *
 * - `vacuous`: both sides are empty, so nothing was shown.
 * - `weak`: a lenient match on a single row, or through constant columns only.
 * - `labels-swapped`: the values are there, under each other's names; refused.
 * - `boundary-tie`: the case stores rows that tie at the edge of its LIMIT.
 * - `tolerance`: some numbers match within the tolerance, not exactly.
 */
export type VerdictFlag = 'vacuous' | 'weak' | 'labels-swapped' | 'boundary-tie' | 'tolerance';

/** Something that helps a person see why: `code` to branch on, `message` to read. */
export interface Hint {
  readonly code: HintCode;
  readonly message: string;
  /** Position of the gold column it is about. */
  readonly column?: number;
}

export type HintCode =
  | 'order'
  | 'scrambled'
  | 'missing-rows'
  | 'extra-rows'
  | 'multiplied-rows'
  | 'prefix'
  | 'empty-side'
  | 'types'
  | 'factor'
  | 'decimals'
  | 'time-shift'
  | 'case'
  | 'blanks'
  | 'invisible'
  | 'null-value'
  | 'width'
  | 'nearest-column';

/** One differing cell, as text: NULL, "text" in quotes with invisible characters escaped, or a number. */
export interface DifferingCell {
  /** Values of the key columns that paired the two rows; empty where rows were paired by position. */
  readonly key: readonly string[];
  readonly column: string;
  /** Null where this side has no such row or column. */
  readonly gold: string | null;
  readonly predicted: string | null;
  /** Row numbers from 0. */
  readonly goldRow: number | null;
  readonly predictedRow: number | null;
}

/** At most 20 differing cells. */
export interface Sample {
  /** Names of the gold columns whose values paired the rows. */
  readonly keyColumns: readonly string[];
  readonly cells: readonly DifferingCell[];
  /** Whether there are more than the cells listed. */
  readonly more: boolean;
}

/** What the comparison says, as plain data that survives JSON. */
export interface Verdict {
  readonly verdict: VerdictKind;
  readonly flags: readonly VerdictFlag[];
  /** Position of the alternative that decided, from 0; null when it was gold itself. */
  readonly alternative: number | null;
  /** Per gold column the position of the predicted column that answers it; null where none does. */
  readonly columnMap: readonly (number | null)[] | null;
  readonly reason: string;
  readonly hints: readonly Hint[];
  readonly sample: Sample | null;
  readonly rulesVersion: number;
}

/** Whether a verdict stands under the strict rules. */
export function isStrictMatch(verdict: Verdict): boolean {
  return verdict.verdict === 'strict';
}

/** Whether a verdict stands under the lenient rules; strict implies it. */
export function isLenientMatch(verdict: Verdict): boolean {
  return verdict.verdict === 'strict' || verdict.verdict === 'lenient';
}
