import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMysqlDatabase,
  hasMysql,
  mysqlUrl,
  needsMysql,
  runMysql,
  type TestDatabase,
  uniqueName,
  withLogin,
} from '../../../test/servers/index.ts';
import {
  type Catalog,
  parseSchemaFixture,
  schemaFixtureOf,
  type Table,
} from '../../catalog/index.ts';
import { openMysql } from './index.ts';

async function introspect(
  url: string,
  options: { readonly include?: readonly string[]; readonly exclude?: readonly string[] } = {},
): Promise<Catalog> {
  const datasource = await openMysql({ id: 'my', connection: { type: 'mysql', url } });
  try {
    return await datasource.introspect(options);
  } finally {
    await datasource.close();
  }
}

function table(catalog: Catalog, name: string): Table {
  const found = catalog.tables.find((entry) => entry.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

const longName = 'n'.repeat(64);

const schema = (other: string) => `
  SET NAMES utf8mb4;
  CREATE DATABASE ${other}; CREATE TABLE ${other}.customers (id int PRIMARY KEY);
  CREATE TABLE customers (
    id int unsigned AUTO_INCREMENT PRIMARY KEY, name varchar(40) NOT NULL COMMENT 'Full name',
    mood enum('sad','it''s, ok') DEFAULT 'sad', price decimal(10,2), changed datetime NOT NULL DEFAULT CURRENT_TIMESTAMP,
    upper_name varchar(40) AS (UPPER(name)) VIRTUAL, stored_name varchar(40) AS (UPPER(name)) STORED, code char(2) NOT NULL UNIQUE) COMMENT 'People who buy';
  CREATE TABLE no_key (code int NOT NULL UNIQUE);
  CREATE TABLE \`lines\` (order_id int, line_no int, parent_order int, parent_line int, elsewhere int, PRIMARY KEY (order_id, line_no), KEY (line_no, order_id),
    CONSTRAINT parent FOREIGN KEY (parent_line, parent_order) REFERENCES \`lines\` (line_no, order_id),
    CONSTRAINT abroad FOREIGN KEY (elsewhere) REFERENCES ${other}.customers (id));
  SET foreign_key_checks = 0;
  CREATE TABLE orphan (id int, KEY (id), CONSTRAINT lost FOREIGN KEY (id) REFERENCES nowhere (id));
  CREATE TABLE chicken (id int PRIMARY KEY, egg int, CONSTRAINT e FOREIGN KEY (egg) REFERENCES egg (id));
  CREATE TABLE egg (id int PRIMARY KEY, chicken int, CONSTRAINT c FOREIGN KEY (chicken) REFERENCES chicken (id));
  SET foreign_key_checks = 1;
  CREATE TABLE logs (id int PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS 4;
  CREATE VIEW sad_customers AS SELECT id, name FROM customers WHERE mood = 'sad';
  CREATE TABLE gone (id int); CREATE VIEW broken AS SELECT id FROM gone; DROP TABLE gone;
  CREATE TABLE \`order-lines Größe a.b "c" \`\`d\`\`\` (\`select\` int); CREATE TABLE ${longName} (${longName} int);
  CREATE TABLE Orders (id int); CREATE TABLE orders (id int); CREATE TEMPORARY TABLE temporary_one (id int);
  CREATE FUNCTION harmless(a int) RETURNS int DETERMINISTIC NO SQL RETURN 1;
  CREATE FUNCTION reads_it() RETURNS int READS SQL DATA RETURN (SELECT COUNT(*) FROM customers);
  CREATE FUNCTION writes_it() RETURNS int MODIFIES SQL DATA RETURN 1;
  CREATE PROCEDURE works() SELECT 1`;

describe.skipIf(!hasMysql)(`the catalog of a MySQL or MariaDB database${needsMysql}`, () => {
  const other = uniqueName();
  let database: TestDatabase;
  let catalog: Catalog;
  beforeAll(async () => {
    database = await createMysqlDatabase(schema(other));
    catalog = await introspect(database.url);
  });
  afterAll(async () => {
    await database?.drop();
    await runMysql(await mysqlUrl(), `DROP DATABASE ${other}`);
  });

  it('lists the tables and views of its database, a partitioned one once', () => {
    expect(catalog.tables.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
      'Orders: table',
      'chicken: table',
      'customers: table',
      'egg: table',
      'lines: table',
      'logs: partitioned_table',
      `${longName}: table`,
      'no_key: table',
      'order-lines Größe a.b "c" `d`: table',
      'orders: table',
      'orphan: table',
      'sad_customers: view',
    ]);
    expect(new Set(catalog.tables.map(({ schema: name }) => name))).toEqual(
      new Set([database.name]),
    );
    expect(catalog.defaultSchema).toBe(database.name);
  });

  it('reads columns with their own types, comments, labels and origins', () => {
    const { comment, columns } = table(catalog, 'customers');
    expect(comment).toBe('People who buy');
    expect(
      columns.map(({ name, nullable, isPrimaryKey }) => [name, nullable, isPrimaryKey]),
    ).toEqual([
      ['id', false, true],
      ['name', false, false],
      ['mood', true, false],
      ['price', true, false],
      ['changed', false, false],
      ['upper_name', true, false],
      ['stored_name', true, false],
      ['code', false, false],
    ]);
    expect(columns[0]).toMatchObject({
      dataType: expect.stringMatching(/^int(\(10\))? unsigned$/),
      identity: true,
    });
    expect(columns[1]).toMatchObject({ dataType: 'varchar(40)', comment: 'Full name' });
    expect(columns[2]).toMatchObject({
      dataType: "enum('sad','it''s, ok')",
      enumValues: ['sad', "it's, ok"],
    });
    expect(columns.map(({ generated }) => generated)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      true,
      true,
      undefined,
    ]);
  });

  it('takes a unique column for no primary key', () => {
    expect(table(catalog, 'no_key').columns).toMatchObject([{ name: 'code', isPrimaryKey: false }]);
  });

  it('keeps a composite key whole and in key order, also to itself and across databases', () => {
    expect(table(catalog, 'lines').foreignKeys).toEqual([
      {
        constraint: 'abroad',
        columns: ['elsewhere'],
        referencedSchema: other,
        referencedTable: 'customers',
        referencedColumns: ['id'],
      },
      {
        constraint: 'parent',
        columns: ['parent_line', 'parent_order'],
        referencedSchema: database.name,
        referencedTable: 'lines',
        referencedColumns: ['line_no', 'order_id'],
      },
    ]);
  });

  it('keeps keys in circles and a key to a table that is missing', () => {
    expect(table(catalog, 'chicken').foreignKeys).toMatchObject([{ referencedTable: 'egg' }]);
    expect(table(catalog, 'egg').foreignKeys).toMatchObject([{ referencedTable: 'chicken' }]);
    expect(table(catalog, 'orphan').foreignKeys).toMatchObject([
      { referencedTable: 'nowhere', referencedColumns: ['id'] },
    ]);
  });

  it('reads the query of a view, no comment for it, and names one that is broken', () => {
    const view = table(catalog, 'sad_customers');
    expect(view.comment).toBeNull();
    expect(view.definition).toMatch(/^select .* from .*`customers`/i);
    expect(catalog.unreadable).toEqual([
      {
        schema: database.name,
        name: 'broken',
        reason: expect.stringMatching(/references invalid table/),
      },
    ]);
  });

  it('lists functions with what their author declared', () => {
    expect(catalog.functions.map(({ name, volatility }) => `${name} ${volatility}`)).toEqual([
      'harmless immutable',
      'reads_it stable',
      'writes_it volatile',
    ]);
  });

  it('reads back equal from its schema fixture', () => {
    const read = parseSchemaFixture(JSON.stringify(schemaFixtureOf(catalog)), 'x.json');
    expect({ ...read, meta: {} }).toEqual({ ...catalog, meta: {} });
  });

  it('reads another database when an include pattern names it', async () => {
    const both = await introspect(database.url, {
      include: [`${other}.*`, `${database.name}.egg`],
    });
    expect(both.tables.map((entry) => `${entry.schema}.${entry.name}`).sort()).toEqual(
      [`${other}.customers`, `${database.name}.egg`].sort(),
    );
  });

  it('names a table that the login may write and not read, and leaves out columns it may not', async () => {
    const reader = uniqueName();
    await database.run(`
      CREATE USER ${reader}@'%' IDENTIFIED BY 'r';
      GRANT SELECT (id, name) ON customers TO ${reader}@'%'; GRANT INSERT ON egg TO ${reader}@'%'; GRANT SELECT ON \`lines\` TO ${reader}@'%'`);
    const seen = await introspect(withLogin(database.url, reader, 'r'));
    await database.run(`DROP USER ${reader}@'%'`);
    expect(seen.tables.map(({ name, columns }) => [name, columns.length])).toEqual([
      ['customers', 2],
      ['lines', 5],
    ]);
    expect(table(seen, 'lines').foreignKeys).toHaveLength(2);
    expect(seen.unreadable).toEqual([
      { schema: database.name, name: 'egg', reason: 'no SELECT right' },
    ]);
  });

  it('finds nothing in an empty database', async () => {
    const empty = await createMysqlDatabase();
    const found = await introspect(empty.url);
    await empty.drop();
    expect(found).toMatchObject({
      tables: [],
      functions: [],
      unreadable: [],
      defaultSchema: empty.name,
    });
  });
});

describe.skipIf(!hasMysql)(`logins on MySQL or MariaDB${needsMysql}`, () => {
  it('warns about a login that may write, with the grants for one that then warns about nothing', async () => {
    const database = await createMysqlDatabase('CREATE TABLE t (id int)');
    const owner = await openMysql({ id: 'shop', connection: { type: 'mysql', url: database.url } });
    const [warning = ''] = await owner.warnings();
    await owner.close();
    const user = uniqueName();
    const grants = warning
      .slice(warning.indexOf('\n') + 1)
      .replaceAll('nl2sql_reader', user)
      .replace("'…'", "'r'");
    await runMysql(await mysqlUrl(), grants);
    const reader = await openMysql({
      id: 'shop',
      connection: { type: 'mysql', url: withLogin(database.url, user, 'r') },
    });
    const warnings = await reader.warnings();
    const catalog = await reader.introspect();
    const written = await reader.execute(
      { text: 'INSERT INTO t VALUES (1)' },
      { rowLimit: 1, timeoutMs: 5000 },
    );
    await reader.close();
    await database.run(`DROP USER ${user}@'%'`);
    await database.drop();
    expect(warning).toMatch(
      /^Datasource "shop": the login \S+ may write: ALL PRIVILEGES on \*\.\*\./,
    );
    expect(warning).not.toMatch(/IDENTIFIED BY PASSWORD/);
    expect(warnings).toEqual([]);
    expect(catalog.tables).toHaveLength(1);
    expect(written.status).toBe('refused');
  });
});
