export { type DialectName, dialectNames } from './dialect.ts';
