import { resolve } from 'node:path';
import type { Project } from '../config/index.ts';
import { Nl2sqlError } from '../errors.ts';
import { isPackaged, type PromoteReport, promoteDrafts } from '../evaluation/drafting/index.ts';
import { createLintDatabases } from './check-suites.ts';
import { openOnDemand } from './regenerate.ts';
import { protectedFiles } from './seed.ts';

/** Which drafts become approved cases of which suite. Paths are relative to the project's folder. */
export interface EvalPromoteOptions {
  readonly drafts: string;
  readonly to: string;
  /** Who reviewed them. */
  readonly by: string;
  /** Ids of drafts; all where none is named. */
  readonly cases?: readonly string[];
  /** Fills empty `tables` and `columns` with what the SQL reads. */
  readonly fill?: boolean;
  readonly rowLimit?: number;
  readonly timeoutMs?: number;
  /** The day of the review; default: now. */
  readonly now?: Date;
  readonly signal?: AbortSignal;
}

/** Moves reviewed drafts into a suite. */
export async function promote(
  project: Project,
  options: EvalPromoteOptions,
): Promise<PromoteReport> {
  const open = openOnDemand(project, options);
  try {
    return await promoteDrafts({
      drafts: resolve(project.dir, options.drafts),
      to: resolve(project.dir, options.to),
      ids: options.cases ?? [],
      by: options.by,
      now: options.now ?? new Date(),
      fill: options.fill === true,
      findDatabase: open.findDatabase,
      databases: createLintDatabases(project, open.findDatabase, false),
      checkSuite: (path) => refusePackaged(path, project),
      signal: options.signal ?? new AbortController().signal,
    });
  } finally {
    await open.close();
  }
}

async function refusePackaged(path: string, project: Project): Promise<void> {
  const { packagedFolders } = await protectedFiles(project);
  if (await isPackaged(path, packagedFolders)) throw new Nl2sqlError('SUITE_PACKAGED', { path });
}
