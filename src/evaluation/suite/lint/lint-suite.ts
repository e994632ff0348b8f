import type { Catalog } from '../../../catalog/index.ts';
import { analyzeSql, type DialectName, dialectNames, type SqlFacts } from '../../../sql/index.ts';
import { checkNames } from '../check-names.ts';
import { type EvalCase, type Finding, type SqlText, sqlFor } from '../model.ts';
import type { SuiteReading } from '../read-suite.ts';
import type { GoldDatabase } from '../regenerate/run-gold.ts';
import { coverageOf, roleCoverage } from './coverage.ts';
import { lintDraft } from './lint-draft.ts';
import { lintGroups } from './lint-groups.ts';
import { lintRows } from './lint-rows.ts';
import { runCase } from './lint-run.ts';
import { lintSql } from './lint-sql.ts';
import { type AddFinding, createFindings, type LintedCase } from './linted-case.ts';

/** A datasource as a lint knows it. */
export interface LintDatabase {
  readonly dialect: DialectName;
  /** Null where the shape could not be read; `reason` says why. */
  readonly catalog: Catalog | null;
  readonly reason?: string;
  /** With it the gold is run. */
  readonly gold?: GoldDatabase;
}

export interface LintOptions {
  /** Datasources by id; without an entry the SQL is read by the first dialect that can. */
  readonly databases: ReadonlyMap<string, LintDatabase>;
  /** Ids of the project's datasources; left out without a project, and then none is called unknown. */
  readonly datasources?: readonly string[];
  readonly roles?: readonly string[];
  /** Whether the gold is run too. */
  readonly run?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** What linting needs to know of a suite: the cases it read and where they stand. */
export type LintedSuite = Pick<SuiteReading, 'suite' | 'lineOf'>;

/**
 * Looks for what is wrong or doubtful in the gold of a suite: in its SQL, its rows, its names, and what
 * it leaves out. With `run` the SQL is run too. The findings of reading the file are not among these.
 *
 * @example
 * const { findings } = await lintSuite(await loadSuite('shop.yaml'), { databases: new Map() });
 */
export async function lintSuite(
  { suite, lineOf }: LintedSuite,
  options: LintOptions,
): Promise<{ readonly findings: readonly Finding[]; readonly cases: readonly LintedCase[] }> {
  const { list, add } = createFindings(suite.path, lineOf);
  for (const [id, { catalog, reason }] of options.databases) {
    if (catalog !== null) continue;
    add(
      'shape-unknown',
      { case: null, field: 'datasources' },
      `the tables of ${id} could not be read${reason === undefined ? '' : `: ${reason}`}`,
      'Names in the suite were not checked against it.',
    );
  }
  const linted: LintedCase[] = [];
  for (const [index, evalCase] of suite.cases.entries()) {
    if (options.signal?.aborted) break;
    linted.push(await lintCase(evalCase, suite.gold, options, add));
    options.onProgress?.({ done: index + 1, total: suite.cases.length });
  }
  lintGroups(linted, add);
  const names = options.datasources === undefined ? [] : nameFindings({ suite, lineOf }, options);
  const findings = [...names, ...list].sort((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity));
  return { findings, cases: linted };
}

async function lintCase(
  evalCase: EvalCase,
  gold: 'stored' | 'executed',
  options: LintOptions,
  add: AddFinding,
): Promise<LintedCase> {
  const linted = await readFacts(evalCase, options);
  if (evalCase.status === 'draft') lintDraft(linted, add);
  if (evalCase.status !== 'approved') return linted;
  const [id] = evalCase.datasources;
  const database = id === undefined ? undefined : options.databases.get(id)?.gold;
  const run =
    options.run === true && database !== undefined && evalCase.sql !== null
      ? await runCase(linted, database, gold, options.signal, add)
      : linted;
  lintSql(run, gold, add);
  lintRows(run, add);
  return run;
}

/** Reads a case's SQL with its datasource's dialect and catalog. */
export async function readFacts(
  evalCase: EvalCase,
  options: Pick<LintOptions, 'databases' | 'signal'>,
): Promise<LintedCase> {
  const [id] = evalCase.datasources;
  const database = id === undefined ? undefined : options.databases.get(id);
  const catalog = database?.catalog ?? null;
  const read = (sql: SqlText | null) => analyze(sql, database?.dialect, catalog, options.signal);
  const own = await read(evalCase.sql);
  const alternatives: (SqlFacts | null)[] = [];
  for (const sql of evalCase.alt_sql) alternatives.push(await read(sql));
  return {
    case: evalCase,
    dialect: database?.dialect ?? own?.dialect ?? null,
    catalog,
    facts: own,
    alternatives,
    rows: evalCase.rows,
    hasRun: false,
  };
}

/** Facts of a text; without a known dialect those of the first one that reads it. */
async function analyze(
  sql: SqlText | null,
  dialect: DialectName | undefined,
  catalog: Catalog | null,
  signal: AbortSignal | undefined,
): Promise<SqlFacts | null> {
  if (sql === null) return null;
  let first: SqlFacts | null = null;
  for (const candidate of dialect === undefined ? dialectNames : [dialect]) {
    const text = sqlFor(sql, candidate);
    if (text === null) continue;
    const facts = await analyzeSql(text, {
      dialect: candidate,
      catalog,
      ...(signal === undefined ? {} : { signal }),
    });
    first ??= facts;
    if (!facts.reasons.some((reason) => reason.code === 'unreadable')) return facts;
  }
  return first;
}

function nameFindings({ suite, lineOf }: LintedSuite, options: LintOptions): Finding[] {
  const catalogs = new Map<string, Catalog>();
  for (const [id, { catalog }] of options.databases) if (catalog) catalogs.set(id, catalog);
  const findings = checkNames(suite, {
    datasources: options.datasources ?? [],
    ...(options.roles === undefined ? {} : { roles: options.roles }),
    catalogs,
  });
  return findings.map((finding) => ({
    ...finding,
    line: finding.case === null ? null : lineOf(finding.case, fieldOf(finding)),
  }));
}

function fieldOf(finding: Finding) {
  const known = ['datasources', 'outcome', 'tables', 'tables_any_of', 'columns'] as const;
  return known.find((field) => field === finding.field);
}

/** The longest list of names that a finding spells out. */
const shownNames = 20;

/**
 * What no approved case touches: tables, columns, roles. Over the cases of all suites that are checked
 * together, since one suite need not cover what another does.
 */
export function lintCoverage(
  file: string | null,
  linted: readonly LintedCase[],
  options: Pick<LintOptions, 'databases' | 'roles'>,
): readonly Finding[] {
  const { list, add } = createFindings(file, () => null);
  const approved = linted.filter(({ case: evalCase }) => evalCase.status === 'approved');
  const used = new Set(approved.flatMap(({ case: evalCase }) => evalCase.datasources));
  for (const id of used) {
    const catalog = options.databases.get(id)?.catalog;
    if (!catalog) continue;
    const own = approved.filter(({ case: evalCase }) => evalCase.datasources.includes(id));
    if (own.every(({ case: evalCase }) => evalCase.sql === null)) continue;
    const { tables, columns } = coverageOf(id, catalog, own);
    for (const [code, what, share] of [
      ['uncovered-tables', 'tables', tables],
      ['uncovered-columns', 'columns', columns],
    ] as const) {
      if (share.missing.length === 0) continue;
      add(
        code,
        { case: null, field: what },
        `${id}: no approved case touches ${share.missing.length} of ${share.of} ${what}: ${listed(share.missing)}`,
        `Ask about them, or draft some questions: nl2sql eval seed ${id} --out drafts.yaml`,
      );
    }
  }
  if (options.roles === undefined || approved.length === 0) return list;
  const roles = roleCoverage(
    options.roles,
    approved.map(({ case: evalCase }) => evalCase),
  );
  if (roles.missing.length === 0) return list;
  add(
    'uncovered-roles',
    { case: null, field: 'outcome' },
    `no approved case says what these roles get: ${listed(roles.missing)}`,
    'Add them to the outcome of some cases.',
  );
  return list;
}

function listed(names: readonly string[]): string {
  const rest = names.length - shownNames;
  return names.slice(0, shownNames).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
