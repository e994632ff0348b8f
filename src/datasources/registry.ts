import type { Connection, Datasource, DatasourceSpec } from './datasource.ts';

type Open = (spec: DatasourceSpec) => Promise<Datasource>;

/** Every kind of database. The code of one, and its driver, load only when one is opened. */
const openers: { readonly [Type in Connection['type']]: () => Promise<Open> } = {
  sqlite: async () => (await import('./sqlite/index.ts')).openSqlite,
  duckdb: async () => (await import('./duckdb/index.ts')).openDuckdb,
  postgres: async () => (await import('./postgres/index.ts')).openPostgres,
  mysql: async () => (await import('./mysql/index.ts')).openMysql,
  fixture: async () => (await import('./fixture/index.ts')).openFixture,
};

/**
 * Opens a datasource without touching the database yet: what cannot be reached is told by `introspect`
 * (throws `DATASOURCE_UNAVAILABLE`) and `execute` (status `unavailable`). Close it when done.
 *
 * @example
 * const chinook = await openDatasource({ id: 'chinook', connection: { type: 'sqlite', path: '/data/chinook.sqlite' } });
 * const execution = await chinook.execute({ text: 'SELECT 1' }, { rowLimit: 10, timeoutMs: 1_000 });
 * await chinook.close();
 */
export async function openDatasource(spec: DatasourceSpec): Promise<Datasource> {
  const open = await openers[spec.connection.type]();
  return await open(spec);
}
