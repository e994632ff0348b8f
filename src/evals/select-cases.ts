import { Nl2sqlError } from '../errors.ts';
import type { EvalSuite } from '../evaluation/suite/index.ts';
import { nearest } from '../validation/index.ts';

/**
 * The ids that selectors stand for: a selector is the id or a tag of approved cases of any of the
 * suites. Throws `USAGE` for one that matches nothing. No selectors: null, every case.
 */
export function selectCaseIds(
  suites: readonly EvalSuite[],
  selectors: readonly string[],
): ReadonlySet<string> | null {
  if (selectors.length === 0) return null;
  const approved = suites.flatMap((suite) =>
    suite.cases.filter((evalCase) => evalCase.status === 'approved'),
  );
  const ids = new Set<string>();
  for (const selector of selectors) {
    const matches = approved.filter(
      (evalCase) => evalCase.id === selector || evalCase.tags.includes(selector),
    );
    if (matches.length === 0) {
      const known = [...new Set(approved.flatMap((evalCase) => [evalCase.id, ...evalCase.tags]))];
      const suggestion = nearest(selector, known);
      throw new Nl2sqlError('USAGE', {
        problem: `--cases ${selector} matches no approved case`,
        fix:
          suggestion === undefined
            ? 'Name the id or a tag of an approved case.'
            : `Did you mean "${suggestion}"?`,
      });
    }
    for (const evalCase of matches) ids.add(evalCase.id);
  }
  return ids;
}
