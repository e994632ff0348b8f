export {
  type AnalyzeOptions,
  analyzeSql,
  checkReadOnly,
  type ReadOnlyVerdict,
} from './analyze-sql.ts';
export { type DialectName, dialectNames } from './dialect.ts';
export { type ExtractedSql, extractSql } from './extract-sql.ts';
export { innerWithMissesOuter, nameKey } from './facts/name-rules.ts';
export type { ColumnRead, TableName } from './facts/reads.ts';
export type {
  QueryShape,
  ResolvedOrderKey,
  SqlFacts,
  StatementFacts,
  StatementReads,
} from './facts/sql-facts.ts';
export type { ViewLineage } from './facts/view-reads.ts';
export type { Reason, ReasonCode } from './guard/reason.ts';
export {
  type OrderKey,
  type QueryTail,
  queryTail,
  type Span,
  topLevelLimit,
  topLevelOrderBy,
} from './query-tail.ts';
export { isReservedWord, quoteIdentifier } from './quote-identifier.ts';
export { type OrderKeyColumn, resolveOrderKeys } from './resolve-order-keys.ts';
export { reviewedOrderKeys } from './reviewed-order-keys.ts';
export { type SplitText, type StatementText, splitStatements } from './split-statements.ts';
export { type ProbeKey, type TieProbe, tieProbe } from './tie-probe.ts';
export {
  type Comment,
  type LexicalProblem,
  type Token,
  type TokenKind,
  type Tokens,
  tokenize,
} from './tokenize.ts';
export { viewLineages } from './view-lineages.ts';
export { dependsOnToday, type VolatileUse, volatileUses } from './volatile-uses.ts';
