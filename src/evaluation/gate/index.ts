export {
  type BaselineCase,
  compareWithBaseline,
  type Flip,
  type GateVerdict,
} from './compare-baseline.ts';
export { formatGate } from './format-gate.ts';
export { type Baseline, baselineText, loadBaseline } from './load-baseline.ts';
