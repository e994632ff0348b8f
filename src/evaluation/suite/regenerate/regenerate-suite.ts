import { realpath } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { Nl2sqlError } from '../../../errors.ts';
import { writeFileAtomically } from '../../../validation/index.ts';
import { type CaseEdit, editSuite } from '../edit-suite.ts';
import { withFileLock } from '../file-lock.ts';
import { readSuiteFile } from '../load-suite.ts';
import type { EvalCase } from '../model.ts';
import { readSuite } from '../read-suite.ts';
import type { TieFinding } from './probe-tie.ts';
import { type CaseRegeneration, type FindDatabase, regenerateCase } from './regenerate-case.ts';
import type { RegenerateFailureCode } from './run-gold.ts';

export interface RegenerateOptions {
  readonly findDatabase: FindDatabase;
  /** Folders whose suites are not to be changed: those that the package ships. */
  readonly packagedFolders?: readonly string[];
  readonly allowPackaged?: boolean;
  /** Writes nothing; the report says what would change. */
  readonly check?: boolean;
  /** Cases at hand at once; default 4. */
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface RegenerateReport {
  readonly path: string;
  /** Result sets that were run. */
  readonly checked: number;
  /** Result sets whose text in the file changed; 0 with `check`. */
  readonly written: number;
  /** Ids of the cases that differ, in file order. */
  readonly changed: readonly string[];
  /** Cases that are left as they are, with why. */
  readonly failed: readonly RegenerateFailure[];
  /** What a reviewer should know of cases that did not fail. */
  readonly warnings: readonly RegenerateWarning[];
  /** True when a signal ended it early: nothing was written. */
  readonly stopped: boolean;
}

export interface RegenerateWarning {
  readonly case: string;
  readonly code: 'tie-at-limit' | 'tie-unknown';
  readonly message: string;
}

export interface RegenerateFailure {
  readonly case: string;
  readonly code: RegenerateFailureCode;
  readonly message: string;
}

/**
 * Runs the SQL and the alternatives of every approved case and writes the rows they return, where these
 * differ from what is stored. A case that fails is left as it is, the others are written.
 *
 * Throws `SUITE_INVALID` for a suite that does not load (missing rows do not count), `SUITE_PACKAGED`
 * for one the package ships, `SUITE_CHANGED` when somebody else wrote the file meanwhile.
 *
 * @example
 * const report = await regenerateSuite('evals/shop.yaml', { findDatabase });
 * console.log(report.checked, 'checked,', report.changed.length, 'cases changed');
 */
export async function regenerateSuite(
  path: string,
  options: RegenerateOptions,
): Promise<RegenerateReport> {
  const absolute = resolve(path);
  if (options.allowPackaged !== true) await refusePackaged(absolute, options.packagedFolders ?? []);
  const text = await readSuiteFile(absolute);
  const { suite, findings } = readSuite(text ?? '', { path: absolute, isLenient: true });
  if (text === null || findings.some((finding) => finding.severity === 'error')) {
    throw new Nl2sqlError('SUITE_INVALID', { path, findings });
  }
  const cases = suite.cases.filter(
    (evalCase) => evalCase.status === 'approved' && evalCase.sql !== null,
  );
  const outcomes = await regenerateAll(cases, suite.gold === 'executed', options);
  const report = summarize(absolute, cases, outcomes);
  const edits = outcomes.flatMap((outcome, index): CaseEdit[] => {
    const id = cases[index]?.id;
    if (id === undefined || outcome.status !== 'done' || !isChanged(outcome)) return [];
    return [{ id, set: outcome.set, remove: outcome.remove }];
  });
  if (report.stopped || options.check === true || edits.length === 0) {
    return { ...report, written: 0 };
  }
  const edited = editSuite(text, { cases: edits });
  await withFileLock(absolute, async () => {
    if ((await readSuiteFile(absolute)) !== text) throw new Nl2sqlError('SUITE_CHANGED', { path });
    if (edited !== text) await writeFileAtomically(absolute, edited);
  });
  return report;
}

async function regenerateAll(
  cases: readonly EvalCase[],
  isExecutedGold: boolean,
  options: RegenerateOptions,
): Promise<readonly CaseRegeneration[]> {
  const signal = options.signal ?? new AbortController().signal;
  const outcomes: CaseRegeneration[] = cases.map(() => ({ status: 'stopped' }));
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < cases.length && !signal.aborted) {
      const index = next++;
      const evalCase = cases[index];
      if (evalCase === undefined) return;
      outcomes[index] = await regenerateCase(evalCase, options.findDatabase, {
        // A suite that compares with executed gold may leave its rows out, and keeps them out.
        keepsRowsOut: isExecutedGold && evalCase.rows === null,
        signal,
      });
      done += 1;
      options.onProgress?.({ done, total: cases.length });
    }
  };
  await Promise.all(Array.from({ length: options.concurrency ?? 4 }, work));
  return outcomes;
}

function summarize(
  path: string,
  cases: readonly EvalCase[],
  outcomes: readonly CaseRegeneration[],
): RegenerateReport {
  let checked = 0;
  let written = 0;
  let stopped = false;
  const changed: string[] = [];
  const failed: RegenerateFailure[] = [];
  const warnings: RegenerateWarning[] = [];
  outcomes.forEach((outcome, index) => {
    const id = cases[index]?.id ?? '';
    if (outcome.status === 'stopped') {
      stopped = true;
      return;
    }
    checked += outcome.checked;
    if (outcome.status === 'failed') {
      failed.push({ case: id, code: outcome.code, message: outcome.message });
      return;
    }
    if (isChanged(outcome)) {
      changed.push(id);
      written += outcome.differing;
    }
    const warning = warningOf(id, outcome.tie);
    if (warning) warnings.push(warning);
  });
  return { path, checked, written, changed, failed, warnings, stopped };
}

function isChanged(outcome: Extract<CaseRegeneration, { status: 'done' }>): boolean {
  return Object.keys(outcome.set).length > 0 || outcome.remove.length > 0;
}

/** What a reviewer should see of a LIMIT: a tie it cuts is right for every choice among the tied rows. */
function warningOf(id: string, tie: TieFinding): RegenerateWarning | null {
  switch (tie.status) {
    case 'none':
      return null;
    case 'tie': {
      const message = `LIMIT cuts through ${tie.rows.rows.length} rows that tie; any choice among them is taken as right (boundary_tie)`;
      return { case: id, code: 'tie-at-limit', message };
    }
    case 'unknown':
      return { case: id, code: 'tie-unknown', message: `whether LIMIT cuts a tie: ${tie.reason}` };
  }
}

async function refusePackaged(path: string, folders: readonly string[]): Promise<void> {
  const real = await realpath(path).catch(() => path);
  for (const folder of folders) {
    const realFolder = await realpath(folder).catch(() => folder);
    const below = relative(realFolder, dirname(real));
    if (below !== '' && (below === '..' || below.startsWith(`..${sep}`) || below.includes(':')))
      continue;
    throw new Nl2sqlError('SUITE_PACKAGED', { path });
  }
}
