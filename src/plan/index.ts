export { type BindOptions, bindPlan, type PlanBinding } from './bind/bind-plan.ts';
export { type RefusalCause, type RefusalReason, refusalReason } from './bind/refusal-reason.ts';
export type { BoundPlan } from './bound-plan.ts';
export { describePlan } from './describe-plan.ts';
export { type FilteredSql, type FilterOptions, filterRawSql } from './filter-raw-sql.ts';
export { allFunctionNames } from './functions.ts';
export { type GeneratedSql, generateSql } from './generate/generate-sql.ts';
export { type IssueCode, issueCodes, type PlanIssue } from './issue.ts';
export { type PlanReading, parsePlan, planJsonSchema } from './parse-plan.ts';
export {
  type CommonTable,
  type Join,
  type Plan,
  type PlanExpression,
  planSchema,
  type SelectItem,
  type SetOperation,
  type TableReference,
} from './plan.ts';
