import type { ResultSet } from '../../catalog/index.ts';
import { type CompareOptions, compareResults, type GoldResult } from '../results/index.ts';
import type { Evidence, GoldEvidence } from '../runner/index.ts';
import { brokenRun, failed, passed, type Score, type Scorer } from './score.ts';

/**
 * Execution accuracy of one run: 1 when the predicted rows equal the rows of some gold SQL by the strict
 * rules, else 0. `detail` is the comparison's verdict; a lenient match stays a fail and is counted beside.
 * The rules are those of `docs/comparison.md`.
 */
export const resultMatch: Scorer = {
  name: 'result_match',
  version: 1,
  score(evidence) {
    if (evidence.expected !== 'allowed' || evidence.case.kind !== 'answer') {
      return { state: 'not-applicable' };
    }
    const broken = brokenRun(evidence);
    if (broken !== null) return broken;
    const { gold, predicted } = evidence;
    if (gold.status !== 'answers') return { state: 'not-applicable' };
    if (predicted.status === 'failed') return failed(predicted.reason, predicted.message);
    if (predicted.status !== 'rows') return failed('no-rows', 'the system gave no rows to compare');
    return compare(evidence, gold, predicted.result);
  },
};

function compare(
  evidence: Evidence,
  gold: Extract<GoldEvidence, { status: 'answers' }>,
  predicted: ResultSet,
): Score {
  const tolerance = evidence.case.tolerance ?? evidence.suite.tolerance;
  return scoreRows(gold.answers, predicted, {
    orderMatters: evidence.case.order_matters,
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(gold.boundaryTie === null ? {} : { boundaryTie: gold.boundaryTie }),
  });
}

/** The score of predicted rows against reviewed answers, the case's own first: all that rescoring needs. */
export function scoreRows(
  answers: readonly GoldResult[],
  predicted: ResultSet,
  options: CompareOptions,
): Score {
  const [first, ...alternatives] = answers;
  if (first === undefined) return { state: 'not-applicable' };
  const verdict = compareResults(first, predicted, { ...options, alternatives });
  switch (verdict.verdict) {
    case 'strict':
      return passed({ ...verdict });
    case 'undecided':
      return { state: 'error', errorKind: 'system', message: verdict.reason };
    case 'not-comparable':
      return failed('not-comparable', verdict.reason, { ...verdict });
    case 'lenient':
      return failed('lenient-only', verdict.reason, { ...verdict });
    case 'different':
      return failed('wrong-rows', verdict.reason, { ...verdict });
  }
}
