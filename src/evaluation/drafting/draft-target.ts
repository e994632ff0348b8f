import { realpath, stat } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { Nl2sqlError } from '../../errors.ts';
import { loadSuite } from '../suite/index.ts';

/** Files that a machine must not write drafts into. */
export interface ProtectedFiles {
  /** Suites that the project names; absolute paths. */
  readonly suites: readonly string[];
  /** Folders of suites that the package ships. */
  readonly packagedFolders: readonly string[];
}

/**
 * Refuses a target that reviewed work could be lost in: a suite the package ships, a suite that the
 * project runs (whatever link leads to it), a file that holds an approved case or cannot be read. A file
 * that is not there yet is fine. Throws `DRAFT_TARGET_REFUSED` or `SUITE_INVALID`.
 */
export async function checkDraftTarget(path: string, files: ProtectedFiles): Promise<void> {
  const real = await realOf(path);
  for (const folder of files.packagedFolders) {
    const below = relative(await realOf(folder), dirname(real));
    if (below !== '' && (below === '..' || below.startsWith(`..${sep}`))) continue;
    const fix = 'Write the drafts into a file of your project, such as drafts.yaml.';
    throw refused(path, 'it is in the folder of suites that the package ships', fix);
  }
  for (const suite of files.suites) {
    if (!(await isSameFile(suite, path))) continue;
    const fix =
      'Write the drafts into a file of their own; nl2sql eval promote moves reviewed ones into the suite.';
    throw refused(path, 'the project names it as a suite that runs', fix);
  }
  if (!(await exists(path))) return;
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

function refused(path: string, reason: string, fix: string): Nl2sqlError {
  return new Nl2sqlError('DRAFT_TARGET_REFUSED', { path, reason, fix });
}

async function realOf(path: string): Promise<string> {
  const absolute = resolve(path);
  const folder = await realpath(dirname(absolute)).catch(() => dirname(absolute));
  return realpath(absolute).catch(() => resolve(folder, relative(dirname(absolute), absolute)));
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The same file by its real path, or as a hard link. */
async function isSameFile(a: string, b: string): Promise<boolean> {
  if ((await realOf(a)) === (await realOf(b))) return true;
  const [one, other] = await Promise.all([stat(a).catch(() => null), stat(b).catch(() => null)]);
  return one !== null && other !== null && one.ino === other.ino && one.dev === other.dev;
}
