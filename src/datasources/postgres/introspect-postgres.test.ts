import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPostgresDatabase,
  hasPostgres,
  needsPostgres,
  runPostgres,
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
import { openPostgres } from './index.ts';

async function introspect(
  url: string,
  options: { readonly include?: readonly string[]; readonly exclude?: readonly string[] } = {},
): Promise<Catalog> {
  const datasource = await openPostgres({ id: 'pg', connection: { type: 'postgres', url } });
  try {
    return await datasource.introspect(options);
  } finally {
    await datasource.close();
  }
}

function table(catalog: Catalog, schema: string, name: string): Table {
  const found = catalog.tables.find((entry) => entry.schema === schema && entry.name === name);
  if (!found) throw new Error(`no ${schema}.${name}`);
  return found;
}

/** A name of 63 bytes, the most PostgreSQL keeps. */
const longName = 'n'.repeat(63);

const schema = `
  CREATE SCHEMA sales; CREATE SCHEMA pgx; CREATE SCHEMA "we.ird";
  CREATE TYPE sales.mood AS ENUM ('sad', 'happy');
  CREATE DOMAIN sales.code AS varchar(8) NOT NULL;
  CREATE TYPE sales.place AS (street text, zip sales.code);
  CREATE TABLE customers (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, gone int, name varchar(40) NOT NULL,
    mood sales.mood DEFAULT 'sad', moods sales.mood[], code sales.code, home sales.place,
    upper_name text GENERATED ALWAYS AS (upper(name)) STORED, price numeric(10,2), tags text[]);
  ALTER TABLE customers DROP COLUMN gone;
  COMMENT ON TABLE customers IS 'People who 🛒 buy';
  COMMENT ON COLUMN customers.name IS 'Full name';
  CREATE TABLE sales.customers (id int PRIMARY KEY, public_id int CONSTRAINT same_name REFERENCES public.customers (id));
  CREATE TABLE sales.lines (
    order_id int, line_no int, parent_order int, parent_line int, customer int CONSTRAINT same_name REFERENCES sales.customers,
    PRIMARY KEY (order_id, line_no),
    CONSTRAINT parent FOREIGN KEY (parent_line, parent_order) REFERENCES sales.lines (line_no, order_id));
  ALTER TABLE sales.lines ADD UNIQUE (line_no, order_id);
  CREATE TABLE chicken (id int PRIMARY KEY, egg int); CREATE TABLE egg (id int PRIMARY KEY, chicken int REFERENCES chicken);
  ALTER TABLE chicken ADD CONSTRAINT circle FOREIGN KEY (egg) REFERENCES egg;
  CREATE TABLE logs (id int, day date, customer int REFERENCES customers (id), PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
  CREATE TABLE logs_2024 PARTITION OF logs FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
  CREATE TABLE logs_2025 PARTITION OF logs FOR VALUES FROM ('2025-01-01') TO ('2026-01-01') PARTITION BY RANGE (day);
  CREATE TABLE logs_2025_a PARTITION OF logs_2025 FOR VALUES FROM ('2025-01-01') TO ('2025-02-01');
  CREATE TABLE notes (log_id int, log_day date, CONSTRAINT to_logs FOREIGN KEY (log_id, log_day) REFERENCES logs (id, day));
  CREATE TABLE marks (log_id int, log_day date, CONSTRAINT to_part FOREIGN KEY (log_id, log_day) REFERENCES logs_2025_a (id, day));
  CREATE TABLE animals (id int); CREATE TABLE dogs (barks bool) INHERITS (animals);
  CREATE VIEW sad_customers AS SELECT id, name FROM customers WHERE mood = 'sad';
  COMMENT ON VIEW sad_customers IS 'Cheer them up'; COMMENT ON COLUMN sad_customers.name IS 'Whom';
  CREATE MATERIALIZED VIEW totals AS SELECT count(*) AS n FROM customers;
  CREATE EXTENSION file_fdw; CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
  CREATE FOREIGN TABLE passwd (line text) SERVER files OPTIONS (filename '/etc/passwd');
  CREATE TABLE pgx.t (id int); CREATE TABLE "we.ird"."a.b ""c""" (id int);
  CREATE TABLE "Orders" (id int); CREATE TABLE orders (id int); CREATE TABLE "order-lines 🙂 Größe" ("select" int);
  CREATE TABLE ${longName} (${longName} int); CREATE TABLE nothing ();
  CREATE TEMP TABLE temporary (id int);
  CREATE FUNCTION harmless(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1';
  CREATE FUNCTION reads() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT count(*) FROM customers';
  CREATE FUNCTION mixed(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1';
  CREATE FUNCTION mixed(text) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT 1';
  CREATE FUNCTION on_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
  CREATE PROCEDURE work() LANGUAGE sql AS 'SELECT 1'`;

describe.skipIf(!hasPostgres)(`the catalog of a PostgreSQL database${needsPostgres}`, () => {
  let database: TestDatabase;
  let catalog: Catalog;
  beforeAll(async () => {
    database = await createPostgresDatabase(schema);
    catalog = await introspect(database.url);
  });
  afterAll(() => database?.drop());

  it('lists what can stand in FROM, partitions and children folded into their parent', () => {
    expect(catalog.tables.map((entry) => `${entry.schema}.${entry.name}: ${entry.kind}`)).toEqual([
      'pgx.t: table',
      'public.Orders: table',
      'public.animals: table',
      'public.chicken: table',
      'public.customers: table',
      'public.egg: table',
      'public.logs: partitioned_table',
      'public.marks: table',
      `public.${longName}: table`,
      'public.notes: table',
      'public.nothing: table',
      'public.order-lines 🙂 Größe: table',
      'public.orders: table',
      'public.passwd: foreign_table',
      'public.sad_customers: view',
      'public.totals: materialized_view',
      'sales.customers: table',
      'sales.lines: table',
      'we.ird.a.b "c": table',
    ]);
    expect(catalog.defaultSchema).toBe('public');
    expect(catalog.unreadable).toEqual([]);
  });

  it('reads columns with their own types, comments, labels and origins', () => {
    const { comment, columns } = table(catalog, 'public', 'customers');
    const plain = { nullable: true, isPrimaryKey: false, comment: null };
    const labels = ['sad', 'happy'];
    expect(comment).toBe('People who 🛒 buy');
    expect(columns).toEqual([
      {
        ...plain,
        name: 'id',
        dataType: 'integer',
        nullable: false,
        isPrimaryKey: true,
        identity: true,
      },
      {
        ...plain,
        name: 'name',
        dataType: 'character varying(40)',
        nullable: false,
        comment: 'Full name',
      },
      { ...plain, name: 'mood', dataType: 'sales.mood', enumValues: labels },
      { ...plain, name: 'moods', dataType: 'sales.mood[]', enumValues: labels },
      { ...plain, name: 'code', dataType: 'sales.code', nullable: false },
      { ...plain, name: 'home', dataType: 'sales.place' },
      { ...plain, name: 'upper_name', dataType: 'text', generated: true },
      { ...plain, name: 'price', dataType: 'numeric(10,2)' },
      { ...plain, name: 'tags', dataType: 'text[]' },
    ]);
  });

  it('keeps a composite key whole and in key order, also to itself', () => {
    expect(table(catalog, 'sales', 'lines').foreignKeys).toEqual([
      {
        constraint: 'parent',
        columns: ['parent_line', 'parent_order'],
        referencedSchema: 'sales',
        referencedTable: 'lines',
        referencedColumns: ['line_no', 'order_id'],
      },
      {
        constraint: 'same_name',
        columns: ['customer'],
        referencedSchema: 'sales',
        referencedTable: 'customers',
        referencedColumns: ['id'],
      },
    ]);
  });

  it('keeps keys of one name on two tables, across schemas and in circles, apart', () => {
    expect(table(catalog, 'sales', 'customers').foreignKeys).toEqual([
      {
        constraint: 'same_name',
        columns: ['public_id'],
        referencedSchema: 'public',
        referencedTable: 'customers',
        referencedColumns: ['id'],
      },
    ]);
    expect(table(catalog, 'public', 'chicken').foreignKeys).toMatchObject([
      { referencedTable: 'egg' },
    ]);
    expect(table(catalog, 'public', 'egg').foreignKeys).toMatchObject([
      { referencedTable: 'chicken' },
    ]);
  });

  it('lists one key to a partitioned table, and makes a key to a partition one to the whole', () => {
    const target = {
      columns: ['log_id', 'log_day'],
      referencedSchema: 'public',
      referencedTable: 'logs',
      referencedColumns: ['id', 'day'],
    };
    expect(table(catalog, 'public', 'notes').foreignKeys).toEqual([
      { constraint: 'to_logs', ...target },
    ]);
    expect(table(catalog, 'public', 'marks').foreignKeys).toEqual([
      { constraint: 'to_part', ...target },
    ]);
    expect(table(catalog, 'public', 'logs').foreignKeys).toHaveLength(1);
  });

  it('reads the comment, the column comments and the query of a view', () => {
    const view = table(catalog, 'public', 'sad_customers');
    expect(view.comment).toBe('Cheer them up');
    expect(view.columns.map((column) => column.comment)).toEqual([null, 'Whom']);
    expect(view.definition?.replace(/\s+/g, ' ')).toMatch(/^SELECT .*name FROM customers WHERE /);
    expect(table(catalog, 'public', 'totals').definition).toContain('count(*)');
  });

  it('lists functions that a query may call, the least harmless of a name', () => {
    const own = catalog.functions.filter(({ name }) => !name.startsWith('file_fdw'));
    expect(own.map(({ name, volatility }) => `${name} ${volatility}`)).toEqual([
      'harmless immutable',
      'mixed volatile',
      'reads stable',
    ]);
  });

  it('reads back equal from its schema fixture', () => {
    const text = JSON.stringify(schemaFixtureOf(catalog));
    const read = parseSchemaFixture(text, 'x.json');
    expect({ ...read, meta: {} }).toEqual({ ...catalog, meta: {} });
  });

  it('takes include and exclude as globs over schema.table', async () => {
    const some = await introspect(database.url, {
      include: ['sales.*', 'public.order*'],
      exclude: ['*.Orders', '*.*lines*'],
    });
    expect(some.tables.map((entry) => `${entry.schema}.${entry.name}`)).toEqual([
      'sales.customers',
    ]);
  });

  it('names the tables that the login may not read, and leaves out columns it may not', async () => {
    const reader = uniqueName();
    await database.run(`
      CREATE ROLE ${reader} LOGIN PASSWORD 'r'; GRANT SELECT ON orders TO ${reader};
      GRANT SELECT (id, name) ON customers TO ${reader}; GRANT SELECT ON sales.lines TO ${reader}`);
    const seen = await introspect(withLogin(database.url, reader, 'r'), {
      include: ['public.orders', 'public.customers', 'public.egg', 'sales.*'],
    });
    await database.run(`DROP OWNED BY ${reader}; DROP ROLE ${reader}`);
    expect(
      seen.tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]),
    ).toEqual([
      ['customers', ['id', 'name']],
      ['orders', ['id']],
    ]);
    expect(seen.unreadable).toEqual([
      { schema: 'public', name: 'Orders', reason: 'no SELECT right' },
      { schema: 'public', name: 'egg', reason: 'no SELECT right' },
      { schema: 'sales', name: 'customers', reason: 'no USAGE right on the schema' },
      { schema: 'sales', name: 'lines', reason: 'no USAGE right on the schema' },
    ]);
  });

  it('finds nothing in an empty database', async () => {
    const empty = await createPostgresDatabase();
    const found = await introspect(empty.url);
    await empty.drop();
    expect(found).toMatchObject({
      tables: [],
      functions: [],
      unreadable: [],
      defaultSchema: 'public',
    });
  });

  it('reads a table of 1,600 columns', async () => {
    const names = Array.from({ length: 1600 }, (_, index) => `c${index}`);
    const wide = await createPostgresDatabase(
      `CREATE TABLE wide (${names.map((name) => `${name} bool`).join(',')})`,
    );
    const found = await introspect(wide.url);
    await wide.drop();
    expect(found.tables[0]?.columns.map((column) => column.name)).toEqual(names);
  });
});

describe.skipIf(!hasPostgres)(`logins on PostgreSQL${needsPostgres}`, () => {
  it('warns about a login that may write, with the grants for one that then warns about nothing', async () => {
    const database = await createPostgresDatabase(
      'CREATE TABLE t (id int); CREATE SCHEMA "Odd ""one"; CREATE TABLE "Odd ""one".t (id int)',
    );
    const owner = await openPostgres({
      id: 'shop',
      connection: { type: 'postgres', url: database.url },
    });
    const [warning = ''] = await owner.warnings();
    await owner.close();
    const role = uniqueName();
    const grants = warning
      .slice(warning.indexOf('\n') + 1)
      .replaceAll('nl2sql_reader', role)
      .replace("'…'", "'r'");
    await runPostgres(database.url, grants);
    const reader = await openPostgres({
      id: 'shop',
      connection: { type: 'postgres', url: withLogin(database.url, role, 'r') },
    });
    const warnings = await reader.warnings();
    const catalog = await reader.introspect();
    const written = await reader.execute(
      { text: 'INSERT INTO t VALUES (1)' },
      { rowLimit: 1, timeoutMs: 5000 },
    );
    await reader.close();
    await database.run(`GRANT INSERT ON t TO ${role}`);
    const writer = await openPostgres({
      id: 'shop',
      connection: { type: 'postgres', url: withLogin(database.url, role, 'r') },
    });
    const [second = ''] = await writer.warnings();
    await writer.close();
    await database.run(`DROP OWNED BY ${role}`);
    await database.drop();
    expect(warning).toMatch(/^Datasource "shop": the login owner may write: it is a superuser\./);
    expect(warnings).toEqual([]);
    expect(catalog.tables).toHaveLength(2);
    expect(written.status).toBe('refused');
    expect(second).toMatch(new RegExp(`the login ${role} may write: 1 table\\.`));
  });
});
