export { compareResults } from './compare-results.ts';
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
