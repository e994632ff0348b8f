import { stat } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { Nl2sqlError } from '../../errors.ts';
import { finalPath, requireWritable } from '../../validation/index.ts';
import { loadSuite, readSuiteFile } from '../suite/index.ts';

/** Files that a machine must not write drafts into. */
export interface ProtectedFiles {
  /** Suites that the project names; absolute paths. */
  readonly suites: readonly string[];
  /** Folders of suites that the package ships. */
  readonly packagedFolders: readonly string[];
}

/**
 * Refuses a target that reviewed work could be lost in: a suite the package ships, a suite that the
 * project runs (whatever link leads to it), a file that holds an approved case, is read-only or is no file
 * of cases. A file that is not there yet, or is empty, is fine. Throws `DRAFT_TARGET_REFUSED`,
 * `FILE_NOT_WRITABLE` or `SUITE_INVALID`.
 */
export async function checkDraftTarget(path: string, files: ProtectedFiles): Promise<void> {
  await checkProtected(path, files);
  const found = await stat(path).catch(() => null);
  const own = 'Name a file of drafts of its own, such as drafts.yaml.';
  if (found?.isDirectory()) throw refused(path, 'it is a folder', own);
  if (found && !found.isFile()) throw refused(path, 'it is a pipe or a device, no file', own);
  if (found && (found.mode & 0o222) === 0) {
    throw refused(path, 'it is read-only', 'Let it be written (chmod u+w), or name another file.');
  }
  await requireWritable(path, 'Drafts');
  if (found === null || isBlank(await readSuiteFile(path))) return;
  const { suite, findings } = await loadSuite(path, { isLenient: true });
  if (findings.some((finding) => finding.severity === 'error')) {
    throw new Nl2sqlError('SUITE_INVALID', { path, findings });
  }
  const approved = suite.cases.filter((evalCase) => evalCase.status === 'approved');
  if (approved.length === 0) return;
  throw refused(
    path,
    `it holds ${approved.length} approved ${approved.length === 1 ? 'case' : 'cases'} (${approved[0]?.id})`,
    'Write the drafts into a file of their own.',
  );
}

/** Refuses suites that the package ships and suites that the project runs, whether they are there yet or not. */
export async function checkProtected(path: string, files: ProtectedFiles): Promise<void> {
  if (await isPackaged(path, files.packagedFolders)) {
    const fix = 'Write the drafts into a file of your project, such as drafts.yaml.';
    throw refused(path, 'it is in the folder of suites that the package ships', fix);
  }
  for (const suite of files.suites) {
    if (!(await isSameFile(suite, path))) continue;
    const fix =
      'Write the drafts into a file of their own; nl2sql eval promote moves reviewed ones into the suite.';
    throw refused(path, 'the project names it as a suite that runs', fix);
  }
}

/** Whether a path means a file in a folder that the package ships. */
export async function isPackaged(path: string, folders: readonly string[]): Promise<boolean> {
  const folder = dirname(await finalPath(path));
  for (const packaged of folders) {
    const below = relative(await finalPath(packaged), folder);
    if (below === '' || !(below === '..' || below.startsWith(`..${sep}`))) return true;
  }
  return false;
}

/** The same file by its real path, or as a hard link. */
export async function isSameFile(a: string, b: string): Promise<boolean> {
  if ((await finalPath(a)) === (await finalPath(b))) return true;
  const [one, other] = await Promise.all([stat(a).catch(() => null), stat(b).catch(() => null)]);
  return one !== null && other !== null && one.ino === other.ino && one.dev === other.dev;
}

/** A file without a line but blank ones and comments: drafts begin below them. */
export function isBlank(text: string | null): boolean {
  return text?.split('\n').every((line) => /^\uFEFF?\s*(?:#.*)?\r?$/.test(line)) === true;
}

function refused(path: string, reason: string, fix: string): Nl2sqlError {
  return new Nl2sqlError('DRAFT_TARGET_REFUSED', { path, reason, fix });
}
