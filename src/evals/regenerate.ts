import { resolve } from 'node:path';
import type { Project } from '../config/index.ts';
import { openDatasource } from '../datasources/index.ts';
import { Nl2sqlError } from '../errors.ts';
import {
  type FindDatabase,
  type GoldDatabase,
  type RegenerateOptions,
  type RegenerateReport,
  regenerateSuite,
} from '../evaluation/suite/index.ts';
import { narrowing } from './narrow-for-role.ts';
import { unknownDatasource } from './open-databases.ts';

/** How a suite's rows are written again. */
export interface EvalRegenerateOptions
  extends Pick<
    RegenerateOptions,
    'allowPackaged' | 'check' | 'concurrency' | 'signal' | 'onProgress'
  > {
  /** Rows read at most; default: what the project says of the datasource, else 10,000. */
  readonly rowLimit?: number;
  /** Deadline of each query; default: what the project says of the datasource, else 30,000. */
  readonly timeoutMs?: number;
}

/** Writes the rows of a suite of the project again; its path is relative to the project's folder. */
export async function regenerate(
  path: string,
  project: Project,
  options: EvalRegenerateOptions,
): Promise<RegenerateReport> {
  // The generators of the demo load with it, and only this command needs to know where it is.
  const { packagedShopFolder, packagedSuitesFolder } = await import('../demo/index.ts');
  const open = openOnDemand(project, options);
  try {
    const { rowLimit: _, timeoutMs: __, ...rest } = options;
    return await regenerateSuite(resolve(project.dir, path), {
      ...rest,
      findDatabase: open.findDatabase,
      packagedFolders: [packagedSuitesFolder, packagedShopFolder],
    });
  } finally {
    await open.close();
  }
}

/** Opens each datasource when the first case asks for it. */
export function openOnDemand(
  project: Project,
  limits: { readonly rowLimit?: number; readonly timeoutMs?: number },
): { readonly findDatabase: FindDatabase; close(): Promise<void> } {
  const opened = new Map<string, ReturnType<FindDatabase>>();
  const open = async (id: string): ReturnType<FindDatabase> => {
    const source = project.datasources.find((candidate) => candidate.id === id);
    if (source === undefined) {
      const error = unknownDatasource(id, project);
      return { code: 'unknown-datasource', message: `${error.message}. ${error.remedy}` };
    }
    try {
      const datasource = await openDatasource(source.spec);
      return {
        ...narrowing(project, datasource),
        datasource,
        rowLimit: limits.rowLimit ?? source.rowLimit,
        timeoutMs: limits.timeoutMs ?? source.timeoutMs,
      };
    } catch (error) {
      if (!(error instanceof Nl2sqlError)) throw error;
      return { code: 'unavailable', message: `${error.message}. ${error.remedy}` };
    }
  };
  return {
    findDatabase(id) {
      const known = opened.get(id) ?? open(id);
      opened.set(id, known);
      return known;
    },
    async close() {
      const all = await Promise.all(opened.values());
      const databases = all.filter((one): one is GoldDatabase => 'datasource' in one);
      await Promise.all(databases.map(({ datasource }) => datasource.close()));
    },
  };
}
