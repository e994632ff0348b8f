import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, parseSchemaFixture, type Table } from '../../src/catalog/index.ts';
import { openDatasource, parseDatasourceUrl } from '../../src/datasources/index.ts';
import { loadSuite } from '../../src/evaluation/suite/index.ts';
import { addNoise, createRouter, createSchemaRetriever } from '../../src/retrieval/index.ts';
import {
  createPostgresDatabase,
  hasPostgres,
  needsPostgres,
  type TestDatabase,
} from '../servers/index.ts';

const file = (path: string) =>
  fileURLToPath(new URL(`../../src/demo/fixtures/${path}`, import.meta.url));
const shopFixture = file('shop.schema.json');
const tableCount = 1_200;

const quote = (name: string) => `"${name}"`;

function createTable({ name, columns }: Table): string {
  const key = columns.filter((column) => column.isPrimaryKey).map((column) => quote(column.name));
  const lines = columns.map((column) => `${quote(column.name)} ${column.dataType}`);
  if (key.length > 0) lines.push(`PRIMARY KEY (${key.join(', ')})`);
  return `CREATE TABLE ${quote(name)} (${lines.join(', ')})`;
}

function foreignKeysOf(table: Table, types: ReadonlyMap<string, string>): string[] {
  return table.foreignKeys.flatMap(({ columns, referencedTable, referencedColumns }) => {
    // Invented keys are bigint; keys of the shop's own tables may be of another type.
    const own = columns.map((name) => types.get(`${table.name}.${name}`));
    const other = referencedColumns.map((name) => types.get(`${referencedTable}.${name}`));
    if (own.join() !== other.join()) return [];
    const list = (names: readonly string[]) => names.map(quote).join(', ');
    return [
      `ALTER TABLE ${quote(table.name)} ADD FOREIGN KEY (${list(columns)}) REFERENCES ${quote(referencedTable)} (${list(referencedColumns)})`,
    ];
  });
}

describe.skipIf(!hasPostgres)(`a schema of 1,200 tables${needsPostgres}`, () => {
  let database: TestDatabase;
  let catalog: Catalog;
  let questions: { question: string; tables: readonly string[] }[];

  beforeAll(async () => {
    const shop = parseSchemaFixture(readFileSync(shopFixture, 'utf8'), shopFixture);
    const { suite } = await loadSuite(file('shop.yaml'));
    questions = (suite?.cases ?? []).map(({ question, tables }) => ({ question, tables }));
    const invented = addNoise(shop, {
      count: tableCount - shop.tables.length,
      seed: 7,
      questions: questions.map(({ question }) => question),
    }).tables.filter((table) => !shop.tables.includes(table));
    const all = [...shop.tables, ...invented];
    const types = new Map(
      all.flatMap((table) =>
        table.columns.map((column) => [`${table.name}.${column.name}`, column.dataType] as const),
      ),
    );
    database = await createPostgresDatabase([
      readFileSync(file('shop.sql'), 'utf8'),
      ...invented.map(createTable),
      ...invented.flatMap((table) => foreignKeysOf(table, types)),
    ]);
    const connection = parseDatasourceUrl(database.url, { cwd: process.cwd() });
    const datasource = await openDatasource({ id: 'wide', connection });
    try {
      catalog = await datasource.introspect();
    } finally {
      await datasource.close();
    }
  }, 240_000);
  afterAll(() => database?.drop());

  it('is introspected whole', () => {
    expect(catalog.tables).toHaveLength(tableCount);
  });

  it('still gives up the tables of 17 of 20 questions, at 20 tables', () => {
    const retriever = createSchemaRetriever(catalog);
    const passed = questions.filter(({ question, tables }) => {
      const sent = new Set(
        retriever.retrieve(question, { maxTables: 20 }).tables.map(({ name }) => name),
      );
      return tables.every((name) => sent.has(`public.${name}`));
    });
    expect(questions.length).toBeGreaterThanOrEqual(20);
    expect(passed.length / questions.length).toBeGreaterThanOrEqual(0.85);
  });

  it('is routed to for its questions, beside another datasource', () => {
    const source = (id: string, schema: Catalog) => ({
      id,
      description: '',
      sampleQuestions: [],
      verifiedQuestions: [],
      glossary: {},
      catalog: schema,
    });
    const column = { name: 'rainfall', data_type: 'numeric' };
    const weather = JSON.stringify({ tables: [{ name: 'weather_station', columns: [column] }] });
    const router = createRouter([
      source('wide', catalog),
      source('weather', parseSchemaFixture(weather, 'weather')),
    ]);
    for (const { question } of questions) expect(router.route(question)[0]?.id).toBe('wide');
    expect(router.route('rainfall at each weather station')[0]?.id).toBe('weather');
  });
});
