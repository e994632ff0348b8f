import { resolve } from 'node:path';
import type { Project } from '../config/index.ts';
import { Nl2sqlError } from '../errors.ts';
import {
  coverageOf,
  type DatasourceCoverage,
  type EvalCase,
  type LintedCase,
  loadSuite,
  readFacts,
  roleCoverage,
  type Share,
  touchedBy,
} from '../evaluation/suite/index.ts';
import { createLintDatabases, rolesOf } from './check-suites.ts';
import { openOnDemand } from './regenerate.ts';

/** What the approved cases of some suites touch, what they leave out, and drafts that would close gaps. */
export interface SuiteCoverage {
  readonly suites: readonly string[];
  readonly approved: number;
  readonly datasources: readonly (DatasourceCoverage & { readonly drafts: readonly GapDraft[] })[];
  /** Datasources of the project that no approved case asks. */
  readonly uncoveredDatasources: readonly string[];
  /** Datasources of the project whose tables could not be looked at. */
  readonly unavailable: readonly string[];
  /** Datasources that cases name and the project does not. */
  readonly unknownDatasources: readonly string[];
  /** Null without policies. */
  readonly roles: (Share & { readonly drafts: readonly RoleDraft[] }) | null;
}

/** A draft that touches what no approved case does. */
export interface GapDraft {
  readonly case: string;
  readonly file: string;
  readonly tables: readonly string[];
  readonly columns: readonly string[];
  readonly joins: readonly string[];
}

/** A draft that names roles which no approved case does. */
export interface RoleDraft {
  readonly case: string;
  readonly file: string;
  readonly roles: readonly string[];
}

/** Coverage of a project by suites (default: those of the project); drafts may be among the files. */
export async function coverage(
  paths: readonly string[],
  project: Project,
  signal: AbortSignal = new AbortController().signal,
): Promise<SuiteCoverage> {
  const files = (paths.length > 0 ? paths : project.evals.suites).map((path) =>
    resolve(project.dir, path),
  );
  if (files.length === 0) {
    throw new Nl2sqlError('USAGE', {
      problem: 'no suite to look at: none was named, and the project names none in evals.suites',
      fix: 'Name one, or list it under evals: suites: in the project (nl2sql.yaml).',
    });
  }
  const open = openOnDemand(project, {});
  try {
    const databases = await createLintDatabases(
      project,
      open.findDatabase,
      false,
    )(project.datasources.map((source) => source.id));
    const cases: { file: string; linted: LintedCase }[] = [];
    for (const file of files) {
      const { suite, findings } = await loadSuite(file, { isLenient: true });
      if (findings.some((finding) => finding.severity === 'error')) {
        throw new Nl2sqlError('SUITE_INVALID', { path: file, findings });
      }
      for (const evalCase of suite.cases) {
        cases.push({ file, linted: await readFacts(evalCase, { databases, signal }) });
      }
    }
    const byStatus = (status: string) =>
      cases.filter(({ linted }) => linted.case.status === status);
    const approved = byStatus('approved').map(({ linted }) => linted);
    const used = new Set(approved.flatMap((linted) => linted.case.datasources));
    const datasources = [...databases].flatMap(([id, { catalog }]) => {
      if (catalog === null) return [];
      const asks = ({ case: evalCase }: LintedCase) => evalCase.datasources.includes(id);
      const found = coverageOf(id, catalog, approved.filter(asks));
      const missingOf = (share: Share, touched: ReadonlySet<string>) =>
        share.missing.filter((name) => touched.has(name));
      const drafts = byStatus('draft').flatMap(({ file, linted }) => {
        if (!asks(linted)) return [];
        const touched = touchedBy(catalog, [linted]);
        const gaps = {
          tables: missingOf(found.tables, touched.tables),
          columns: missingOf(found.columns, touched.columns),
          joins: missingOf(found.joins, touched.joins),
        };
        const isClosing = Object.values(gaps).some((names) => names.length > 0);
        return isClosing ? [{ case: linted.case.id, file, ...gaps }] : [];
      });
      return [{ ...found, drafts }];
    });
    const known = new Set(project.datasources.map((source) => source.id));
    const named = new Set(cases.flatMap(({ linted }) => linted.case.datasources));
    return {
      suites: files,
      approved: approved.length,
      datasources,
      uncoveredDatasources: [...known].filter((id) => !used.has(id)),
      unavailable: [...known].filter((id) => (databases.get(id)?.catalog ?? null) === null),
      unknownDatasources: [...named].filter((id) => !known.has(id)).sort(),
      roles: rolesFound(
        project,
        approved.map((linted) => linted.case),
        byStatus('draft').map(({ file, linted }) => ({ file, draft: linted.case })),
      ),
    };
  } finally {
    await open.close();
  }
}

function rolesFound(
  project: Project,
  approved: readonly EvalCase[],
  drafts: readonly { readonly file: string; readonly draft: EvalCase }[],
): SuiteCoverage['roles'] {
  const { roles } = rolesOf(project);
  if (roles === undefined) return null;
  const share = roleCoverage(roles, approved);
  const closing = drafts.flatMap(({ file, draft }) => {
    const named = share.missing.filter((role) => draft.outcome.has(role));
    return named.length === 0 ? [] : [{ case: draft.id, file, roles: named }];
  });
  return { ...share, drafts: closing };
}
