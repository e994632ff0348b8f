import { resolve } from 'node:path';
import { createScope, type Scope } from '../access/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Project } from '../config/index.ts';
import { Nl2sqlError } from '../errors.ts';
import {
  appendDrafts,
  checkDraftTarget,
  knownCases,
  type PlanData,
  type PlanOutcome,
  type ProtectedFiles,
  type SeedDrops,
  type SeedProgress,
  seedDrafts,
} from '../evaluation/drafting/index.ts';
import type { GoldDatabase } from '../evaluation/suite/index.ts';
import { bindPlan, generateSql, parsePlan } from '../plan/index.ts';
import { viewLineages } from '../sql/index.ts';
import { unknownDatasource } from './open-databases.ts';
import { openOnDemand } from './regenerate.ts';
import { usersOf } from './user-values.ts';

/** What to draft questions about, and where to. */
export interface EvalSeedOptions {
  readonly datasource: string;
  /** A file of drafts of its own, relative to the project's folder; made if it is not there. */
  readonly out: string;
  /** Drafts wanted; default 20. */
  readonly count?: number;
  /** The first role asks; the others get an outcome where they reach what is asked. */
  readonly roles?: readonly string[];
  /** The same seed on the same database gives the same drafts; default 1. */
  readonly seed?: number;
  readonly rowLimit?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SeedProgress) => void;
}

export interface SeedReport {
  readonly path: string;
  readonly written: number;
  readonly dropped: SeedDrops;
  /** Tables that the drafts read, of those that the role may read. */
  readonly tables: { readonly touched: number; readonly of: number };
  readonly stopped: boolean;
}

/** Drafts questions from a schema, without a model, into a file of drafts. */
export async function seed(project: Project, options: EvalSeedOptions): Promise<SeedReport> {
  const count = options.count ?? 20;
  if (!Number.isInteger(count) || count < 1) {
    throw new Nl2sqlError('USAGE', {
      problem: `a count of drafts is a whole number from 1; found ${count}`,
      fix: 'For example: --count 20',
    });
  }
  if (!project.datasources.some((source) => source.id === options.datasource)) {
    throw unknownDatasource(options.datasource, project);
  }
  const roles = rolesFor(project, options.roles ?? []);
  const path = resolve(project.dir, options.out);
  const files = await protectedFiles(project);
  await checkDraftTarget(path, files);
  const users = usersOf(project, {});
  const scopes = new Map(
    roles.map((role) => [role, createScope(project.policies, role, { user: users[role] ?? {} })]),
  );
  const [asking = ''] = roles;
  const scope = scopes.get(asking) ?? createScope(project.policies, asking);
  if (!scope.canReachDatasource(options.datasource))
    throw nothingReadable(asking, options.datasource);

  const open = openOnDemand(project, options);
  const signal = options.signal ?? new AbortController().signal;
  try {
    const database = await open.findDatabase(options.datasource);
    if ('code' in database) {
      throw new Nl2sqlError('DATASOURCE_UNAVAILABLE', {
        datasource: options.datasource,
        tried: 'opening it',
        reason: database.message,
        fix: 'Check its connection in the project.',
      });
    }
    const whole = await database.datasource.introspect({ signal }).catch((error: unknown) => {
      // Stopped before anything could be asked: nothing is wrong with the database.
      if (signal.aborted) return null;
      throw error;
    });
    if (whole === null) return { path, ...nothingSeeded, stopped: true };
    const { dialect } = database.datasource;
    const views = viewLineages(whole, dialect);
    const catalog = scope.visibleCatalog(options.datasource, whole, views);
    if (catalog.tables.length === 0) throw nothingReadable(asking, options.datasource);
    // Questions that are there already are left out, so that the count is of new ones.
    const known = (await knownCases(path, files)).filter((evalCase) =>
      evalCase.datasources.includes(options.datasource),
    );
    const seeded = await seedDrafts({
      datasource: options.datasource,
      catalog,
      database,
      roles,
      tryPlan: createPlanTrial(options.datasource, whole, database, scopes, project),
      count,
      seed: options.seed ?? 1,
      known: known.map((evalCase) => evalCase.question),
      signal,
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    });
    const appended = await appendDrafts(
      path,
      seeded.drafts,
      (_, __, isTaken) => nextId(options.datasource, isTaken),
      files,
    );
    const { dropped } = seeded;
    return {
      path,
      written: appended.written,
      dropped: {
        ...dropped,
        duplicateQuestion: dropped.duplicateQuestion + appended.duplicates,
      },
      tables: { touched: seeded.tablesTouched, of: seeded.tables },
      stopped: signal.aborted,
    };
  } finally {
    await open.close();
  }
}

const nothingSeeded: Omit<SeedReport, 'path' | 'stopped'> = {
  written: 0,
  dropped: {
    invalid: 0,
    failed: 0,
    empty: 0,
    large: 0,
    duplicateQuestion: 0,
    sameResult: 0,
    ambiguous: 0,
  },
  tables: { touched: 0, of: 0 },
};

/** Closed without a role where policies exist; without policies every role is unrestricted. */
function rolesFor(project: Project, roles: readonly string[]): readonly string[] {
  if (roles.length > 0) return [...new Set(roles)];
  if (project.policies === null || project.policies.allowAll) return ['admin'];
  throw new Nl2sqlError('USAGE', {
    problem: 'the project has policies, and no role is given to ask as',
    fix: `Name one: --role ${[...project.policies.roles.keys()][0] ?? 'ROLE'}`,
  });
}

function nothingReadable(role: string, datasource: string): Nl2sqlError {
  return new Nl2sqlError('USAGE', {
    problem: `the role "${role}" reads no table of ${datasource}`,
    fix: 'Ask as a role whose policies allow some, or correct the policies.',
  });
}

/** Suites that drafts must not be written into. */
export async function protectedFiles(project: Project): Promise<ProtectedFiles> {
  const { packagedShopFolder, packagedSuitesFolder } = await import('../demo/index.ts');
  return {
    suites: project.evals.suites.map((suite) => resolve(project.dir, suite)),
    packagedFolders: [packagedSuitesFolder, packagedShopFolder],
  };
}

/** Binds plans under roles and makes their SQL. */
function createPlanTrial(
  datasourceId: string,
  catalog: Catalog,
  database: GoldDatabase,
  scopes: ReadonlyMap<string, Scope>,
  project: Project,
): (plan: PlanData, role: string) => Promise<PlanOutcome> {
  const { dialect } = database.datasource;
  const views = viewLineages(catalog, dialect);
  return async (data, role) => {
    const reading = parsePlan(data);
    if (reading.status === 'invalid') return invalid(reading.issues[0]?.message);
    const scope = scopes.get(role) ?? createScope(project.policies, role);
    const own = { catalog, datasourceId, views };
    const allowed = bindPlan(reading.plan, { ...own, scope });
    if (allowed.status === 'refused') return { status: 'refused' };
    if (allowed.status === 'invalid') return invalid(allowed.issues[0]?.message);
    // The SQL of a suite shows every row; each run narrows it for its role.
    const everyRow: Scope = { ...scope, rowFilters: () => ({ status: 'all-rows' }) };
    const binding = bindPlan(reading.plan, { ...own, scope: everyRow });
    if (binding.status !== 'bound') return { status: 'refused' };
    const { text, parameters } = generateSql(binding.plan, dialect);
    // A suite holds one text; values that the generator hands over apart would be lost in it.
    if (parameters.length > 0) return invalid('its SQL takes parameters');
    if (database.narrowFor === undefined) return { status: 'sql', text, narrowed: text };
    const narrowed = await database.narrowFor(role, text);
    return narrowed.status === 'narrowed'
      ? { status: 'sql', text, narrowed: narrowed.sql }
      : invalid(narrowed.message);
  };
}

function invalid(reason: string | undefined): PlanOutcome {
  return { status: 'invalid', reason: reason ?? 'the plan does not bind' };
}

function nextId(datasource: string, isTaken: (id: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const id = `${datasource}_seed_${String(number).padStart(3, '0')}`;
    if (!isTaken(id)) return id;
  }
}
