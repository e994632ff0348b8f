export type { EvalCheckOptions, SuiteCheck } from './check-suites.ts';
export type { SuiteCoverage } from './coverage.ts';
export { createEvals, type Evals } from './create-evals.ts';
export {
  createProjectFeedback,
  type FeedbackExport,
  type FeedbackExportOptions,
  type ProjectFeedback,
} from './project-feedback.ts';
export type { EvalPromoteOptions } from './promote.ts';
export type { EvalRegenerateOptions } from './regenerate.ts';
export {
  type RetrievalRunOptions,
  type RetrieverName,
  retrieverNames,
} from './retrieval/retrieval-options.ts';
export type { RetrieveOptions, RetrieveResult } from './retrieval/retrieve-schema.ts';
export {
  type EvalMode,
  type EvalProgress,
  type EvalRunOptions,
  evalModes,
  modeOf,
} from './run-options.ts';
export type { EvalSeedOptions, SeedReport } from './seed.ts';

/** `retrieveSchema`, loaded when it is asked for: other commands start without schema linking. */
export async function loadRetrieve() {
  const { retrieveSchema } = await import('./retrieval/retrieve-schema.ts');
  return retrieveSchema;
}
