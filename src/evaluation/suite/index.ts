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
