export { compareResults } from './compare-results.ts';
export { explainVerdict, type VerdictNames } from './explain-verdict.ts';
export { type ComparisonCase, type FileResult, readCaseFile, readResult } from './files/index.ts';
export {
  type PlainResult,
  type RuleContext,
  type RuleSet,
  type RuleVerdict,
  ruleSets,
} from './rules/index.ts';
export {
  type CompareOptions,
  type DifferingCell,
  type GoldResult,
  type Hint,
  type HintCode,
  isLenientMatch,
  isStrictMatch,
  type NumberTolerance,
  type OrderKey,
  type OrderKeys,
  rulesVersion,
  type Sample,
  type Verdict,
  type VerdictFlag,
  type VerdictKind,
} from './verdict.ts';
