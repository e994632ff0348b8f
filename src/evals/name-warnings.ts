import type { Catalog } from '../catalog/index.ts';
import type { Project } from '../config/index.ts';
import type { Databases } from '../evaluation/runner/index.ts';
import { checkNames, type EvalSuite } from '../evaluation/suite/index.ts';

/** Warnings printed at most; `eval check` lists them all. */
const shownWarnings = 10;

/** What suites name that the project and its databases do not have, as warnings. */
export async function nameWarnings(
  suites: readonly EvalSuite[],
  project: Project,
  databases: Databases,
): Promise<string[]> {
  const catalogs = new Map<string, Catalog>();
  await Promise.all(
    [...databases].map(async ([id, database]) => {
      const catalog = await database.catalog();
      if (catalog !== null) catalogs.set(id, catalog);
    }),
  );
  const warnings = suites.flatMap((suite) =>
    checkNames(suite, {
      datasources: project.datasources.map((source) => source.id),
      ...(project.policies === null || project.policies.allowAll
        ? {}
        : { roles: [...project.policies.roles.keys()] }),
      catalogs,
      severity: 'warning',
    }).map((finding) => `${suite.name}, ${finding.case}: ${finding.message}. ${finding.fix}`),
  );
  const rest = warnings.length - shownWarnings;
  return rest > 0
    ? [...warnings.slice(0, shownWarnings), `… and ${rest} more; nl2sql eval check lists them`]
    : warnings;
}
