export type {
  CaseKind,
  CaseOrigin,
  CaseStatus,
  Difficulty,
  EvalCase,
  EvalSuite,
  Finding,
  Outcome,
  SqlText,
  StoredRows,
  Tolerance,
} from './model.ts';
