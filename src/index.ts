import { loadProject, type Project } from './config/index.ts';
import {
  createEvals,
  createProjectFeedback,
  type Evals,
  type ProjectFeedback,
} from './evals/index.ts';

export { type ErrorCode, Nl2sqlError } from './errors.ts';
export type { EvalProgress, EvalRunOptions, Evals } from './evals/index.ts';
export type { Report, ReportCase } from './evaluation/records/index.ts';

/** What an engine is made from. */
export interface EngineOptions {
  /** Path of nl2sql.yaml, or a project that is loaded already. */
  readonly config: string | Project;
  /** Where `${env:NAME}` is looked up. Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The door: everything a program does with a project. */
export interface Engine {
  readonly evals: Evals;
  readonly feedback: ProjectFeedback;
}

/**
 * Makes an engine for a project.
 *
 * @example
 * const engine = createEngine({ config: 'demo/nl2sql.yaml' });
 * const report = await engine.evals.run();
 * console.log(report.summary.pass, 'of', report.summary.total);
 */
export function createEngine({ config, env = process.env }: EngineOptions): Engine {
  const project = typeof config === 'string' ? loadProject(config, { env }) : config;
  return { evals: createEvals(project), feedback: createProjectFeedback(project) };
}
