export { catalogForSql, type DecideSqlOptions, decideSql, type SqlDecision } from './decide-sql.ts';
export { judgeSqlReads, type SqlJudgement, type SqlReads } from './judge-sql.ts';
export { type Pattern, parsePattern } from './pattern.ts';
export {
  type Policies,
  type PoliciesReading,
  type PolicyProblem,
  parsePolicies,
  type RolePolicy,
  type RowFilterRule,
} from './policies.ts';
export {
  type PolicyReport,
  reportPolicies,
} from './policy-report.ts';
export {
  createScope,
  genericRefusal,
  type RowFilters,
  type Scope,
  type TableName,
  type UserValues,
} from './scope.ts';
export { isSystemCatalog } from './system-catalog.ts';
export { type ViewLineage, type ViewLineages, viewKey } from './view-lineage.ts';
