export { type DatabaseWriter, openDatabaseWriter } from './database-writer.ts';
export type {
  Connection,
  Datasource,
  DatasourceSpec,
  ExecuteOptions,
  Execution,
  IntrospectOptions,
  SqlQuery,
} from './datasource.ts';
export { parseDatasourceUrl } from './datasource-url.ts';
export { describeConnection, redactSecrets } from './describe-connection.ts';
export { openDatasource } from './registry.ts';
