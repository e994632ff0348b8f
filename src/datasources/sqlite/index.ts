export type { SqliteRead } from './protocol.ts';
export { openSqlite, readColumnsBySqlite } from './sqlite-datasource.ts';
