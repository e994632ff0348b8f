import type { Evidence } from '../runner/index.ts';

/** Who is to blame for a run that could not be judged. */
export type ErrorKind = 'gold' | 'infrastructure' | 'system';

/** What a scorer made of one run. What was not asked or not told is a state, never a zero. */
export type Score =
  | {
      readonly state: 'scored';
      /** From 0 to 1. */
      readonly value: number;
      readonly passed: boolean;
      /** Why it did not pass, as a word for scripts; null when it passed. */
      readonly reasonCode: string | null;
      readonly reason: string | null;
      readonly detail: Readonly<Record<string, unknown>>;
    }
  | { readonly state: 'not-applicable' }
  | { readonly state: 'not-observed' }
  | { readonly state: 'error'; readonly errorKind: ErrorKind; readonly message: string };

/** A pure judge of one run. `version` rises when the meaning of its score changes. */
export interface Scorer {
  readonly name: string;
  readonly version: number;
  score(evidence: Evidence): Score;
}

/** A score that passed. */
export function passed(detail: Readonly<Record<string, unknown>> = {}): Score {
  return { state: 'scored', value: 1, passed: true, reasonCode: null, reason: null, detail };
}

/** A score that failed, with the word and the sentence that say why. */
export function failed(
  reasonCode: string,
  reason: string,
  detail: Readonly<Record<string, unknown>> = {},
): Score {
  return { state: 'scored', value: 0, passed: false, reasonCode, reason, detail };
}

/** What makes a run impossible to judge, whatever the scorer: the system, the database or the gold broke. */
export function brokenRun(evidence: Evidence): Score | null {
  if (evidence.predicted.status === 'unavailable') {
    return { state: 'error', errorKind: 'infrastructure', message: evidence.predicted.message };
  }
  if (evidence.gold.status === 'unavailable') {
    return { state: 'error', errorKind: 'infrastructure', message: evidence.gold.message };
  }
  if (evidence.observation.kind === 'error') {
    return { state: 'error', errorKind: 'system', message: evidence.observation.message };
  }
  if (evidence.gold.status === 'failed') {
    return { state: 'error', errorKind: 'gold', message: evidence.gold.message };
  }
  return null;
}
