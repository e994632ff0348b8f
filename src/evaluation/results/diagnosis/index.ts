export { type Diagnosis, diagnose } from './diagnose.ts';
export { displayCell } from './display-cell.ts';
export type { Side } from './pair-columns.ts';
