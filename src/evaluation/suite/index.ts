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
export { withFileLock } from './file-lock.ts';
export { readingCodes } from './findings.ts';
export { formatCase, formatSuite, newSuiteHeader } from './format-suite.ts';
export {
  coverageOf,
  type DatasourceCoverage,
  roleCoverage,
  type Share,
  touchedBy,
} from './lint/coverage.ts';
export { type FixedSuite, fixSuite } from './lint/fix-suite.ts';
export { type LintCode, lintCodes } from './lint/lint-codes.ts';
export { missingForApproval } from './lint/lint-draft.ts';
export { questionKey } from './lint/lint-groups.ts';
export {
  type LintDatabase,
  type LintOptions,
  lintCoverage,
  lintSuite,
  readFacts,
} from './lint/lint-suite.ts';
export type { LintedCase } from './lint/linted-case.ts';
export { type LoadSuiteOptions, loadSuite, readSuiteFile, requireSuite } from './load-suite.ts';
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
export { probeTie, type TieFinding } from './regenerate/probe-tie.ts';
export {
  type CaseRegeneration,
  type FindDatabase,
  regenerateCase,
} from './regenerate/regenerate-case.ts';
export {
  type RegenerateFailure,
  type RegenerateOptions,
  type RegenerateReport,
  type RegenerateWarning,
  regenerateSuite,
} from './regenerate/regenerate-suite.ts';
export {
  type GoldDatabase,
  type GoldRun,
  type RegenerateFailureCode,
  runGold,
} from './regenerate/run-gold.ts';
export { selectCases } from './select-cases.ts';
export { suggest } from './suggest.ts';
export { suiteJsonSchema } from './suite-json-schema.ts';
