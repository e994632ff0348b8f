import type { ResultColumn, Row } from '../../../catalog/index.ts';

/** A result as foreign rules see it: they know no unknown widths and no truncation. */
export interface PlainResult {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly Row[];
}

export interface RuleContext {
  /** Whether the benchmark marks this question as ordered. */
  readonly orderMatters: boolean;
}

export interface RuleVerdict {
  readonly match: boolean;
  /** Which of several rules decided, or what stopped the comparison. */
  readonly detail?: string;
}

/**
 * How somebody else compares two results, faults included, to reproduce published numbers. Written from
 * public descriptions and the behaviour of the originals.
 */
export interface RuleSet {
  readonly name: string;
  readonly summary: string;
  judge(gold: PlainResult, predicted: PlainResult, context: RuleContext): RuleVerdict;
}
