export {
  type CaseField,
  caseFields,
  difficulties,
  kinds,
  origins,
  outcomes,
  statuses,
} from './case-fields.ts';
export { checkNames } from './check-names.ts';
export { type CaseEdit, editSuite, type SuiteEdit } from './edit-suite.ts';
export { formatCase, formatSuite, newSuiteHeader } from './format-suite.ts';
export { type LoadSuiteOptions, loadSuite, requireSuite } from './load-suite.ts';
export {
  type CaseKind,
  type CaseOrigin,
  type CaseStatus,
  type Difficulty,
  type EvalCase,
  type EvalSuite,
  type Finding,
  type Outcome,
  type SqlText,
  type StoredRows,
  sqlFor,
  type Tolerance,
} from './model.ts';
export type { SuiteProject } from './project-rules.ts';
export { type ReadSuiteOptions, readSuite, type SuiteReading } from './read-suite.ts';
export type { FindDatabase } from './regenerate/regenerate-case.ts';
export {
  type RegenerateFailure,
  type RegenerateOptions,
  type RegenerateReport,
  regenerateSuite,
} from './regenerate/regenerate-suite.ts';
export type { GoldDatabase, RegenerateFailureCode } from './regenerate/run-gold.ts';
export { selectCases } from './select-cases.ts';
export { suggest } from './suggest.ts';
export { writeFileAtomically } from './write-file.ts';
