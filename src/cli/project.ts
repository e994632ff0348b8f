import { resolve } from 'node:path';
import {
  defaultRowLimit,
  defaultTimeoutMs,
  emptyProject,
  findProjectFile,
  loadProject,
  type Project,
  type ProjectDatasource,
} from '../config/index.ts';
import { parseDatasourceUrl, redactSecrets } from '../datasources/index.ts';
import { Nl2sqlError } from '../errors.ts';
import type { CliContext, CommonOptions } from './command.ts';

/**
 * The project a command works on: `--config`, else nl2sql.yaml looked for upward, else an empty one;
 * then what `--datasource ID=URL` binds on the spot, which overrides the project.
 */
export function openProject(options: CommonOptions, context: CliContext): Project {
  const file =
    options.config === undefined
      ? findProjectFile(context.cwd)
      : resolve(context.cwd, options.config);
  const project =
    file === null ? emptyProject(context.cwd) : loadProject(file, { env: context.env });
  const bound = (options.datasource ?? []).map((text) => bindDatasource(text, context.cwd));
  const boundIds = new Set(bound.map((source) => source.id));
  return {
    ...project,
    datasources: [
      ...project.datasources.filter((source) => !boundIds.has(source.id)),
      ...bound.map((source) => mergeBinding(source, project)),
    ],
  };
}

/** A binding changes where a datasource is; what the project says about it stays. */
function mergeBinding(bound: ProjectDatasource, project: Project): ProjectDatasource {
  const known = project.datasources.find((source) => source.id === bound.id);
  return known === undefined
    ? { ...bound, rowLimit: project.settings.results?.row_limit ?? bound.rowLimit }
    : { ...known, spec: { ...known.spec, connection: bound.spec.connection } };
}

/** Reads `ID=URL`. */
function bindDatasource(text: string, cwd: string): ProjectDatasource {
  const match = /^([A-Za-z0-9_.-]+)=(.+)$/s.exec(text);
  if (match === null) {
    throw new Nl2sqlError('USAGE', {
      problem: `--datasource expects ID=URL; found "${redactSecrets(text)}"`,
      fix: 'For example: --datasource chinook=sqlite:./chinook.sqlite',
    });
  }
  const [, id = '', url = ''] = match;
  return {
    id,
    spec: { id, connection: parseDatasourceUrl(url, { cwd }) },
    description: '',
    rowLimit: defaultRowLimit,
    timeoutMs: defaultTimeoutMs,
    sampleQuestions: [],
    preferredTables: [],
    index: { sample_values: false },
    glossary: {},
  };
}
