import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasShared, sharedPath } from '../shared.ts';
import { runCli } from './run-cli.ts';

let cwd: string;

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'nl2sql-introspect-'));
  const database = new DatabaseSync(join(cwd, 'shop.sqlite'));
  database.exec(`
    CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer, total REAL);
    CREATE TABLE orders_old (id INTEGER);
    CREATE VIEW big AS SELECT * FROM orders WHERE total > 100;
    CREATE VIEW broken AS SELECT * FROM gone;
  `);
  database.close();
  writeFileSync(
    join(cwd, 'nl2sql.yaml'),
    `version: 2
datasources:
- {id: shop, type: sqlite, connection: {path: shop.sqlite}}
`,
  );
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('nl2sql introspect', () => {
  it('prints a table for people, and what cannot be read on standard error', async () => {
    const run = await runCli(['introspect', 'shop.sqlite'], { cwd });
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stdout).toBe(`\
table       kind   columns  keys to
big         view   3
customer    table  2
orders      table  3        customer
orders_old  table  1
shop: 4 tables, 9 columns, 1 foreign key, 1 unreadable
`);
    expect(run.stderr).toMatch(/^warning: main\.broken cannot be read: .*gone/);
  });

  it('leaves the old file where the disk takes only a part of the new one', async () => {
    const out = join(cwd, 'kept.json');
    writeFileSync(out, 'old');
    // A limit on the size of files does what a full disk does: the first write is cut short.
    const run = await runCli(['introspect', 'shop.sqlite', '--out', out], { cwd, fileBlocks: 1 });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain(`Schema fixture ${out} could not be written: `);
    expect(readFileSync(out, 'utf8')).toBe('old');
    expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    rmSync(out);
  });

  it('prints no password of a connection string it does not know', async () => {
    const run = await runCli(['introspect', 'host=db user=ann password=s3cret'], { cwd });
    expect(run).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: Unknown datasource "host=db user=ann password=***"; known: shop
Name it in nl2sql.yaml, or bind it: --datasource ID=sqlite:PATH
`,
    });
  });

  it('finds a datasource of the project by its id', async () => {
    const run = await runCli(['introspect', 'shop', '--quiet'], { cwd });
    expect(run.stdout).toBe('shop: 4 tables, 9 columns, 1 foreign key, 1 unreadable\n');
  });

  it('finds a datasource bound on the spot by its id', async () => {
    const args = ['introspect', 'mine', '--quiet', '--datasource', 'mine=sqlite:shop.sqlite'];
    expect((await runCli(args, { cwd })).stdout).toMatch(/^mine: 4 tables/);
  });

  it('writes a fixture that reads back as the same', async () => {
    const written = await runCli(
      ['introspect', 'sqlite:shop.sqlite', '--out', 'shop.json', '--exclude', '*_old'],
      { cwd },
    );
    expect(written.stdout).toMatch(/^shop: 3 tables[^\n]*\nSchema fixture: shop\.json\n$/);
    expect(readdirSync(cwd).toSorted()).toEqual(['nl2sql.yaml', 'shop.json', 'shop.sqlite']);
    const text = readFileSync(join(cwd, 'shop.json'), 'utf8');
    const orders = JSON.parse(text).tables.find(({ name }: { name: string }) => name === 'orders');
    expect(orders).toEqual({
      schema: 'main',
      name: 'orders',
      kind: 'table',
      comment: null,
      columns: [
        { name: 'id', data_type: 'INTEGER', nullable: false, is_primary_key: true, comment: null },
        {
          name: 'customer_id',
          data_type: 'INTEGER',
          nullable: true,
          is_primary_key: false,
          comment: null,
        },
        { name: 'total', data_type: 'REAL', nullable: true, is_primary_key: false, comment: null },
      ],
      foreign_keys: [
        {
          column: 'customer_id',
          referenced_schema: 'main',
          referenced_table: 'customer',
          referenced_column: 'id',
          constraint: null,
        },
      ],
    });
    const again = await runCli(['introspect', 'fixture:shop.json', '--json'], { cwd });
    expect(again.stdout).toBe(text);
    rmSync(join(cwd, 'shop.json'));
  });

  it('exits 2 where nothing can be reached, and creates nothing', async () => {
    const run = await runCli(['introspect', 'sqlite:nope.sqlite', '--out', 'nope.json'], { cwd });
    expect(run.exitCode).toBe(2);
    expect(run.stdout).toBe('');
    expect(run.stderr).toMatch(/"nope": reading .*nope\.sqlite failed: there is no such file/);
    expect(existsSync(join(cwd, 'nope.sqlite')) || existsSync(join(cwd, 'nope.json'))).toBe(false);
  });

  it('exits 2 for an id nobody bears, and names the nearest', async () => {
    const run = await runCli(['introspect', 'shopp'], { cwd });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('Did you mean "shop"?');
  });

  it('exits 2 where the file may not be written', async () => {
    const run = await runCli(['introspect', 'shop', '--out', 'no/such/folder.json'], { cwd });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain('folder.json could not be written');
  });

  it('says as JSON what went wrong', async () => {
    const run = await runCli(['introspect', 'sqlite:nope.sqlite', '--json'], { cwd });
    expect(run.exitCode).toBe(2);
    expect(JSON.parse(run.stdout).error.code).toBe('DATASOURCE_UNAVAILABLE');
  });

  it.skipIf(!hasShared)(
    'knows the 11 tables and 64 columns of Chinook (skipped: no reference data here)',
    async () => {
      const path = sharedPath('reference/nl2sql/demo-project/data/chinook.sqlite');
      const run = await runCli(['introspect', path, '--quiet'], { cwd });
      expect(run.stdout).toBe('chinook: 11 tables, 64 columns, 11 foreign keys\n');
    },
  );
});
