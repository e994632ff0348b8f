import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { z } from 'zod';
import { type Policies, parsePolicies } from '../access/index.ts';
import { Nl2sqlError } from '../errors.ts';
import { checkShape, formatPath, nearest } from '../validation/index.ts';
import { type ConfigFile, type ConfigProblem, configError, readConfigFile } from './config-file.ts';
import { readConnection } from './connection.ts';
import { readEmbeddings } from './embeddings.ts';
import {
  defaultRowLimit,
  defaultTimeoutMs,
  type Project,
  type ProjectDatasource,
} from './project.ts';
import { type DatasourceSection, datasourceSchema, sectionSchemas } from './schema.ts';

/** What loading a project needs from its surroundings. */
export interface LoadProjectOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A datasource before the project's settings fill in what it leaves open. */
type DatasourceReading = Omit<ProjectDatasource, 'rowLimit'> & { readonly rowLimit: number | null };

const sectionNames = ['policies', ...Object.keys(sectionSchemas)];

/** A section's value and where it is written: inline, in a file of its own, or a folder of files. */
interface SectionSource {
  readonly file: ConfigFile;
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Walks up from a folder to the first nl2sql.yaml; null when there is none. */
export function findProjectFile(from: string): string | null {
  for (let dir = resolve(from); ; dir = dirname(dir)) {
    const file = join(dir, 'nl2sql.yaml');
    if (existsSync(file)) return file;
    if (dirname(dir) === dir) return null;
  }
}

/**
 * Loads nl2sql.yaml and its sections. Throws `CONFIG_INVALID` with every problem of every file at once,
 * `PROJECT_NOT_FOUND` when the file is not there. Paths in any file are relative to nl2sql.yaml's folder.
 *
 * @example
 * const project = loadProject('demo/nl2sql.yaml', { env: process.env });
 */
export function loadProject(path: string, { env }: LoadProjectOptions): Project {
  const file = resolve(path);
  if (!existsSync(file)) throw new Nl2sqlError('PROJECT_NOT_FOUND', { path: file });
  const dir = dirname(file);
  const problems: ConfigProblem[] = [];
  const main = readConfigFile(file, problems);
  const sections =
    main === null ? new Map<string, SectionSource[]>() : readSections(main, dir, problems);

  const read = <T>(name: string, schema: z.ZodType<T>): T | null => {
    const source = sections.get(name)?.[0];
    return source === undefined ? null : checkSection(source, schema, problems);
  };
  const settings = read('settings', sectionSchemas.settings) ?? sectionSchemas.settings.parse({});
  const datasources = (sections.get('datasources') ?? [])
    .flatMap((source) => readDatasources(source, dir, env, problems))
    .map(({ rowLimit, ...source }) => ({
      ...source,
      rowLimit: rowLimit ?? settings.results?.row_limit ?? defaultRowLimit,
    }));
  reportDuplicates(datasources, file, problems);
  const policies = sections.get('policies')?.[0];
  const embeddings = sections.get('embeddings')?.[0];
  const project: Project = {
    dir,
    file,
    datasources,
    policies: policies === undefined ? null : readPolicies(policies, problems),
    evals: read('evals', sectionSchemas.evals) ?? sectionSchemas.evals.parse({}),
    settings,
    storage: read('storage', sectionSchemas.storage) ?? sectionSchemas.storage.parse({}),
    curated: read('curated', sectionSchemas.curated),
    llm: read('llm', sectionSchemas.llm),
    embeddings: embeddings === undefined ? null : readEmbeddingsAt(embeddings, dir, env, problems),
    glossary: read('glossary', sectionSchemas.glossary) ?? {},
  };
  read('api', sectionSchemas.api);
  read('secrets', sectionSchemas.secrets);
  if (problems.length > 0) throw configError(problems);
  return project;
}

/** What stands in for a project where a command runs without one. */
export function emptyProject(dir: string): Project {
  return {
    dir: resolve(dir),
    file: null,
    datasources: [],
    policies: null,
    evals: sectionSchemas.evals.parse({}),
    settings: sectionSchemas.settings.parse({}),
    storage: sectionSchemas.storage.parse({}),
    curated: null,
    llm: null,
    embeddings: null,
    glossary: {},
  };
}

function readPolicies(source: SectionSource, problems: ConfigProblem[]): Policies | null {
  const reading = parsePolicies(source.value);
  if (reading.status === 'parsed') return reading.policies;
  for (const problem of reading.problems) {
    const path = [...source.path, ...pathParts(problem.path)];
    problems.push({
      file: source.file.path,
      line: source.file.lineOf(path),
      path: formatPath(path),
      message: `${problem.message}. ${problem.fix}`,
    });
  }
  return null;
}

function readEmbeddingsAt(
  source: SectionSource,
  projectDir: string,
  env: Readonly<Record<string, string | undefined>>,
  problems: ConfigProblem[],
): Project['embeddings'] {
  const section = checkSection(source, sectionSchemas.embeddings, problems);
  if (section === null) return null;
  return readEmbeddings(section, {
    projectDir,
    env,
    report: ({ key, message }) => {
      const path = [...source.path, key];
      problems.push({
        file: source.file.path,
        line: source.file.lineOf(path),
        path: formatPath(path),
        message,
      });
    },
  });
}

/** `roles.viewer.allow[1]` as its parts. */
function pathParts(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map((match) =>
    match[1] === undefined ? (match[2] ?? '') : Number(match[1]),
  );
}

function readSections(
  main: ConfigFile,
  dir: string,
  problems: ConfigProblem[],
): Map<string, SectionSource[]> {
  const sections = new Map<string, SectionSource[]>();
  if (main.value === null || typeof main.value !== 'object' || Array.isArray(main.value)) {
    problems.push({ file: main.path, line: 1, path: '', message: 'expected a map of sections' });
    return sections;
  }
  for (const [name, value] of Object.entries(main.value)) {
    if (name === 'version') {
      if (value !== 2) {
        const message = `expected 2; found ${JSON.stringify(value)}`;
        problems.push({ file: main.path, line: main.lineOf([name]), path: name, message });
      }
      continue;
    }
    if (!sectionNames.includes(name)) {
      const suggestion = nearest(name, ['version', ...sectionNames]);
      problems.push({
        file: main.path,
        line: main.lineOf([name]),
        path: name,
        message: `unknown section; known: version, ${sectionNames.join(', ')}`,
        ...(suggestion === undefined ? {} : { suggestion }),
      });
      continue;
    }
    if (value === null) continue;
    sections.set(name, readSection(name, value, main, dir, problems));
  }
  return sections;
}

/** Follows `{file: path}`; for datasources a folder gives one source per YAML file in it. */
function readSection(
  name: string,
  value: unknown,
  main: ConfigFile,
  dir: string,
  problems: ConfigProblem[],
): SectionSource[] {
  const reference = z.strictObject({ file: z.string() }).safeParse(value);
  if (!reference.success) return [{ file: main, path: [name], value }];
  const target = resolve(dir, reference.data.file);
  const place = { file: main.path, line: main.lineOf([name, 'file']), path: `${name}.file` };
  if (!existsSync(target)) {
    problems.push({ ...place, message: `no such file or folder: ${target}` });
    return [];
  }
  if (!statSync(target).isDirectory()) {
    const file = readConfigFile(target, problems);
    if (file === null || file.value === null) return [];
    // The file may repeat the section's name at its top, as examples of a section do.
    const content = name === 'datasources' ? z.array(z.unknown()) : z.looseObject({});
    const named = z.strictObject({ [name]: content }).safeParse(file.value);
    if (named.success) return [{ file, path: [name], value: named.data[name] }];
    return [{ file, path: [], value: file.value }];
  }
  if (name !== 'datasources') {
    problems.push({ ...place, message: `a folder; expected a file: ${target}` });
    return [];
  }
  return readdirSync(target)
    .filter((entry) => ['.yaml', '.yml'].includes(extname(entry)))
    .sort()
    .flatMap((entry) => {
      const file = readConfigFile(join(target, entry), problems);
      if (file === null) return [];
      const id = basename(entry, extname(entry));
      const content = file.value;
      const isMap = content !== null && typeof content === 'object' && !Array.isArray(content);
      return [{ file, path: [], value: isMap ? { id, ...content } : content }];
    });
}

function checkSection<T>(
  source: SectionSource,
  schema: z.ZodType<T>,
  problems: ConfigProblem[],
): T | null {
  const check = checkShape(schema, source.value);
  if (check.ok) return check.value;
  for (const problem of check.problems) {
    const path = [...source.path, ...problem.path];
    problems.push({
      file: source.file.path,
      line: source.file.lineOf(path),
      path: formatPath(path),
      message: problem.message,
      ...(problem.suggestion === undefined ? {} : { suggestion: problem.suggestion }),
    });
  }
  return null;
}

function readDatasources(
  source: SectionSource,
  dir: string,
  env: Readonly<Record<string, string | undefined>>,
  problems: ConfigProblem[],
): DatasourceReading[] {
  const isList = Array.isArray(source.value);
  const items: unknown[] = Array.isArray(source.value) ? source.value : [source.value];
  return items.flatMap((value, index) => {
    const path = isList ? [...source.path, index] : source.path;
    const section = checkSection({ ...source, path, value }, datasourceSchema, problems);
    if (section === null) return [];
    if (section.id === undefined) {
      problems.push({
        file: source.file.path,
        line: source.file.lineOf(path),
        path: formatPath([...path, 'id']),
        message: 'missing; expected a name for the datasource',
      });
      return [];
    }
    const connection = readConnection(section, {
      projectDir: dir,
      env,
      report: ({ key, message }) => {
        if (section.required === false) return;
        const place = [...path, 'connection', key];
        problems.push({
          file: source.file.path,
          line: source.file.lineOf(place),
          path: formatPath(place),
          message,
        });
      },
    });
    if (connection === null) return [];
    return [projectDatasource(section.id, section, connection)];
  });
}

function projectDatasource(
  id: string,
  section: DatasourceSection,
  connection: ProjectDatasource['spec']['connection'],
): DatasourceReading {
  const { include_schemas, exclude_schemas, include_tables, exclude_tables } = section.index;
  const include = [
    ...(include_schemas ?? []).map((schema) => `${schema}.*`),
    ...(include_tables ?? []),
  ];
  const exclude = [
    ...(exclude_schemas ?? []).map((schema) => `${schema}.*`),
    ...(exclude_tables ?? []),
  ];
  return {
    id,
    spec: {
      id,
      connection,
      ...(include.length > 0 ? { include } : {}),
      ...(exclude.length > 0 ? { exclude } : {}),
    },
    description: section.description ?? '',
    rowLimit: section.limits.row_limit ?? null,
    timeoutMs: section.limits.timeout_ms ?? defaultTimeoutMs,
    sampleQuestions: section.sample_questions,
    preferredTables: section.preferred_tables,
    index: section.index,
    glossary: section.glossary ?? {},
  };
}

function reportDuplicates(
  datasources: readonly ProjectDatasource[],
  file: string,
  problems: ConfigProblem[],
): void {
  const seen = new Set<string>();
  for (const { id } of datasources) {
    if (seen.has(id)) {
      problems.push({
        file,
        line: null,
        path: 'datasources',
        message: `two datasources are named "${id}"`,
      });
    }
    seen.add(id);
  }
}
