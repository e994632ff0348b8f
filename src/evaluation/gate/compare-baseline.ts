import type { ReportCase, RunStatus } from '../records/index.ts';

/** One run as a baseline keeps it. A full report holds the same fields. */
export interface BaselineCase {
  readonly suite: string;
  readonly id: string;
  readonly role: string;
  readonly system: string;
  readonly question: string;
  readonly status: RunStatus;
  /** Mode retrieval: invented tables among the real ones. */
  readonly noise?: number;
}

/** A run that stands otherwise than in the baseline. */
export interface Flip {
  readonly suite: string;
  readonly id: string;
  readonly role: string;
  readonly system: string;
  readonly noise: number;
  readonly question: string;
  readonly before: RunStatus | null;
  readonly after: RunStatus;
  readonly reason: string | null;
}

/** What a run came to beside its baseline. */
export interface GateVerdict {
  /** Whether no run that passed before stopped passing. Fails closed: an error is not a pass. */
  readonly holds: boolean;
  /** Passed before, not now. */
  readonly lost: readonly Flip[];
  /** Passes now, not before: the baseline may be written anew. */
  readonly gained: readonly Flip[];
  /** Known misses that still miss. */
  readonly knownMisses: number;
  /** Runs the baseline does not know; they decide nothing. */
  readonly added: readonly Flip[];
  /** Runs whose question was changed since; they decide nothing. */
  readonly changed: readonly Flip[];
  /** Runs of the baseline that were not made. */
  readonly absent: readonly BaselineCase[];
}

/**
 * Compares a run of a deterministic mode with its baseline, case by case: known misses may go on missing,
 * nothing else may start to.
 */
export function compareWithBaseline(
  baseline: readonly BaselineCase[],
  runs: readonly ReportCase[],
): GateVerdict {
  const known = new Map(baseline.map((run) => [keyOf(run), run]));
  const lost: Flip[] = [];
  const gained: Flip[] = [];
  const added: Flip[] = [];
  const changed: Flip[] = [];
  let knownMisses = 0;
  for (const run of runs) {
    const before = known.get(keyOf(run));
    known.delete(keyOf(run));
    const flip = flipOf(run, before?.status ?? null);
    if (before === undefined) added.push(flip);
    else if (before.question !== run.question) changed.push(flip);
    else if (before.status === 'pass' && run.status !== 'pass') lost.push(flip);
    else if (before.status !== 'pass' && run.status === 'pass') gained.push(flip);
    else if (run.status !== 'pass') knownMisses += 1;
  }
  const absent = [...known.values()];
  return { holds: lost.length === 0, lost, gained, knownMisses, added, changed, absent };
}

function keyOf({ suite, id, role, system, noise = 0 }: BaselineCase): string {
  return JSON.stringify([suite, id, role, system, noise]);
}

function flipOf(run: ReportCase, before: RunStatus | null): Flip {
  const { suite, id, role, system, question, reason, status } = run;
  return {
    suite,
    id,
    role,
    system,
    noise: run.noise ?? 0,
    question,
    before,
    after: status,
    reason,
  };
}
