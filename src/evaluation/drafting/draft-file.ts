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
import { checkDraftTarget, isBlank, type ProtectedFiles } from './draft-target.ts';

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
 * a question that it or a suite of the project asks already is skipped and counted. Writers wait for each
 * other, so none is lost.
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
    const text = await stat(absolute).then(
      () => readSuiteFile(absolute),
      () => null,
    );
    const known = await knownCases(absolute, files);
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
    if (added.length > 0 || text === null) {
      const written =
        text === null || isBlank(text) ? newFile(added, text) : editSuite(text, { append: added });
      await writeFileAtomically(absolute, written, 'Drafts');
    }
    return { written: added.length, duplicates: drafts.length - added.length };
  });
}

function keyOf(draft: Pick<EvalCase, 'question' | 'datasources'>): string {
  return JSON.stringify([questionKey(draft.question), draft.datasources]);
}

/** Cases of a file of drafts and of the project's suites: what they ask and their ids are taken. */
export async function knownCases(
  path: string,
  { suites }: Pick<ProtectedFiles, 'suites'>,
): Promise<readonly EvalCase[]> {
  const known = await Promise.all(
    [path, ...suites].map(async (file) => {
      const isFile = await stat(file).then(
        (found) => found.isFile(),
        () => false,
      );
      return isFile ? (await loadSuite(file, { isLenient: true })).suite.cases : [];
    }),
  );
  return known.flat();
}

/** The text of a file that held no case yet; what a person wrote at its head stays. */
function newFile(cases: readonly EvalCase[], head: string | null): string {
  const isOnLine = head === null || head === '' || head.endsWith('\n');
  const text = formatSuite({
    version: 1,
    name: 'Drafts',
    path: null,
    digest: '',
    gold: 'stored',
    header: head === null || head.trim() === '' ? draftHeader : '',
    cases,
  });
  const written = `${isOnLine ? '' : '\n'}${text}`;
  return `${head ?? ''}${head?.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written}`;
}
