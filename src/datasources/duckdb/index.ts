export { openDuckdb } from './duckdb-datasource.ts';
