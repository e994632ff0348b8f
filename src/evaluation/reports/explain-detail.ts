import { explainVerdict, type Verdict } from '../results/index.ts';

/** The explanation behind a recorded `result_match` score, as lines; none where nothing was compared. */
export function explainDetail(detail: Readonly<Record<string, unknown>>): string[] {
  if (typeof detail['verdict'] !== 'string' || !Array.isArray(detail['hints'])) return [];
  return explainVerdict(detail as unknown as Verdict).split('\n');
}
