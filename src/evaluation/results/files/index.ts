export { type ComparisonCase, readCaseFile } from './case-file.ts';
export { readResult } from './read-result.ts';
export type { FileResult } from './result-shape.ts';
