export type {
  Connection,
  Datasource,
  DatasourceSpec,
  ExecuteOptions,
  Execution,
  IntrospectOptions,
  SqlQuery,
} from './datasource.ts';
