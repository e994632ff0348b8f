import type { Catalog } from '../catalog/index.ts';
import type { Project, ProjectDatasource } from '../config/index.ts';
import { type Datasource, openDatasource } from '../datasources/index.ts';
import { Nl2sqlError } from '../errors.ts';
import type { Database, Databases } from '../evaluation/runner/index.ts';
import { nearest } from '../validation/index.ts';

/** The databases of a run; `close` frees them all. */
export interface OpenDatabases {
  readonly databases: Databases;
  /** What people should know: databases that are away, logins that may write. */
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

export interface OpenDatabasesOptions {
  readonly rowLimit?: number;
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
}

/**
 * Opens what a run needs. A database that is away is left out with a warning, so that its cases become
 * `error(infrastructure)`; when none can be reached it throws `DATASOURCE_UNAVAILABLE`.
 */
export async function openDatabases(
  ids: readonly string[],
  project: Project,
  options: OpenDatabasesOptions,
): Promise<OpenDatabases> {
  const databases = new Map<string, Database>();
  const warnings: string[] = [];
  const unknown: string[] = [];
  const failures: { readonly id: string; readonly message: string }[] = [];
  await Promise.all(
    ids.map(async (id) => {
      const source = project.datasources.find((candidate) => candidate.id === id);
      if (source === undefined) {
        // Its runs become error(infrastructure); the suite's names are warned of in one place.
        unknown.push(id);
        return;
      }
      const opened = await connect(source, options.signal);
      if (typeof opened === 'string') {
        // The name of the datasource is said once, by who tells of the failure.
        failures.push({ id, message: opened.replace(`Datasource "${id}": `, '') });
        return;
      }
      databases.set(id, {
        datasource: opened,
        rowLimit: options.rowLimit ?? source.rowLimit,
        timeoutMs: options.timeoutMs ?? source.timeoutMs,
        catalog: once(() => readCatalog(opened)),
      });
      warnings.push(...(await opened.warnings()));
    }),
  );
  const close = async () => {
    await Promise.all([...databases.values()].map(({ datasource }) => datasource.close()));
  };
  const [firstFailure] = failures;
  if (databases.size === 0 && ids.length > 0) {
    await close();
    if (firstFailure === undefined) throw unknownDatasource(unknown[0] ?? '', project);
    throw new Nl2sqlError('DATASOURCE_UNAVAILABLE', {
      datasource: firstFailure.id,
      tried: 'opening it',
      reason: firstFailure.message,
      fix: 'No datasource of this run can be reached; nothing was run.',
    });
  }
  warnings.push(...failures.map(({ id, message }) => `datasource "${id}" is away: ${message}`));
  return { databases, warnings, close };
}

/** The error for an id that no datasource bears. */
export function unknownDatasource(id: string, project: Project): Nl2sqlError<'DATASOURCE_UNKNOWN'> {
  const known = project.datasources.map((source) => source.id);
  const suggestion = nearest(id, known);
  return new Nl2sqlError('DATASOURCE_UNKNOWN', {
    id,
    known,
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}

/** The shape of a database; null when it went away, which its runs will tell. */
async function readCatalog(datasource: Datasource): Promise<Catalog | null> {
  try {
    return await datasource.introspect();
  } catch (error) {
    if (error instanceof Nl2sqlError) return null;
    throw error;
  }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** An open datasource that answers, or why there is none. */
async function connect(
  source: ProjectDatasource,
  signal: AbortSignal,
): Promise<Datasource | string> {
  let datasource: Datasource;
  try {
    datasource = await openDatasource(source.spec);
  } catch (error) {
    if (error instanceof Nl2sqlError) return `${error.message}. ${error.remedy}`;
    throw error;
  }
  const probe = await datasource.execute(
    { text: 'SELECT 1' },
    { rowLimit: 1, timeoutMs: 10_000, signal },
  );
  // A run that is stopped at once has nothing to complain of.
  if (probe.status === 'rows' || probe.status === 'aborted') return datasource;
  await datasource.close();
  return 'message' in probe ? probe.message : `no answer (${probe.status})`;
}
