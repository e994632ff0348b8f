import type { RetrievalScorer } from './retrieval-recall.ts';
import { failed, passed } from './score.ts';

/**
 * Routing without a model: 1 when the first datasource is one of the case's and all of the case's are on
 * the shortlist. What does not route is not observed.
 */
export const retrievalRouting: RetrievalScorer = {
  name: 'routing',
  version: 1,
  score({ case: evalCase, expected, routed }) {
    if (expected !== 'allowed' || evalCase.datasources.length === 0) {
      return { state: 'not-applicable' };
    }
    if (routed === null) return { state: 'not-observed' };
    const ids = routed.map(({ id }) => id);
    const detail = {
      routed: ids,
      routedScores: Object.fromEntries(routed.map(({ id, score }) => [id, score])),
      expected: evalCase.datasources,
    };
    const [first] = ids;
    if (first === undefined)
      return failed('not-routed', 'no datasource matches the question', detail);
    if (!evalCase.datasources.includes(first)) {
      const wanted = evalCase.datasources.join(' or ');
      return failed('wrong-datasource', `${first} is ranked first; expected ${wanted}`, detail);
    }
    const missed = evalCase.datasources.filter((id) => !ids.includes(id));
    if (missed.length === 0) return passed(detail);
    const names = missed.join(', ');
    return failed('not-shortlisted', `not on the shortlist: ${names}`, detail);
  },
};
