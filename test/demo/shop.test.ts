import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSchemaFixture } from '../../src/catalog/index.ts';
import { openDatasource, parseDatasourceUrl } from '../../src/datasources/index.ts';
import { runCli } from '../cli/run-cli.ts';
import {
  createPostgresDatabase,
  hasPostgres,
  needsPostgres,
  type TestDatabase,
} from '../servers/index.ts';

const file = (path: string) => fileURLToPath(new URL(`../../src/demo/${path}`, import.meta.url));
const script = readFileSync(file('fixtures/shop.sql'), 'utf8');
const fixture = file('fixtures/shop.schema.json');

describe.skipIf(!hasPostgres)(`the packaged shop${needsPostgres}`, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createPostgresDatabase(script);
  });
  afterAll(() => database.drop());

  it('has the schema that its fixture says', async () => {
    const connection = parseDatasourceUrl(database.url, { cwd: process.cwd() });
    const shop = await openDatasource({ id: 'shop', connection });
    try {
      const { meta: _, ...introspected } = await shop.introspect();
      const { meta: __, ...expected } = parseSchemaFixture(readFileSync(fixture, 'utf8'), fixture);
      expect(introspected).toEqual(expected);
      expect(introspected.tables).toHaveLength(14);
    } finally {
      await shop.close();
    }
  });

  it('answers every question of its suite with the stored rows', async () => {
    const args = ['eval', 'regenerate', file('fixtures/shop.yaml'), '--check', '--json'];
    const binding = ['--datasource', `shop=${database.url}`, '--allow-packaged'];
    const run = await runCli([...args, ...binding], { cwd: process.cwd() });
    expect(JSON.parse(run.stdout)).toMatchObject({ checked: 46, changed: [], failed: [] });
  });
});

describe('mode retrieval without a project', () => {
  it('runs the packaged shop, at a budget that tells retrievers apart', async () => {
    const args = ['eval', 'run', '--mode', 'retrieval', '--max-tables', '6', '--json'];
    const run = await runCli(args, { cwd: '/' });
    const report = JSON.parse(run.stdout);
    const passes = Object.fromEntries(
      report.retrieval.map((row: { retriever: string; pass: number }) => [row.retriever, row.pass]),
    );
    expect(report.suites).toMatchObject([{ name: 'shop', cases: 46 }]);
    expect(passes.nl2sql).toBeGreaterThanOrEqual(40);
    expect(passes.random).toBeLessThanOrEqual(15);
  });
});
