import { relative, resolve } from 'node:path';
import type { Project } from '../config/index.ts';
import { Nl2sqlError } from '../errors.ts';
import type { Report } from '../evaluation/records/index.ts';
import { type EvalSuite, type RegenerateReport, requireSuite } from '../evaluation/suite/index.ts';
import { checkSuites, type EvalCheckOptions, type SuiteCheck } from './check-suites.ts';
import { type EvalRegenerateOptions, regenerate } from './regenerate.ts';
import { findRetrievalInput } from './retrieval/retrieval-input.ts';
import { runRetrieval } from './retrieval/run-retrieval.ts';
import { runEvaluation } from './run-evaluation.ts';
import type { EvalRunOptions } from './run-options.ts';

/** `engine.evals`: suites, and how systems do on them. */
export interface Evals {
  /** Loads a suite; throws `SUITE_INVALID` with every finding when it does not load. */
  load(path: string): Promise<EvalSuite>;
  /** Runs suites; without paths those that evals.yaml names. Paths are relative to the project's folder. */
  run(paths?: string | readonly string[] | null, options?: EvalRunOptions): Promise<Report>;
  /** Looks for what is wrong or doubtful in suites; with `run` their SQL is run too. Throws only for files that cannot be read. */
  check(paths: string | readonly string[], options?: EvalCheckOptions): Promise<SuiteCheck>;
  /** Runs the reviewed SQL of a suite and writes the rows that changed. */
  regenerate(path: string, options?: EvalRegenerateOptions): Promise<RegenerateReport>;
}

export function createEvals(project: Project): Evals {
  const load = (path: string) => requireSuite(resolve(project.dir, path));
  return {
    load,
    check: (paths, options = {}) =>
      checkSuites(typeof paths === 'string' ? [paths] : paths, project, options),
    regenerate: (path, options = {}) => regenerate(path, project, options),
    async run(paths, options = {}) {
      if (options.mode === 'retrieval') {
        const named = typeof paths === 'string' ? [paths] : (paths ?? null);
        const input = await findRetrievalInput(named, project, options, load);
        const suites = withUniqueNames(input.suites, project.dir);
        return runRetrieval(suites, project, options, input.fixture);
      }
      const named = typeof paths === 'string' ? [paths] : (paths ?? project.evals.suites);
      if (named.length === 0) {
        throw new Nl2sqlError('USAGE', {
          problem: 'no suite to run: none was named, and the project names none in evals.suites',
          fix: 'Name one (--suite FILE), or list it under suites: in evals.yaml.',
        });
      }
      const files = [...new Set(named.map((path) => resolve(project.dir, path)))];
      const suites = await Promise.all(files.map(load));
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
