import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileNotWritable, Nl2sqlError } from '../errors.ts';
import { shippedFile } from '../package-files.ts';
import { writeFileAtomicallySync } from '../validation/index.ts';
import { demoDatabases } from './databases.ts';
import { type FirstDatasource, skeletonConfig, skeletonSuite } from './skeleton.ts';
import { writeSqliteDemo } from './sqlite-files.ts';

const templateFolder = shippedFile('demo/template');

/** The folder of the packaged suites. What is in it is only changed with the package. */
export const packagedSuitesFolder = shippedFile('demo/suites');

/** The folder of the packaged shop: a PostgreSQL script, its schema, its suite. */
export const packagedShopFolder = shippedFile('demo/fixtures');

interface ProjectFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface WriteProjectOptions {
  /** The project's folder; made if needed. */
  readonly dir: string;
  /** Replaces files that are there already. Files of other names are left alone in any case. */
  readonly force?: boolean;
}

/**
 * Writes the demo project: configuration, the three databases, the packaged suites and recorded answers
 * to judge. Returns the paths written, relative to `dir`. Throws `PROJECT_EXISTS`, having written
 * nothing, when one of the files is there and `force` is not set.
 *
 * @example
 * writeDemoProject({ dir: 'demo' });
 */
export function writeDemoProject({ dir, force = false }: WriteProjectOptions): readonly string[] {
  const files = [
    ...filesUnder(packagedSuitesFolder).map(({ path, text }) => ({ path: `evals/${path}`, text })),
    ...filesUnder(templateFolder),
  ];
  const databases = demoDatabases();
  const data = databases.map(({ id }) => `data/${id}.sqlite`);
  refuseExisting(dir, [...files.map((file) => file.path), ...data], force);
  inFolder(dir, () => {
    writeSqliteDemo(join(dir, 'data'), databases);
    writeFiles(dir, files);
  });
  return [...data, ...files.map((file) => file.path)].sort();
}

/**
 * Writes a project with everything a first suite needs and nothing that has to be true of a database.
 * Returns the paths written, relative to `dir`. Throws `PROJECT_EXISTS` as {@link writeDemoProject}.
 *
 * @example
 * writeSkeleton({ dir: '.', datasource: null });
 */
export function writeSkeleton({
  dir,
  force = false,
  datasource,
}: WriteProjectOptions & { readonly datasource: FirstDatasource | null }): readonly string[] {
  const files = [
    { path: 'evals/first.yaml', text: skeletonSuite(datasource) },
    { path: 'nl2sql.yaml', text: skeletonConfig(datasource) },
  ];
  refuseExisting(
    dir,
    files.map((file) => file.path),
    force,
  );
  inFolder(dir, () => writeFiles(dir, files));
  return files.map((file) => file.path);
}

/** Every file of a folder and below, nl2sql.yaml last: a project that is half written is no project. */
function filesUnder(folder: string): readonly ProjectFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      path: relative(folder, path).split(sep).join('/'),
      text: readFileSync(path, 'utf8'),
    }))
    .sort((a, b) => Number(a.path === 'nl2sql.yaml') - Number(b.path === 'nl2sql.yaml'));
}

function refuseExisting(dir: string, paths: readonly string[], force: boolean): void {
  const existing = paths.filter((path) => existsSync(join(dir, path)));
  if (existing.length > 0 && !force) throw new Nl2sqlError('PROJECT_EXISTS', { dir, existing });
}

function writeFiles(dir: string, files: readonly ProjectFile[]): void {
  for (const { path, text } of files) {
    writeFileAtomicallySync(join(dir, path), text);
  }
}

/** Runs what writes, and says of a full disk or a missing right what a person can do about it. */
function inFolder(dir: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === undefined) throw cause;
    throw fileNotWritable(dir, 'The project', cause);
  }
}
