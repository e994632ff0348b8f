export type { ConfigProblem } from './config-file.ts';
export {
  emptyProject,
  findProjectFile,
  type LoadProjectOptions,
  loadProject,
} from './load-project.ts';
export {
  defaultRowLimit,
  defaultTimeoutMs,
  type Project,
  type ProjectDatasource,
} from './project.ts';
export { datasourceTypes, sectionSchemas } from './schema.ts';
export { resolveSecret, type SecretReading } from './secrets.ts';
