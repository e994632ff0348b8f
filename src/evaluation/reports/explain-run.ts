import type { ReportCase } from '../records/index.ts';
import { explainVerdict, type Verdict } from '../results/index.ts';

/**
 * The explanation behind a recorded `result_match` score, as lines; none where nothing was compared. What
 * the reason of the run says already is not said again.
 */
export function explainRun(run: ReportCase): string[] {
  const detail = run.scores['result_match']?.detail;
  if (typeof detail?.['verdict'] !== 'string' || !Array.isArray(detail['hints'])) return [];
  // The detail of this scorer is a verdict: plain data that survives JSON.
  const verdict = detail as unknown as Verdict;
  const answer = run.gold?.[verdict.alternative === null ? 0 : verdict.alternative + 1];
  const [first = '', ...others] = explainVerdict(verdict, {
    gold: answer?.result?.columns ?? [],
    predicted: run.predicted?.columns ?? [],
  });
  return verdict.flags.length === 0 && verdict.reason === run.reason ? others : [first, ...others];
}
