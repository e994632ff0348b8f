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
export { openDatasource } from './registry.ts';
