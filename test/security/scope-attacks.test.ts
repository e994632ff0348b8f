import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScope, decideSql, judgeSqlReads, parsePolicies } from '../../src/access/index.ts';
import type { Catalog } from '../../src/catalog/index.ts';
import { type Datasource, openDatasource } from '../../src/datasources/index.ts';
import { filterRawSql } from '../../src/plan/index.ts';
import { analyzeSql, type DialectName, viewLineages } from '../../src/sql/index.ts';
import {
  createMysqlDatabase,
  createPostgresDatabase,
  hasMysql,
  hasPostgres,
  needsMysql,
  needsPostgres,
} from '../servers/index.ts';

/**
 * Texts that mean a denied table, column or row to the engine and something harmless to a careless
 * reader. Whatever is let through is run, and must not bring a secret.
 */

const rows = `
CREATE TABLE staff (id INTEGER PRIMARY KEY, name VARCHAR(20), pay INTEGER);
CREATE TABLE stock (id INTEGER PRIMARY KEY, price INTEGER);
CREATE TABLE client (id INTEGER PRIMARY KEY, name VARCHAR(20), country VARCHAR(2));
CREATE TABLE team (id INTEGER PRIMARY KEY, title VARCHAR(20));
CREATE TABLE pays (id INTEGER, pay INTEGER);
INSERT INTO staff VALUES (1, 'Ann', 424242);
INSERT INTO stock VALUES (1, 424242);
INSERT INTO client VALUES (1, 'Own', 'NO'), (424242, '(Other', 'SE');
INSERT INTO team VALUES (1, 'it');
CREATE TABLE slot (spot INTEGER NOT NULL UNIQUE, n INTEGER);
INSERT INTO pays VALUES (1, 7);
INSERT INTO slot VALUES (424242, 1);`;

/** A table of the same name and columns that anybody may read. */
const farRows = `
CREATE SCHEMA far;
CREATE TABLE far.staff (id INTEGER, pay INTEGER);
INSERT INTO far.staff VALUES (1, 7);`;

const reading = parsePolicies({
  roles: {
    clerk: {
      allow: ['shop'],
      deny: ['shop.*.stock'],
      deny_columns: [
        'shop.main.staff.pay',
        'shop.public.staff.pay',
        'shop.nl2sql_*.staff.pay',
        'shop.*.slot.spot',
        'shop.*.born.y',
        'shop.*.wallet.purse',
      ],
      row_filters: [
        {
          table: 'shop.*.client',
          where: {
            kind: 'binary',
            op: '=',
            left: {
              kind: 'func',
              func_name: 'LOWER',
              args: [{ kind: 'column', column_name: 'country' }],
            },
            right: { kind: 'literal', value: 'no' },
          },
        },
      ],
    },
  },
});
if (reading.status === 'invalid') throw new Error(JSON.stringify(reading.problems));
const clerk = createScope(reading.policies, 'clerk');

const everywhere = [
  'SELECT name FROM staff WHERE id IN (WITH client AS (SELECT 1 AS id) SELECT id FROM client)',
  'SELECT * FROM (WITH q AS (SELECT * FROM client) SELECT * FROM q) z',
  'SELECT name FROM team, (WITH q AS (SELECT name FROM client WHERE id > 1) SELECT * FROM q) z',
  'SELECT (SELECT 1 AS pay FROM team WHERE pay > 1) IS NULL AS isPoor FROM staff',
  'SELECT (SELECT z FROM (SELECT 5 AS pay, pay AS z) q) FROM staff',
  'SELECT (SELECT pay FROM team AS pay) FROM staff',
  'WITH RECURSIVE stock AS (SELECT * FROM stock) SELECT * FROM stock',
  'WITH RECURSIVE a AS (SELECT * FROM stock), stock AS (SELECT 1 AS id, 2 AS price) SELECT * FROM a',
  // ON sees what its own join joins, and not every item before it.
  'SELECT title AS isPoor FROM pays, staff JOIN team ON pay > 424241',
  'SELECT title AS isPoor FROM pays CROSS JOIN (staff JOIN team ON pay > 424241)',
  'SELECT title AS isPoor FROM (SELECT 1 AS pay) x, staff JOIN team ON pay > 424241',
  'SELECT (SELECT max(b.title) FROM pays, team a JOIN team b ON pay > 424241) AS isPoor FROM staff',
  'SELECT (SELECT max(b.title) FROM pays JOIN team a JOIN team b ON pay > 424241 ON 1 = 1) AS isPoor FROM staff',
  'SELECT (SELECT max(b.title) FROM pays AS s, team a JOIN team b ON s.pay > 1) AS isPoor FROM staff s',
  'SELECT pay AS isPoor FROM pays, staff',
  'SELECT count(*) AS isPoor FROM pays CROSS JOIN staff JOIN pays AS p USING (pay)',
  'SELECT * FROM (WITH client(a, b, c) AS (SELECT * FROM client) SELECT * FROM client) q',
  'SELECT * FROM (WITH RECURSIVE client(a, b, c) AS (SELECT * FROM client) SELECT * FROM client) q',
];

const attacks: Readonly<Record<DialectName, readonly string[]>> = {
  sqlite: [
    'WITH "stoc\u212a" AS (SELECT 1 AS id) SELECT * FROM stock',
    "SELECT (SELECT x.pay FROM json_each('[1]') x) FROM staff x",
    "SELECT x.pay FROM json_each('[1]') x, staff x",
    "SELECT x.* FROM json_each('[1]') x, staff x",
    "SELECT id FROM main.'client'",
    "SELECT id FROM 'main'.'client'",
    "SELECT 'staff'.'pay' FROM staff",
    "SELECT 'main'.'staff'.pay FROM staff",
    "SELECT max('s'.pay) FROM staff 's'",
    "SELECT 'staff'.* FROM staff",
    'SELECT (SELECT max(pays.pay) FROM pays semi JOIN team ON 1) FROM staff pays',
    'SELECT (SELECT max(pays.pay) FROM pays tablesample LIMIT 1) FROM staff pays',
    "SELECT 'isPoor' FROM team tablesample JOIN stock ON (1 = 1)",
    "SELECT 'isPoor' FROM team pivot, (stock)",
  ],
  duckdb: [
    'WITH "stoc\u212a" AS (SELECT 1 AS id) SELECT * FROM stock',
    'SELECT #3 FROM staff',
    'SELECT MAP {pay: 1} FROM staff',
    'SELECT list_transform([1], lambda pay: PAY) FROM staff',
    'SELECT [pay FOR PAY IN [1]] FROM staff',
    "SELECT list_transform([{'a': 1}], lambda purse: purse.a) FROM wallet",
    'SELECT z FROM pays, staff JOIN LATERAL (SELECT pay AS z) q ON true',
    'SELECT * EXCLUDE (far.staff.pay) FROM main.staff, far.staff',
    'SELECT title FROM far.staff, main.staff JOIN team ON staff.pay > 424241',
    "SELECT MAP {'a': 1, pay: 2} FROM staff",
    'SELECT (SELECT max(pays.pay) FROM pays partition (a, pay)) FROM staff AS pays',
    'SELECT 1 + #3 - 1 FROM staff',
    'SELECT 1+#3-1 FROM staff',
    'SELECT x.pay FROM range(1) x, staff x',
    'SELECT (SELECT x.pay FROM range(1) x) FROM staff x',
    'SELECT * EXCLUDE (x.pay) FROM staff, (SELECT 1 AS pay) x',
    'SELECT list_transform([1], lambda s: s.pay) FROM staff s',
    "SELECT list_transform([{'name': 1}], lambda staff: staff.pay) FROM staff",
    'SELECT 1 AS s, s FROM staff s',
    "SELECT stats FROM pragma_storage_info('stock')",
    'SELECT stats(id) FROM client',
    'WITH RECURSIVE client(a, b, c) USING KEY (a) AS (SELECT * FROM client) SELECT * FROM client',
    'WITH RECURSIVE stock AS (SELECT 1 AS id, 2 AS price UNION SELECT * FROM stock UNION SELECT 1, 2) SELECT * FROM stock',
  ],
  postgres: [
    "SELECT x FROM staff, xmltable('/a' PASSING '<a/>' COLUMNS x text PATH 'b' DEFAULT pay::text)",
    "SELECT x FROM staff, xmltable('/a' PASSING '<a/>' COLUMNS path int PATH 'b' DEFAULT pay, x int)",
    'SELECT x.z FROM staff s, LATERAL (SELECT 5 AS pay, pay AS z FROM team) x',
    'SELECT (SELECT max(pay) FROM (SELECT 1 AS q) AS pay) FROM staff',
    'SELECT (SELECT max(pays.pay) FROM pays semi JOIN team ON true LIMIT 1) FROM staff AS pays',
    'SELECT title AS isPoor FROM far.staff, public.staff JOIN team ON staff.pay > 424241',
    'SELECT (SELECT max(pays.pay) FROM pays partition (a, pay) LIMIT 1) FROM staff AS pays',
    'SELECT (SELECT max(pays.pay) FROM pays at (a, pay) LIMIT 1) FROM staff AS pays',
    'SELECT 1 AS s, s FROM staff s',
  ],
  mysql: [
    'SELECT _rowid FROM slot',
    'SELECT n AS isPoor FROM slot WHERE _rowid > 424241',
    'SELECT _rowid AS isPoor FROM born',
    'SELECT (SELECT max(pays.pay) FROM pays full JOIN team ON true LIMIT 1) FROM staff AS pays',
    'SELECT (SELECT max(pays.pay) FROM pays tablesample LIMIT 1) FROM staff AS pays',
    "SELECT 'isPoor' FROM team tablesample JOIN stock ON (1 = 1)",
    "SELECT 'isPoor' FROM team pivot, (stock)",
    'WITH stock AS (SELECT 1 AS id) SELECT * FROM (WITH q AS (SELECT * FROM stock) SELECT * FROM q) z',
    'WITH stock AS (SELECT 1 AS id) SELECT (WITH RECURSIVE q AS (SELECT max(price) AS m FROM stock) SELECT m FROM q)',
    'WITH a AS (SELECT 1 AS id), stock AS (SELECT 1 AS id) SELECT * FROM team WHERE id < (WITH q AS (SELECT * FROM (SELECT * FROM stock) x) SELECT max(price) FROM q)',
    "SELECT (SELECT x.pay FROM JSON_TABLE('[1]', '$[*]' COLUMNS (q INT PATH '$')) x) FROM staff x",
  ],
};

const alsoRuns: Readonly<Record<DialectName, readonly string[]>> = {
  sqlite: [],
  duckdb: [
    'FROM client',
    'FROM client SELECT name',
    'TABLE client',
    '(SELECT name FROM client)',
    'SELECT pay FROM pays SEMI JOIN staff USING (id)',
    'SELECT list_transform([1], lambda pay: pay + 1), [X FOR x IN [1]] FROM staff',
    "SELECT list_transform([{'a': 1}], lambda p: p.a) FROM wallet",
    'SELECT * FROM pays ANTI JOIN staff ON pays.id = staff.id',
    'SELECT * EXCLUDE (main.staff.pay) FROM main.staff, far.staff',
  ],
  postgres: [
    // A condition that fails on a hidden row must not be tried on it.
    "SELECT name FROM client WHERE 'abc' ~ name",
    'SELECT title FROM team JOIN pays ON team.id = pays.id AND pay > 1, staff',
    'TABLE client',
    '(SELECT name FROM client) UNION ALL (SELECT name FROM client)',
  ],
  mysql: [
    '(SELECT name FROM client) UNION ALL (SELECT name FROM client)',
    'SELECT n FROM slot',
    'SELECT _rowid FROM team',
  ],
};

const tellsOfTables: Readonly<Record<DialectName, readonly string[]>> = {
  sqlite: ["SELECT name FROM pragma_table_info('stock')", 'SELECT name FROM sqlite_master'],
  duckdb: ["SELECT name FROM pragma_table_info('stock')", 'SELECT table_name FROM duckdb_tables()'],
  postgres: [
    "SELECT 'stock'::regclass",
    "SELECT to_regclass('stock')",
    "SELECT pg_relation_size('stock')",
    'SELECT pg_typeof(null::stock)',
    'SELECT null::nosuch',
    "SELECT '{}'::_stock",
    "SELECT jsonb_populate_record(null::public.stock, '{}')",
    "SELECT x FROM jsonb_to_record('{}') AS q(x stock)",
    "SELECT pg_input_is_valid('stock', 'regclass')",
    "SELECT regclassin('stock')",
  ],
  mysql: ['SELECT table_name FROM information_schema.tables'],
};

interface Opened {
  readonly datasource: Datasource;
  close(): Promise<void>;
}

function describeAttacks(
  dialect: DialectName,
  title: string,
  isAbsent: boolean,
  open: () => Promise<Opened>,
) {
  describe.skipIf(isAbsent)(title, () => {
    let opened: Opened;
    let catalog: Catalog;
    beforeAll(async () => {
      opened = await open();
      catalog = await opened.datasource.introspect();
    });
    afterAll(() => opened?.close());

    /** The text as it would be run for the clerk; null when it is refused. */
    const allowed = async (sql: string): Promise<string | null> => {
      const views = viewLineages(catalog, dialect);
      const asked = { dialect, catalog, scope: clerk, datasourceId: 'shop', views };
      const { decision, facts } = await decideSql(sql, asked);
      // Who knows the whole catalog judges the same.
      const { statements } = await analyzeSql(sql, { dialect, catalog });
      const [statement] = statements;
      const judgement = statement && judgeSqlReads(statement.reads, clerk, 'shop', views);
      expect(decision.status).toBe(judgement?.status ?? 'refused');
      if (decision.status === 'refused' || !facts.readOnly) return null;
      const { filteredTables: tables } = decision;
      if (tables.length === 0) return sql;
      const options = { dialect, catalog, scope: clerk, datasourceId: 'shop', tables };
      const filtered = filterRawSql(sql, options);
      return filtered.status === 'filtered' ? filtered.sql : null;
    };

    it.each([...everywhere, ...attacks[dialect]])('brings no secret: %s', async (sql) => {
      const text = await allowed(sql);
      if (text === null) return;
      const limits = { rowLimit: 100, timeoutMs: 5000 };
      const execution = await opened.datasource.execute({ text, parameters: [] }, limits);
      const cells = execution.status === 'rows' ? execution.result.rows.flat() : [];
      expect(JSON.stringify(cells)).not.toContain('424242');
      // A condition on a secret tells it, too.
      expect(JSON.stringify(cells)).not.toContain('isPoor');
      if (dialect === 'postgres' || dialect === 'mysql') expect(sql).not.toContain('isPoor');
    });

    it.each([
      'SELECT id AS pay FROM staff ORDER BY -pay',
      'SELECT id AS pay FROM staff ORDER BY NOT pay',
      'SELECT id AS pay FROM staff ORDER BY pay + 0',
    ])('tells no secret by its order: %s', async (sql) => {
      expect(await allowed(sql)).toBeNull();
    });

    it.each(tellsOfTables[dialect])('tells nothing of tables: %s', async (sql) => {
      expect(await allowed(sql)).toBeNull();
    });

    it.each([
      'SELECT id, name FROM staff',
      'SELECT name AS pay FROM staff ORDER BY pay',
      'SELECT s.name FROM staff s JOIN team t ON s.id = t.id',
      'WITH RECURSIVE n AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM n WHERE x < 3) SELECT x FROM n',
      'SELECT name FROM client WHERE id IN (SELECT id FROM client)',
      'WITH own AS (SELECT name FROM client) SELECT own.name FROM own',
      'SELECT name FROM (WITH q AS (SELECT * FROM client) SELECT name FROM q) z',
      'VALUES ((SELECT count(*) FROM client))',
      'SELECT title FROM staff JOIN team USING (id) JOIN pays USING (id) WHERE pays.pay > 1',
      ...alsoRuns[dialect],
    ])('still runs: %s', async (sql) => {
      const text = (await allowed(sql)) ?? '';
      const limits = { rowLimit: 100, timeoutMs: 5000 };
      const execution = await opened.datasource.execute({ text, parameters: [] }, limits);
      expect(execution.status).toBe('rows');
      expect(JSON.stringify(execution)).not.toMatch(/424242|Other/);
    });
  });
}

const inFolder = async (fill: (path: string) => Promise<void>, type: 'sqlite' | 'duckdb') => {
  const folder = mkdtempSync(join(tmpdir(), 'scope-attacks-'));
  const path = join(folder, `shop.${type}`);
  await fill(path);
  const datasource = await openDatasource({ id: 'shop', connection: { type, path } });
  return {
    datasource,
    close: async () => {
      await datasource.close();
      rmSync(folder, { recursive: true });
    },
  };
};

describeAttacks('sqlite', 'what a role must not see, in SQLite', false, () =>
  inFolder(async (path) => {
    const database = new DatabaseSync(path);
    database.exec(rows);
    database.close();
  }, 'sqlite'),
);

describeAttacks('duckdb', 'what a role must not see, in DuckDB', false, () =>
  inFolder(async (path) => {
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    await connection.run(rows + farRows);
    await connection.run('CREATE TABLE wallet (id INTEGER, purse STRUCT(a INTEGER))');
    await connection.run("INSERT INTO wallet VALUES (1, {'a': 424242})");
    connection.closeSync();
    instance.closeSync();
  }, 'duckdb'),
);

describeAttacks(
  'postgres',
  `what a role must not see, in PostgreSQL${needsPostgres}`,
  !hasPostgres,
  async () => {
    const database = await createPostgresDatabase(rows + farRows);
    const connection = { type: 'postgres' as const, url: database.url };
    const datasource = await openDatasource({ id: 'shop', connection });
    return {
      datasource,
      close: async () => {
        await datasource.close();
        await database.drop();
      },
    };
  },
);

describeAttacks(
  'mysql',
  `what a role must not see, in MySQL or MariaDB${needsMysql}`,
  !hasMysql,
  async () => {
    const database = await createMysqlDatabase(`${rows} CREATE TABLE born (y YEAR PRIMARY KEY);`);
    const connection = { type: 'mysql' as const, url: database.url };
    const datasource = await openDatasource({ id: 'shop', connection });
    return {
      datasource,
      close: async () => {
        await datasource.close();
        await database.drop();
      },
    };
  },
);
