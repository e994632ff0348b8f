import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Catalog, createTableIndex, parseSchemaFixture } from '../src/catalog/index.ts';

/** One question of a set, its gold tables as places in the catalog. */
export interface BenchQuestion {
  readonly id: string;
  readonly question: string;
  readonly tables: readonly number[];
  /** Gold columns as `place in the catalog` + `.` + lower-case column name. */
  readonly columns: readonly string[];
}

/** A schema with questions that say which tables they need. */
export interface BenchSet {
  readonly name: string;
  readonly catalog: Catalog;
  readonly questions: readonly BenchQuestion[];
}

/** The folder of reference sets beside the checkout, or null where it is absent. */
export function referenceSetsFolder(root: string): string | null {
  const folder = resolve(root, '../shared/retrieval');
  return existsSync(folder) ? folder : null;
}

/** Loads the sets of a folder (`NAME/schema.json`, `NAME/questions.json`), all or the named ones. */
export function loadBenchSets(folder: string, names: readonly string[]): BenchSet[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'questions.json')))
    .filter((name) => names.length === 0 || names.includes(name))
    .sort()
    .map((name) => loadBenchSet(folder, name));
}

interface QuestionRecord {
  readonly id: string;
  readonly question: string;
  readonly tables: readonly string[];
  readonly columns?: readonly string[];
}

function loadBenchSet(folder: string, name: string): BenchSet {
  const schemaPath = join(folder, name, 'schema.json');
  const catalog = parseSchemaFixture(readFileSync(schemaPath, 'utf8'), schemaPath);
  const records = JSON.parse(
    readFileSync(join(folder, name, 'questions.json'), 'utf8'),
  ) as QuestionRecord[];
  const tables = createTableIndex(catalog);
  const positionOf = new Map(catalog.tables.map((table, position) => [table, position]));
  const find = (text: string): number => {
    const found = tables.find(text);
    return found.status === 'found' ? (positionOf.get(found.table) ?? -1) : -1;
  };
  const questions = records.map((record) => ({
    id: record.id,
    question: record.question,
    tables: [...new Set(record.tables.map(find))],
    columns: (record.columns ?? []).map((column) => {
      const dot = column.lastIndexOf('.');
      return `${find(column.slice(0, dot))}.${column.slice(dot + 1).toLowerCase()}`;
    }),
  }));
  return { name, catalog, questions };
}
