import { resolve } from 'node:path';
import type { Catalog } from '../../catalog/index.ts';
import type { Project } from '../../config/index.ts';
import { Nl2sqlError } from '../../errors.ts';
import type { EvalSuite } from '../../evaluation/suite/index.ts';
import { shippedFile } from '../../package-files.ts';
import type { EvalRunOptions } from '../run-options.ts';
import { questionRole, readQuestionsFile } from './questions-file.ts';
import { readFixtureFile } from './schema-source.ts';

/** What mode retrieval runs on: suites, and a schema in place of their datasources or null. */
export interface RetrievalInput {
  readonly suites: readonly EvalSuite[];
  readonly fixture: Catalog | null;
}

/** The id of the datasource a fixture stands for when nothing else names one. */
const fixtureId = 'fixture';

/** The packaged shop: a schema and its questions, for a run without a project. */
export const packagedShop = {
  fixture: shippedFile('demo/fixtures/shop.schema.json'),
  suite: shippedFile('demo/fixtures/shop.yaml'),
};

/**
 * Finds what to run: `--questions`, else the suites named, else those of the project, else the packaged
 * shop. A fixture stands in for every datasource.
 */
export async function findRetrievalInput(
  named: readonly string[] | null,
  project: Project,
  options: EvalRunOptions,
  load: (path: string) => Promise<EvalSuite>,
): Promise<RetrievalInput> {
  const { fixture: fixturePath, questions } = options.retrieval ?? {};
  const fixture =
    fixturePath === undefined ? null : readFixtureFile(resolve(project.dir, fixturePath));
  if (questions !== undefined) {
    if (named !== null && named.length > 0) {
      throw new Nl2sqlError('USAGE', {
        problem: 'both a questions file and a suite were named',
        fix: 'Keep --questions or --suite.',
      });
    }
    const id = fixture === null ? onlyDatasource(project) : fixtureId;
    const role = options.roles?.[0] ?? project.policies?.defaultRole ?? questionRole;
    return { suites: [readQuestionsFile(resolve(project.dir, questions), id, role)], fixture };
  }
  const paths = named ?? project.evals.suites;
  if (paths.length > 0) {
    const files = [...new Set(paths.map((path) => resolve(project.dir, path)))];
    return { suites: await Promise.all(files.map(load)), fixture };
  }
  if (fixture === null && project.datasources.length === 0) {
    return {
      suites: [await load(packagedShop.suite)],
      fixture: readFixtureFile(packagedShop.fixture),
    };
  }
  throw new Nl2sqlError('USAGE', {
    problem: 'a schema but no questions: no suite and no questions file was named',
    fix: 'Name them: --suite FILE or --questions FILE.',
  });
}

function onlyDatasource(project: Project): string {
  const [only] = project.datasources;
  if (only !== undefined && project.datasources.length === 1) return only.id;
  throw new Nl2sqlError('USAGE', {
    problem: `--questions asks one schema, and the project has ${project.datasources.length} datasources`,
    fix: 'Name the schema: --fixture schema.json, or --datasource ID=URL without a project.',
  });
}
