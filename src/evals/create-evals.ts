import { relative, resolve } from 'node:path';
import type { Project } from '../config/index.ts';
import { Nl2sqlError } from '../errors.ts';
import type { PromoteReport } from '../evaluation/drafting/index.ts';
import type { Report } from '../evaluation/records/index.ts';
import { type EvalSuite, type RegenerateReport, requireSuite } from '../evaluation/suite/index.ts';
import type { EvalCheckOptions, SuiteCheck } from './check-suites.ts';
import type { SuiteCoverage } from './coverage.ts';
import type { EvalPromoteOptions } from './promote.ts';
import type { EvalRegenerateOptions } from './regenerate.ts';
import { runEvaluation } from './run-evaluation.ts';
import type { EvalRunOptions } from './run-options.ts';
import type { EvalSeedOptions, SeedReport } from './seed.ts';

/** `engine.evals`: suites, and how systems do on them. */
export interface Evals {
  /** Loads a suite; throws `SUITE_INVALID` with every finding when it does not load. */
  load(path: string): Promise<EvalSuite>;
  /** Runs suites; without paths those the project names. Paths are relative to the project's folder. */
  run(paths?: string | readonly string[] | null, options?: EvalRunOptions): Promise<Report>;
  /** Looks for what is wrong or doubtful in suites; with `run` their SQL is run too. Throws only for files that cannot be read. */
  check(paths: string | readonly string[], options?: EvalCheckOptions): Promise<SuiteCheck>;
  /** Drafts questions from a schema into a file of drafts of their own. */
  seed(options: EvalSeedOptions): Promise<SeedReport>;
  /** Approves reviewed drafts and moves them into a suite, all or none. */
  promote(options: EvalPromoteOptions): Promise<PromoteReport>;
  /** What approved cases touch and leave out; without paths those of the project. */
  coverage(paths?: readonly string[], signal?: AbortSignal): Promise<SuiteCoverage>;
  /** Runs the reviewed SQL of a suite and writes the rows that changed. */
  regenerate(path: string, options?: EvalRegenerateOptions): Promise<RegenerateReport>;
}

export function createEvals(project: Project): Evals {
  const load = (path: string) => requireSuite(resolve(project.dir, path));
  return {
    load,
    // What maintains suites loads when it is asked for, so that a run starts without it.
    async check(paths, options = {}) {
      const { checkSuites } = await import('./check-suites.ts');
      return checkSuites(typeof paths === 'string' ? [paths] : paths, project, options);
    },
    async regenerate(path, options = {}) {
      const { regenerate } = await import('./regenerate.ts');
      return regenerate(path, project, options);
    },
    async seed(options) {
      const { seed } = await import('./seed.ts');
      return seed(project, options);
    },
    async promote(options) {
      const { promote } = await import('./promote.ts');
      return promote(project, options);
    },
    async coverage(paths = [], signal) {
      const { coverage } = await import('./coverage.ts');
      return coverage(paths, project, signal);
    },
    async run(paths, options = {}) {
      if (options.mode === 'retrieval') {
        const { findRetrievalInput } = await import('./retrieval/retrieval-input.ts');
        const { runRetrieval } = await import('./retrieval/run-retrieval.ts');
        const named = typeof paths === 'string' ? [paths] : (paths ?? null);
        const input = await findRetrievalInput(named, project, options, load);
        const suites = withUniqueNames(input.suites, project.dir);
        return runRetrieval(suites, project, options, input.fixture);
      }
      const named = typeof paths === 'string' ? [paths] : (paths ?? project.evals.suites);
      if (named.length === 0) {
        throw new Nl2sqlError('USAGE', {
          problem: 'no suite to run: none was named, and the project names none in evals.suites',
          fix: 'Name one (--suite FILE), or list it under evals: suites: in the project (nl2sql.yaml).',
        });
      }
      const files = [...new Set(named.map((path) => resolve(project.dir, path)))];
      const { gold } = options;
      const suites = await Promise.all(
        files.map((path) => requireSuite(path, gold === undefined ? {} : { gold })),
      );
      return runEvaluation(withUniqueNames(suites, project.dir), project, options);
    },
  };
}

/** Suites of one stem in different folders are told apart by their paths. */
function withUniqueNames(suites: readonly EvalSuite[], dir: string): EvalSuite[] {
  const isShared = (name: string) => suites.filter((suite) => suite.name === name).length > 1;
  return suites.map((suite) =>
    isShared(suite.name) && suite.path !== null
      ? { ...suite, name: relative(dir, suite.path) }
      : suite,
  );
}
