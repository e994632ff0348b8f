import type { EvalCase } from '../model.ts';
import { areEqual } from './lint-rows.ts';
import type { AddFinding, LintedCase } from './linted-case.ts';

/** What cases show beside each other: questions asked twice, paraphrases that do not agree. */
export function lintGroups(cases: readonly LintedCase[], add: AddFinding): void {
  lintQuestions(cases, add);
  const groups = new Map<string, LintedCase[]>();
  for (const linted of cases) {
    const group = linted.case.paraphrase_group;
    if (group === null || linted.case.status !== 'approved') continue;
    groups.set(group, [...(groups.get(group) ?? []), linted]);
  }
  for (const [name, members] of groups) lintParaphrases(name, members, add);
}

function lintQuestions(cases: readonly LintedCase[], add: AddFinding): void {
  const first = new Map<string, EvalCase>();
  for (const { case: evalCase } of cases) {
    if (evalCase.status === 'retired') continue;
    const key = JSON.stringify([
      questionKey(evalCase.question),
      evalCase.kind,
      evalCase.datasources,
    ]);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, evalCase);
      continue;
    }
    add(
      'duplicate-question',
      { case: evalCase, field: 'question' },
      `the question is that of ${earlier.id}, so one answer counts twice`,
      'Take one out, or ask it in other words and put both into a paraphrase_group.',
    );
  }
}

/** A question without case, blanks and the marks at its end: what makes two of them the same. */
export function questionKey(question: string): string {
  return question
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s?.!]+$/, '');
}

function lintParaphrases(name: string, members: readonly LintedCase[], add: AddFinding): void {
  const [first, ...others] = members;
  if (first === undefined) return;
  const place = (linted: LintedCase) => ({ case: linted.case, field: 'paraphrase_group' as const });
  if (others.length === 0) {
    add(
      'paraphrase-alone',
      place(first),
      `no other approved case is in the paraphrase group "${name}"`,
      'Add another wording, or take the group out.',
    );
    return;
  }
  for (const other of others) {
    if (first.rows === null || other.rows === null) continue;
    const all = [first.rows, ...first.case.alt_rows];
    if (
      all.some(
        (gold) => gold !== null && other.rows !== null && areEqual(first.case, gold, other.rows),
      )
    )
      continue;
    add(
      'paraphrase-rows',
      place(other),
      `its rows are not those of ${first.case.id} in the same paraphrase group "${name}"`,
      'Make both ask the same and give the same rows, or take one out of the group.',
    );
  }
}
