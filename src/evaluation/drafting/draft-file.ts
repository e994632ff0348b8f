import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeFileAtomically } from '../../validation/index.ts';
import {
  type EvalCase,
  editSuite,
  formatSuite,
  loadSuite,
  newSuiteHeader,
  questionKey,
  readSuiteFile,
  withFileLock,
} from '../suite/index.ts';
import { checkDraftTarget, type ProtectedFiles } from './draft-target.ts';

/** A draft before it is in a file; with an id of its own it is added once only, whatever its question became. */
export type NewDraft = Omit<EvalCase, 'id' | 'lines'> & { readonly id?: string };

/** How the id of a draft is made; `isTaken` says what the file holds already. */
export type MakeId = (draft: NewDraft, index: number, isTaken: (id: string) => boolean) => string;

export interface AppendedDrafts {
  readonly written: number;
  /** Drafts whose question the file asks already. */
  readonly duplicates: number;
}

/** The header of a new file of drafts. */
const draftHeader = `${newSuiteHeader}# Drafts: written by a machine, run by nothing. Check the SQL, fill in what is missing, then
# nl2sql eval promote moves a case into a suite. What you change here stays.
`;

/**
 * Adds drafts to a file of drafts of their own, made if it is not there. Drafts in it stay byte for byte;
 * a question it asks already is skipped and counted. Writers wait for each other, so none is lost.
 */
export async function appendDrafts(
  path: string,
  drafts: readonly NewDraft[],
  makeId: MakeId,
  files: ProtectedFiles,
): Promise<AppendedDrafts> {
  const absolute = resolve(path);
  return withFileLock(absolute, async () => {
    await checkDraftTarget(absolute, files);
    const isThere = await stat(absolute).then(
      () => true,
      () => false,
    );
    const known = isThere ? (await loadSuite(absolute, { isLenient: true })).suite.cases : [];
    const questions = new Set(known.map((evalCase) => keyOf(evalCase)));
    const ids = new Set(known.map((evalCase) => evalCase.id));
    const added: EvalCase[] = [];
    for (const draft of drafts) {
      if (questions.has(keyOf(draft)) || (draft.id !== undefined && ids.has(draft.id))) continue;
      questions.add(keyOf(draft));
      const id = draft.id ?? makeId(draft, added.length, (candidate) => ids.has(candidate));
      ids.add(id);
      added.push({ ...draft, id });
    }
    if (added.length > 0 || !isThere) {
      const text = isThere ? await readSuiteFile(absolute) : null;
      await writeFileAtomically(
        absolute,
        text === null ? newFile(added) : editSuite(text, { append: added }),
        'Drafts',
      );
    }
    return { written: added.length, duplicates: drafts.length - added.length };
  });
}

function keyOf(draft: Pick<EvalCase, 'question' | 'datasources'>): string {
  return JSON.stringify([questionKey(draft.question), draft.datasources]);
}

function newFile(cases: readonly EvalCase[]): string {
  return formatSuite({
    version: 1,
    name: 'Drafts',
    path: null,
    digest: '',
    gold: 'stored',
    header: draftHeader,
    cases,
  });
}
