import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/index.ts';
import { openDatasource } from '../../src/datasources/index.ts';
import { analyzeSql } from '../../src/sql/index.ts';
import {
  createPostgresDatabase,
  hasPostgres,
  needsPostgres,
  queryPostgres,
  type TestDatabase,
} from '../servers/index.ts';
import { readPairs } from './pairs/read-pairs.ts';
import { shopSchema } from './shop.ts';

/**
 * What an engine itself says a query reads. SQLite's authorizer names every column as it compiles;
 * PostgreSQL notes the columns a view depends on.
 */

describe('columns read, as SQLite says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lineage-'));
  const path = join(folder, 'shop.sqlite');
  const database = new DatabaseSync(path);
  let reads = new Set<string>();
  let catalog: Catalog;
  beforeAll(async () => {
    database.exec(shopSchema('text'));
    const datasource = await openDatasource({ id: 'shop', connection: { type: 'sqlite', path } });
    catalog = await datasource.introspect();
    await datasource.close();
    database.setAuthorizer((action, table, column) => {
      if (action === constants.SQLITE_READ) reads.add(`main.${table}.${column}`);
      return constants.SQLITE_OK;
    });
  });
  afterAll(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(readPairs('lineage.sqlite.pairs'))('$sql', async ({ sql }) => {
    reads = new Set();
    database.prepare(sql);
    // Functions in FROM and the table itself (no column) are no columns of a table.
    const oracle = [...reads].filter((name) =>
      catalog.tables.some((table) =>
        table.columns.some((column) => name === `main.${table.name}.${column.name}`),
      ),
    );
    const facts = await analyzeSql(sql, { dialect: 'sqlite', catalog });
    expect(facts.columns).toEqual(oracle.sort());
  });
});

const dependencies = `
SELECT DISTINCT n.nspname AS schema, c.relname AS "table", a.attname AS column
FROM pg_depend d
JOIN pg_rewrite r ON r.oid = d.objid AND d.classid = 'pg_rewrite'::regclass
JOIN pg_class v ON v.oid = r.ev_class
JOIN pg_class c ON c.oid = d.refobjid AND d.refclassid = 'pg_class'::regclass AND c.oid <> v.oid
JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid AND d.refobjsubid > 0
WHERE v.relname = `;

describe.skipIf(!hasPostgres)(`columns read, as PostgreSQL says${needsPostgres}`, () => {
  let database: TestDatabase;
  let catalog: Catalog;
  beforeAll(async () => {
    database = await createPostgresDatabase(
      `${shopSchema('jsonb')}
CREATE SCHEMA history;
CREATE TABLE history.orders (id integer PRIMARY KEY, order_id integer, action text);`,
    );
    const datasource = await openDatasource({
      id: 'shop',
      connection: { type: 'postgres', url: database.url },
    });
    catalog = await datasource.introspect();
    await datasource.close();
  });
  afterAll(() => database.drop());

  it.each(readPairs('lineage.postgres.pairs'))('$sql', async ({ why, sql }) => {
    const view = why.replace(' ', '_');
    await database.run(`CREATE VIEW ${view} AS ${sql}`);
    const rows = (await queryPostgres(database.url, `${dependencies}'${view}'`)) as readonly {
      schema: string;
      table: string;
      column: string | null;
    }[];
    const { statements, reasons } = await analyzeSql(sql, { dialect: 'postgres', catalog });
    const reads = statements[0]?.reads;
    expect(reasons).toEqual([]);
    expect(reads?.isComplete).toBe(true);
    expect(reads?.tables.map((table) => `${table.schema}.${table.name}`).sort()).toEqual(
      [...new Set(rows.map((row) => `${row.schema}.${row.table}`))].sort(),
    );
    expect(
      reads?.columns.map(({ table, column }) => `${table.schema}.${table.name}.${column}`).sort(),
    ).toEqual(
      rows
        .filter((row) => row.column !== null)
        .map((row) => `${row.schema}.${row.table}.${row.column}`)
        .sort(),
    );
  });
});
