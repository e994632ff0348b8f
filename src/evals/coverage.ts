import { resolve } from 'node:path';
import type { Project } from '../config/index.ts';
import { Nl2sqlError } from '../errors.ts';
import {
  coverageOf,
  type DatasourceCoverage,
  type LintedCase,
  loadSuite,
  readFacts,
  roleCoverage,
  type Share,
} from '../evaluation/suite/index.ts';
import { createLintDatabases, rolesOf } from './check-suites.ts';
import { openOnDemand } from './regenerate.ts';

/** What the approved cases of some suites touch, what they leave out, and drafts that would close gaps. */
export interface SuiteCoverage {
  readonly suites: readonly string[];
  readonly approved: number;
  readonly datasources: readonly (DatasourceCoverage & {
    /** Drafts that touch tables which no approved case does. */
    readonly drafts: readonly {
      readonly case: string;
      readonly file: string;
      readonly tables: readonly string[];
    }[];
  })[];
  /** Datasources of the project that no approved case asks. */
  readonly uncoveredDatasources: readonly string[];
  /** Null without policies. */
  readonly roles: Share | null;
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
      const missing = new Set(found.tables.missing);
      const drafts = byStatus('draft').flatMap(({ file, linted }) => {
        if (!asks(linted)) return [];
        const gaps = [...new Set(coverageTables(linted, id, catalog))].filter((name) =>
          missing.has(name),
        );
        return gaps.length === 0 ? [] : [{ case: linted.case.id, file, tables: gaps }];
      });
      return [{ ...found, drafts }];
    });
    const { roles } = rolesOf(project);
    return {
      suites: files,
      approved: approved.length,
      datasources,
      uncoveredDatasources: project.datasources
        .map((source) => source.id)
        .filter((id) => !used.has(id)),
      roles:
        roles === undefined
          ? null
          : roleCoverage(
              roles,
              approved.map((linted) => linted.case),
            ),
    };
  } finally {
    await open.close();
  }
}

/** The tables one case touches, as the catalog spells them. */
function coverageTables(
  linted: LintedCase,
  id: string,
  catalog: Parameters<typeof coverageOf>[1],
): string[] {
  const { tables } = coverageOf(id, catalog, [linted]);
  const missing = new Set(tables.missing);
  const all = coverageOf(id, catalog, []).tables.missing;
  return all.filter((name) => !missing.has(name));
}
