export { openPostgres } from './postgres-datasource.ts';
