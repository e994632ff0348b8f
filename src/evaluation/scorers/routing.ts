import type { Evidence } from '../runner/index.ts';
import { brokenRun, failed, passed, type Scorer } from './score.ts';

/**
 * Whether the system went to exactly the datasources the case names. Judged on `allowed` runs of systems
 * that tell where they went; one that does not tell is not observed, never wrong.
 */
export const routing: Scorer = {
  name: 'routing',
  version: 1,
  score(evidence: Evidence) {
    const { expected, observation } = evidence;
    const wanted = evidence.case.datasources;
    if (expected !== 'allowed' || wanted.length === 0) return { state: 'not-applicable' };
    if (observation.datasources === undefined) {
      // Only what never tells is unobserved; a routing case that gets no answer is not let through.
      return evidence.case.kind === 'routing'
        ? (brokenRun(evidence) ?? failed('not-routed', 'the system does not say where it went'))
        : { state: 'not-observed' };
    }
    const went = [...new Set(observation.datasources)].sort();
    const detail = { routed: went, expected: wanted };
    const isExact = went.length === new Set(wanted).size && went.every((id) => wanted.includes(id));
    return isExact
      ? passed(detail)
      : failed(
          'wrong-datasource',
          `expected ${wanted.join(', ')}; the system went to ${went.join(', ') || 'none'}`,
          detail,
        );
  },
};
