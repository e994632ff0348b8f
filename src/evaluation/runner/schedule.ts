import type { EvalCase, EvalSuite } from '../suite/index.ts';
import type { Job } from './evidence.ts';

/** A run that is not made, and why. */
export interface SkippedJob extends Job {
  readonly reason: 'clarify-not-asked' | 'routing-case';
}

export interface ScheduleOptions {
  readonly roles: ReadonlySet<string> | null;
  readonly clarify: boolean;
  /** Whether the mode can judge a case that asks only where a question belongs. */
  readonly routingCases: boolean;
}

/**
 * Every run of the suites, in file order: each chosen case once per role its outcome names.
 *
 * @param chosen per suite the approved cases to run
 */
export function scheduleJobs(
  suites: readonly EvalSuite[],
  chosen: readonly (readonly EvalCase[])[],
  options: ScheduleOptions,
): { readonly jobs: readonly Job[]; readonly skipped: readonly SkippedJob[] } {
  const jobs: Job[] = [];
  const skipped: SkippedJob[] = [];
  for (const [index, suite] of suites.entries()) {
    for (const evalCase of chosen[index] ?? []) {
      for (const [role, expected] of evalCase.outcome) {
        if (options.roles !== null && !options.roles.has(role)) continue;
        const job = { suite, case: evalCase, role, expected };
        if (expected === 'clarify' && !options.clarify) {
          skipped.push({ ...job, reason: 'clarify-not-asked' });
        } else if (evalCase.kind === 'routing' && !options.routingCases) {
          skipped.push({ ...job, reason: 'routing-case' });
        } else {
          jobs.push(job);
        }
      }
    }
  }
  return { jobs, skipped };
}
