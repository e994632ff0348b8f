import { resolve } from 'node:path';
import type { Catalog } from '../catalog/index.ts';
import type { Project } from '../config/index.ts';
import { Nl2sqlError } from '../errors.ts';
import {
  type EvalSuite,
  type Finding,
  fixSuite,
  type LintDatabase,
  type LintedCase,
  lintCoverage,
  lintSuite,
  loadSuite,
  readSuiteFile,
  type SuiteProject,
} from '../evaluation/suite/index.ts';
import { writeFileAtomically } from '../validation/index.ts';
import { openOnDemand } from './regenerate.ts';

export interface EvalCheckOptions {
  /** Runs the gold too, and compares it with the stored rows. */
  readonly run?: boolean;
  /** Writes what is safe to fix into the files first. */
  readonly fix?: boolean;
  readonly rowLimit?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** What a check of suites found. */
export interface SuiteCheck {
  readonly findings: readonly Finding[];
  readonly cases: number;
  readonly approved: number;
  /** Places that `fix` changed. */
  readonly fixed: number;
  /** Files with an error of reading: they would not run. */
  readonly unloadable: readonly string[];
  readonly stopped: boolean;
}

/** Checks suites; paths are relative to the project's folder. */
export async function checkSuites(
  paths: readonly string[],
  project: Project,
  options: EvalCheckOptions,
): Promise<SuiteCheck> {
  const open = openOnDemand(project, options);
  const findings: Finding[] = [];
  const unloadable: string[] = [];
  let cases = 0;
  let approved = 0;
  let fixed = 0;
  const linted: LintedCase[] = [];
  const known = new Map<string, LintDatabase>();
  try {
    const databases = createLintDatabases(project, open.findDatabase, options.run === true);
    for (const path of paths.map((one) => resolve(project.dir, one))) {
      if (options.signal?.aborted) break;
      if (options.fix === true) fixed += await fixFile(path);
      let reading = await loadSuite(path);
      if (reading.findings.some((finding) => finding.severity === 'error')) {
        unloadable.push(path);
        // A case that cannot be read is not linted; the names in it are held against the project here.
        const names = await projectNames(project, databases);
        if (names !== null) reading = await loadSuite(path, { project: names });
      }
      findings.push(...reading.findings);
      cases += reading.suite.cases.length;
      approved += reading.suite.cases.filter(({ status }) => status === 'approved').length;
      const own = await databases(datasourcesOf(reading.suite));
      for (const [id, database] of own) known.set(id, database);
      const lints = await lintSuite(reading, {
        databases: own,
        ...(project.file === null && project.datasources.length === 0
          ? {}
          : { datasources: project.datasources.map((source) => source.id) }),
        ...rolesOf(project),
        run: options.run === true,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      });
      const told = new Set(reading.findings.map(keyOf));
      findings.push(...lints.findings.filter((finding) => !told.has(keyOf(finding))));
      linted.push(...lints.cases);
    }
    const [only, second] = paths;
    const file = second === undefined && only !== undefined ? resolve(project.dir, only) : null;
    findings.push(...lintCoverage(file, linted, { databases: known, ...rolesOf(project) }));
  } finally {
    await open.close();
  }
  return {
    findings,
    cases,
    approved,
    fixed,
    unloadable,
    stopped: options.signal?.aborted === true,
  };
}

/** What makes two findings one. */
function keyOf({ code, case: id, message }: Finding): string {
  return JSON.stringify([code, id, message]);
}

/** Every name the project knows; null where there is no project to hold names against. */
async function projectNames(
  project: Project,
  databases: ReturnType<typeof createLintDatabases>,
): Promise<SuiteProject | null> {
  const ids = project.datasources.map((source) => source.id);
  if (project.file === null && ids.length === 0) return null;
  const catalogs = new Map<string, Catalog>();
  for (const [id, { catalog }] of await databases(ids)) {
    if (catalog !== null) catalogs.set(id, catalog);
  }
  return { datasources: ids, ...rolesOf(project), catalogs };
}

/** The roles that the policies know; none where every role is unrestricted. */
export function rolesOf(project: Project): { readonly roles?: readonly string[] } {
  return project.policies === null || project.policies.allowAll
    ? {}
    : { roles: [...project.policies.roles.keys()] };
}

function datasourcesOf(suite: EvalSuite): string[] {
  return [...new Set(suite.cases.flatMap((evalCase) => evalCase.datasources))];
}

type FindDatabase = ReturnType<typeof openOnDemand>['findDatabase'];

/** Gives what a lint knows of datasources, each opened and introspected once. Unknown ones are left out. */
export function createLintDatabases(
  project: Project,
  findDatabase: FindDatabase,
  withGold: boolean,
): (ids: readonly string[]) => Promise<Map<string, LintDatabase>> {
  const known = new Map<string, Promise<LintDatabase | null>>();
  const look = async (id: string): Promise<LintDatabase | null> => {
    if (!project.datasources.some((source) => source.id === id)) return null;
    const database = await findDatabase(id);
    if ('code' in database) return null;
    const { dialect } = database.datasource;
    const gold = withGold ? { gold: database } : {};
    let catalog: Catalog;
    try {
      catalog = await database.datasource.introspect();
    } catch (error) {
      if (!(error instanceof Nl2sqlError)) throw error;
      return { dialect, catalog: null, reason: error.message, ...gold };
    }
    return { dialect, catalog, ...gold };
  };
  return async (ids) => {
    const databases = new Map<string, LintDatabase>();
    for (const id of ids) {
      const found = known.get(id) ?? look(id);
      known.set(id, found);
      const database = await found;
      if (database !== null) databases.set(id, database);
    }
    return databases;
  };
}

async function fixFile(path: string): Promise<number> {
  const text = await readSuiteFile(path);
  if (text === null) return 0;
  const { text: fixedText, fixes } = fixSuite(text);
  if (fixes > 0) await writeFileAtomically(path, fixedText);
  return fixes;
}
