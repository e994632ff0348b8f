import { Nl2sqlError } from '../../errors.ts';
import type { EvalCase, EvalSuite } from './model.ts';
import { suggest } from './suggest.ts';

/**
 * The approved cases whose id or tag is among the selectors; without selectors all approved ones.
 * A selector that matches no approved case of any suite is a usage error.
 *
 * @example
 * selectCases([suite], ['joins', 'chinook_001']); // one list per suite, in file order
 */
export function selectCases(
  suites: readonly EvalSuite[],
  selectors: readonly string[] = [],
): EvalCase[][] {
  const approved = suites.map((suite) =>
    suite.cases.filter((evalCase) => evalCase.status === 'approved'),
  );
  if (selectors.length === 0) return approved;
  const wanted = new Set(selectors);
  const known = new Set(approved.flat().flatMap((evalCase) => [evalCase.id, ...evalCase.tags]));
  for (const selector of wanted) {
    if (!known.has(selector)) throw unknownSelector(selector, known, suites);
  }
  return approved.map((cases) =>
    cases.filter(
      (evalCase) => wanted.has(evalCase.id) || evalCase.tags.some((tag) => wanted.has(tag)),
    ),
  );
}

/** So many tags are listed to choose from. */
const mostTags = 15;

function unknownSelector(
  selector: string,
  known: ReadonlySet<string>,
  suites: readonly EvalSuite[],
): Nl2sqlError {
  const other = suites
    .flatMap((suite) => suite.cases)
    .find((evalCase) => evalCase.id === selector || evalCase.tags.includes(selector));
  const near = suggest(selector, known);
  const tags = new Set(
    suites.flatMap(({ cases }) =>
      cases.flatMap((one) => (one.status === 'approved' ? one.tags : [])),
    ),
  );
  const some = [...tags].sort().slice(0, mostTags).join(', ');
  const others = tags.size === 0 ? '' : `, or a tag: ${some}${tags.size > mostTags ? ', …' : ''}`;
  return new Nl2sqlError('USAGE', {
    problem:
      other === undefined
        ? `--cases ${selector}: no approved case has this id or tag`
        : `--cases ${selector}: the case ${other.id} is ${other.status}, and only approved cases run`,
    fix:
      near !== undefined
        ? `Did you mean "${near}"?`
        : other !== undefined
          ? 'Approve it first (status: approved, then nl2sql eval regenerate), or name another.'
          : `Name the id of an approved case in the suites that run${others}.`,
  });
}
