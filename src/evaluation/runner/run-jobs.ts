import { createCaseExecutor } from './databases.ts';
import type { Evidence, Job } from './evidence.ts';
import { type GatherOptions, gatherEvidence } from './gather.ts';

export interface RunJobsOptions extends GatherOptions {
  /** Cases at hand at once; the roles of one case run one after another and share executions. */
  readonly concurrency: number;
  /** Called as each run ends, in the order they end. What it returns is kept; the evidence is not. */
  readonly onEvidence: (evidence: Evidence, index: number) => void;
}

/** Whether every job ran, or the signal stopped the run with what was done kept. */
export type RunEnd =
  | { readonly status: 'done' }
  | { readonly status: 'stopped'; readonly ran: number };

/**
 * Runs jobs with bounded concurrency. Evidence is handed on as it comes and not kept, so memory stays
 * flat however many cases there are.
 */
export async function runJobs(jobs: readonly Job[], options: RunJobsOptions): Promise<RunEnd> {
  const groups = groupByCase(jobs);
  let next = 0;
  let ran = 0;
  const work = async (): Promise<void> => {
    while (next < groups.length && !options.signal.aborted) {
      const group = groups[next] ?? [];
      next += 1;
      const executor = createCaseExecutor(options.signal);
      for (const { job, index } of group) {
        const evidence = await gatherEvidence(job, options, executor);
        if (options.signal.aborted) return;
        options.onEvidence(evidence, index);
        ran += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.concurrency) }, work));
  return ran === jobs.length ? { status: 'done' } : { status: 'stopped', ran };
}

interface IndexedJob {
  readonly job: Job;
  readonly index: number;
}

function groupByCase(jobs: readonly Job[]): IndexedJob[][] {
  const groups: IndexedJob[][] = [];
  for (const [index, job] of jobs.entries()) {
    const last = groups.at(-1);
    if (last?.[0]?.job.case === job.case) last.push({ job, index });
    else groups.push([{ job, index }]);
  }
  return groups;
}
