export { checkShape, formatPath, type Problem, type ShapeCheck } from './check-shape.ts';
export { finalPath } from './final-path.ts';
export { nearest } from './nearest.ts';
export { parseFault } from './parse-fault.ts';
export { readUserBytes, readUserFile } from './read-user-file.ts';
export {
  type FileText,
  requireWritable,
  writeFileAtomically,
  writeFileAtomicallySync,
} from './write-file.ts';
