export type { EvalCheckOptions, SuiteCheck } from './check-suites.ts';
export { createEvals, type Evals } from './create-evals.ts';
export { type EvalRegenerateOptions, openOnDemand } from './regenerate.ts';
export {
  type RetrievalRunOptions,
  type RetrieverName,
  retrieverNames,
} from './retrieval/retrieval-options.ts';
export { type EvalMode, type EvalProgress, type EvalRunOptions, evalModes } from './run-options.ts';
