import type { SqlFacts } from '../../../sql/index.ts';
import type { EvalCase } from '../model.ts';
import type { AddFinding, LintedCase } from './linted-case.ts';

/** What a draft still lacks for approval, in the order in which a person fills it in. */
export function missingForApproval(evalCase: EvalCase, facts: SqlFacts | null): string[] {
  const isAllowed = [...evalCase.outcome.values()].includes('allowed');
  const isAnswer = evalCase.kind === 'answer';
  const lacks: string[] = [];
  if (isAnswer && isAllowed && evalCase.sql === null) lacks.push('sql');
  if (evalCase.sql !== null && evalCase.datasources.length !== 1) lacks.push('one datasource');
  if (evalCase.outcome.size === 0) lacks.push('an outcome per role');
  if (isAnswer && evalCase.difficulty === null) lacks.push('difficulty');
  if (evalCase.tags.length === 0) lacks.push('tags');
  if (isAnswer && evalCase.sql !== null && evalCase.tables.length === 0) lacks.push('tables');
  // COUNT(*) reads a table and none of its columns.
  const readsColumns = facts === null || facts.columns.length > 0;
  if (isAnswer && evalCase.sql !== null && evalCase.columns.length === 0 && readsColumns) {
    lacks.push('columns');
  }
  return lacks;
}

/** Says what a draft lacks, or that only a review is missing. */
export function lintDraft({ case: evalCase, facts }: LintedCase, add: AddFinding): void {
  const lacks = missingForApproval(evalCase, facts);
  const what = lacks.length === 0 ? 'only the review' : lacks.join(', ');
  add(
    'draft-lacks',
    { case: evalCase, field: 'status' },
    `a draft, which never runs; for approval it lacks ${what}`,
    'Check the SQL, fill that in, then: nl2sql eval promote FILE --case ID --to SUITE --by NAME',
  );
}
