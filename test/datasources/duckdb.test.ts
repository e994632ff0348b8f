import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describeDatasource } from './describe-datasource.ts';
import { createDatabaseFolder } from './file-database.ts';
import { oddNames } from './introspection-facts.ts';

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const list = (length: number, item: (number: number) => string) =>
  Array.from({ length }, (_, index) => item(index + 1));
const outside = createDatabaseFolder().folder;
const stolen = join(outside, 'stolen');

describeDatasource({
  name: 'DuckDB',
  async createDatabase(statements) {
    const { folder, fingerprint, drop } = createDatabaseFolder();
    const path = join(folder, 'test.duckdb');
    const instance = await DuckDBInstance.create(path, { threads: '1' });
    const connection = await instance.connect();
    try {
      if (statements.length > 0) await connection.run(statements.join(';\n'));
    } finally {
      connection.disconnectSync();
      instance.closeSync();
    }
    return {
      spec: { id: 'test', connection: { type: 'duckdb', path } },
      fingerprint: async () => `${await fingerprint()} ${existsSync(stolen)}`,
      drop,
    };
  },
  async missing() {
    const path = join(createDatabaseFolder().folder, 'nope.duckdb');
    return {
      spec: { id: 'absent', connection: { type: 'duckdb', path } },
      error: /nope\.duckdb.*there is no such file/,
    };
  },
  placeholder: (position) => `$${position}`,
  rowsSql: (count) => `SELECT i FROM range(1, ${count + 1}) t(i)`,
  repeatSql: (text, times) => `repeat('${text}', ${times})`,
  runaways: [
    {
      name: 'a count without end',
      sql: 'SELECT count(*) FROM range(100000000000) a, range(1000) b WHERE (a.range + b.range) % 7 = 3',
    },
    {
      name: 'a recursion without end',
      sql: 'WITH RECURSIVE n(i) AS (SELECT 1::HUGEINT UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
    },
  ],
  attackSetup: ['CREATE SEQUENCE numbers'],
  attacks: [
    { name: 'INSERT', sql: "INSERT INTO item VALUES (9, 'x')" },
    { name: 'INSERT … RETURNING', sql: "INSERT INTO item VALUES (9, 'x') RETURNING id" },
    { name: 'UPDATE of no row', sql: 'UPDATE item SET id = 1 WHERE false' },
    { name: 'DELETE', sql: 'DELETE FROM item' },
    { name: 'DELETE behind a CTE', sql: 'WITH a AS (SELECT 1) DELETE FROM item' },
    {
      name: 'MERGE',
      sql: 'MERGE INTO item USING item AS o ON item.id = o.id WHEN MATCHED THEN DELETE',
    },
    { name: 'CREATE TABLE', sql: 'CREATE TABLE x (a INTEGER)' },
    { name: 'CREATE TEMP TABLE', sql: 'CREATE TEMP TABLE x (a INTEGER)' },
    { name: 'ALTER TABLE', sql: 'ALTER TABLE item ADD COLUMN x INTEGER' },
    { name: 'DROP TABLE', sql: 'DROP TABLE item' },
    { name: 'a second statement', sql: 'SELECT 1; DELETE FROM item' },
    {
      name: 'two statements with a pivot',
      sql: 'CREATE TEMP TABLE x AS SELECT 1; PIVOT item ON id USING count(*)',
    },
    { name: 'COPY TO', sql: `COPY item TO '${stolen}'` },
    { name: 'COPY FROM', sql: "COPY item FROM '/etc/passwd'" },
    { name: 'EXPORT DATABASE', sql: `EXPORT DATABASE '${stolen}'` },
    { name: 'read_csv', sql: "SELECT * FROM read_csv('/etc/passwd')" },
    { name: 'read_text', sql: "SELECT * FROM read_text('/etc/passwd')" },
    { name: 'read_blob', sql: "SELECT * FROM read_blob('/etc/passwd')" },
    { name: 'glob', sql: "SELECT * FROM glob('/*')" },
    { name: 'a file as a table', sql: "SELECT * FROM '/etc/hosts.csv'" },
    { name: 'ATTACH', sql: `ATTACH '${stolen}' AS s` },
    { name: 'INSTALL', sql: 'INSTALL httpfs' },
    { name: 'LOAD', sql: 'LOAD httpfs' },
    { name: 'LOAD of a file', sql: "LOAD '/x.duckdb_extension'" },
    { name: 'SET', sql: 'SET threads = 1' },
    { name: 'SET enable_external_access', sql: 'SET enable_external_access = true' },
    { name: 'SET lock_configuration', sql: 'SET lock_configuration = false' },
    { name: 'RESET', sql: 'RESET enable_external_access' },
    { name: 'a PRAGMA that sets', sql: 'PRAGMA enable_profiling' },
    { name: 'nextval', sql: "SELECT nextval('numbers')" },
    { name: 'CALL', sql: 'CALL enable_logging()' },
    { name: 'CHECKPOINT', sql: 'CHECKPOINT' },
    { name: 'BEGIN', sql: 'BEGIN' },
    { name: 'PREPARE', sql: 'PREPARE p AS SELECT 1' },
    { name: 'USE', sql: 'USE system' },
    { name: 'CREATE SECRET', sql: 'CREATE SECRET x (TYPE http)' },
    { name: 'COMMENT', sql: "COMMENT ON TABLE item IS 'x'" },
    { name: 'EXPLAIN of a write', sql: 'EXPLAIN ANALYZE DELETE FROM item' },
  ],
  harmless: [
    { name: 'a semicolon and a comment behind', sql: 'SELECT 1; -- the end' },
    { name: 'a semicolon in a dollar text', sql: 'SELECT $$;DROP TABLE item$$' },
    { name: 'VALUES', sql: 'VALUES (1), (2)' },
    { name: 'FROM first', sql: 'FROM item' },
    { name: 'PIVOT', sql: 'PIVOT item ON name USING count(*)' },
    { name: 'DESCRIBE', sql: 'DESCRIBE item' },
    { name: 'SHOW TABLES', sql: 'SHOW TABLES' },
    { name: 'SUMMARIZE', sql: 'SUMMARIZE item' },
    { name: 'EXPLAIN', sql: 'EXPLAIN SELECT * FROM item' },
  ],
  values: [
    { name: 'NULL', sql: 'NULL', cell: null },
    { name: 'true', sql: 'true', cell: true, type: 'BOOLEAN' },
    { name: 'tinyint', sql: '(-128)::TINYINT', cell: -128, type: 'TINYINT' },
    { name: 'usmallint', sql: '65535::USMALLINT', cell: 65535 },
    { name: 'integer', sql: '42', cell: 42, type: 'INTEGER' },
    { name: 'the largest safe integer', sql: '9007199254740991', cell: 9007199254740991 },
    { name: 'bigint', sql: '9007199254740993', cell: 9007199254740993n, type: 'BIGINT' },
    { name: 'ubigint', sql: '18446744073709551615::UBIGINT', cell: 18446744073709551615n },
    {
      name: 'hugeint',
      sql: '(-170141183460469231731687303715884105728)::HUGEINT',
      cell: -170141183460469231731687303715884105728n,
    },
    { name: 'a small hugeint', sql: 'sum(1::INTEGER)', cell: 1, type: 'HUGEINT' },
    {
      name: 'uhugeint',
      sql: '340282366920938463463374607431768211455::UHUGEINT',
      cell: 340282366920938463463374607431768211455n,
    },
    {
      name: 'bignum',
      sql: "'1234567890123456789012345678901234567890'::BIGNUM",
      cell: 1234567890123456789012345678901234567890n,
    },
    {
      name: 'decimal',
      sql: '1.10::DECIMAL(10,2)',
      cell: { $decimal: '1.10' },
      type: 'DECIMAL(10,2)',
    },
    { name: 'a negative decimal below one', sql: '-0.05', cell: { $decimal: '-0.05' } },
    { name: 'a decimal without fraction', sql: '7::DECIMAL(5,0)', cell: { $decimal: '7' } },
    {
      name: 'decimal(38)',
      sql: '12345678901234567890123456789.123456789::DECIMAL(38,9)',
      cell: { $decimal: '12345678901234567890123456789.123456789' },
    },
    { name: 'double', sql: '0.1::DOUBLE + 0.2::DOUBLE', cell: 0.30000000000000004, type: 'DOUBLE' },
    { name: 'a whole double', sql: '60000::DOUBLE', cell: { $float: '60000' } },
    { name: 'NaN', sql: "'nan'::DOUBLE", cell: { $float: 'nan' } },
    { name: 'infinity', sql: "'inf'::DOUBLE", cell: { $float: 'inf' } },
    { name: 'negative infinity', sql: "'-inf'::FLOAT", cell: { $float: '-inf' } },
    { name: 'negative zero', sql: "'-0.0'::DOUBLE", cell: { $float: '-0' } },
    { name: 'float', sql: '0.1::FLOAT', cell: 0.1, type: 'FLOAT' },
    { name: 'a float of nine digits', sql: '16777.217::FLOAT', cell: 16777.217 },
    { name: 'varchar', sql: "'it''s'", cell: "it's", type: 'VARCHAR' },
    { name: 'the empty text', sql: "''", cell: '' },
    { name: 'a text with a NUL', sql: "'a' || chr(0) || 'b'", cell: 'a\0b' },
    { name: 'emoji', sql: "'👩‍👩‍👧'", cell: '👩‍👩‍👧' },
    { name: 'blob', sql: "'\\x00\\xFF'::BLOB", cell: { $bytes: '00ff' }, type: 'BLOB' },
    { name: 'an empty blob', sql: "''::BLOB", cell: { $bytes: '' } },
    { name: 'bit', sql: "'0101010'::BIT", cell: { $bit: '0101010' }, type: 'BIT' },
    {
      name: 'uuid',
      sql: "'47183823-2574-4bfd-b411-99ed177d3e43'::UUID",
      cell: { $uuid: '47183823-2574-4bfd-b411-99ed177d3e43' },
      type: 'UUID',
    },
    { name: 'date', sql: "DATE '2024-02-29'", cell: { $date: '2024-02-29' }, type: 'DATE' },
    { name: 'the epoch', sql: "DATE '1970-01-01'", cell: { $date: '1970-01-01' } },
    { name: 'a date BC', sql: "DATE '44-03-15 (BC)'", cell: { $date: '-0043-03-15' } },
    { name: 'the year 1 BC', sql: "DATE '1-12-31 (BC)'", cell: { $date: '0000-12-31' } },
    { name: 'a far date', sql: "DATE '12024-01-01'", cell: { $date: '12024-01-01' } },
    { name: 'infinity as a date', sql: "DATE 'infinity'", cell: { $date: 'infinity' } },
    { name: 'minus infinity as a date', sql: "DATE '-infinity'", cell: { $date: '-infinity' } },
    { name: 'time', sql: "TIME '10:20:30.000001'", cell: { $time: '10:20:30.000001' } },
    { name: 'the end of the day', sql: "TIME '24:00:00'", cell: { $time: '24:00:00' } },
    {
      name: 'time_ns',
      sql: "'10:20:30.123456789'::TIME_NS",
      cell: { $time: '10:20:30.123456789' },
    },
    { name: 'timetz', sql: "'10:00:00+05:30'::TIMETZ", cell: { $timetz: '10:00:00+05:30' } },
    { name: 'timetz west', sql: "'10:00:00.5-03'::TIMETZ", cell: { $timetz: '10:00:00.5-03' } },
    {
      name: 'timestamp',
      sql: "TIMESTAMP '2024-01-01 00:00:00.000001'",
      cell: { $timestamp: '2024-01-01T00:00:00.000001' },
      type: 'TIMESTAMP',
    },
    {
      name: 'a timestamp before 1970',
      sql: "TIMESTAMP '1969-12-31 23:59:59.5'",
      cell: { $timestamp: '1969-12-31T23:59:59.5' },
    },
    {
      name: 'timestamp_s',
      sql: "'2024-01-01 10:00:00'::TIMESTAMP_S",
      cell: { $timestamp: '2024-01-01T10:00:00' },
    },
    {
      name: 'timestamp_ms',
      sql: "'2024-01-01 10:00:00.123'::TIMESTAMP_MS",
      cell: { $timestamp: '2024-01-01T10:00:00.123' },
    },
    {
      name: 'timestamp_ns',
      sql: "'2024-01-01 10:00:00.123456789'::TIMESTAMP_NS",
      cell: { $timestamp: '2024-01-01T10:00:00.123456789' },
    },
    {
      name: 'timestamptz',
      sql: "TIMESTAMPTZ '2024-01-01 02:00:00+02'",
      cell: { $timestamptz: '2024-01-01T00:00:00Z' },
    },
    {
      name: 'infinity as a timestamp',
      sql: "TIMESTAMP 'infinity'",
      cell: { $timestamp: 'infinity' },
    },
    {
      name: 'minus infinity as a timestamptz',
      sql: "TIMESTAMPTZ '-infinity'",
      cell: { $timestamptz: '-infinity' },
    },
    {
      name: 'interval',
      sql: "INTERVAL '1 year 2 months -3 days 4 hours 5.5 seconds'",
      cell: { $interval: 'P1Y2M-3DT4H5.5S' },
    },
    {
      name: 'a negative interval',
      sql: "INTERVAL '-1 month -0.25 seconds'",
      cell: { $interval: 'P-1MT-0.25S' },
    },
    { name: 'no time at all', sql: "INTERVAL '0 days'", cell: { $interval: 'PT0S' } },
    {
      name: 'json',
      sql: '\'{"a": [1, null]}\'::JSON',
      cell: { $json: { a: [1, null] } },
      type: 'JSON',
    },
    {
      name: 'json with a number beyond a double',
      sql: "'[9007199254740993]'::JSON",
      cell: { $json: '[9007199254740993]' },
    },
    { name: 'enum', sql: "'b'::ENUM('a', 'b')", cell: 'b', type: "ENUM('a', 'b')" },
    {
      name: 'list',
      sql: '[1, NULL, 9007199254740993]',
      cell: [1, null, 9007199254740993n],
      type: 'BIGINT[]',
    },
    { name: 'an empty list', sql: '[]::DATE[]', cell: [] },
    {
      name: 'a list of lists of dates',
      sql: "[[DATE '2024-01-01'], NULL]",
      cell: [[{ $date: '2024-01-01' }], null],
    },
    { name: 'array', sql: '[1.5, 2.5]::DOUBLE[2]', cell: [1.5, 2.5], type: 'DOUBLE[2]' },
    {
      name: 'struct',
      sql: "{'a': 1, 'b c': 1.10::DECIMAL(3,2), 'd': NULL}",
      cell: { $struct: { a: 1, 'b c': { $decimal: '1.10' }, d: null } },
    },
    {
      name: 'map',
      sql: "MAP {DATE '2024-01-01': [1], DATE '2024-01-02': NULL}",
      cell: {
        $map: [
          [{ $date: '2024-01-01' }, [1]],
          [{ $date: '2024-01-02' }, null],
        ],
      },
    },
    { name: 'union', sql: 'union_value(n := 7::BIGINT)', cell: { $struct: { n: 7 } } },
    { name: 'variant', sql: "{'a': 1}::VARIANT", cell: { $struct: { a: 1 } } },
  ],
  parameters: [
    { cell: null, result: null },
    { cell: true, result: true },
    { cell: 5, sql: 'typeof($)', result: 'INTEGER' },
    { cell: 5000000000, result: 5000000000 },
    { cell: 9007199254740993n, result: 9007199254740993n },
    { cell: 1n << 100n, result: 1n << 100n },
    { cell: 1.5, result: 1.5 },
    { cell: { $float: '2' }, result: { $float: '2' } },
    { cell: { $decimal: '-1.10' }, result: { $decimal: '-1.10' } },
    { cell: "it's", result: "it's" },
    { cell: '', result: '' },
    { cell: { $bytes: '00ff' }, result: { $bytes: '00ff' } },
    { cell: { $date: '2024-02-29' }, sql: '$::DATE', result: { $date: '2024-02-29' } },
    {
      cell: { $timestamp: '2024-02-29T10:00:00.5' },
      sql: '$::TIMESTAMP',
      result: { $timestamp: '2024-02-29T10:00:00.5' },
    },
  ],
  facts: {
    'a primary key of two columns in its order': {
      setup: ['CREATE TABLE pair (b INTEGER, a INTEGER, c VARCHAR, PRIMARY KEY (a, b))'],
    },
    'a composite key stays one key, in its order': {
      setup: [
        'CREATE TABLE building (city VARCHAR, number INTEGER, PRIMARY KEY (city, number))',
        'CREATE TABLE room (id INTEGER PRIMARY KEY, n INTEGER, c VARCHAR, FOREIGN KEY (c, n) REFERENCES building (city, number))',
      ],
    },
    'a key of a table to itself': {
      setup: [
        'CREATE TABLE employee (id INTEGER PRIMARY KEY, manager_id INTEGER REFERENCES employee (id))',
      ],
    },
    'keys in a circle': {
      never: 'CREATE TABLE store (id INTEGER PRIMARY KEY, manager INTEGER REFERENCES staff (id))',
      error: /Table with name staff does not exist/,
    },
    'the same constraint name on two tables': {
      setup: [
        'CREATE TABLE owner (id INTEGER PRIMARY KEY)',
        ...['cat', 'dog'].map(
          (name) =>
            `CREATE TABLE ${name} (id INTEGER, owner_id INTEGER, CONSTRAINT has_owner FOREIGN KEY (owner_id) REFERENCES owner (id))`,
        ),
      ],
      keepsKeyNames: false,
    },
    'a key that names no columns means the primary key': {
      setup: [
        'CREATE TABLE parent (code VARCHAR PRIMARY KEY)',
        'CREATE TABLE child (id INTEGER, parent_code VARCHAR REFERENCES parent)',
      ],
    },
    'a key to a missing table': {
      never: 'CREATE TABLE orphan (id INTEGER, gone_id INTEGER REFERENCES gone (id))',
      error: /Table with name gone does not exist/,
    },
    'a key into another schema': {
      never:
        'CREATE SCHEMA far; CREATE TABLE far.place (id INTEGER PRIMARY KEY); CREATE TABLE visit (id INTEGER, place_id INTEGER REFERENCES far.place (id))',
      error: /across different schemas/,
    },
    'the same table in two schemas': {
      setup: [
        'CREATE SCHEMA one',
        'CREATE SCHEMA two',
        'CREATE TABLE one.thing (id INTEGER)',
        'CREATE TABLE two.thing (name VARCHAR)',
      ],
    },
    'a view with its definition and columns': {
      setup: [
        'CREATE TABLE base (id INTEGER PRIMARY KEY, amount DOUBLE)',
        'CREATE VIEW big AS SELECT id, amount FROM base WHERE amount > 41',
      ],
    },
    'a broken view is named and not fatal': {
      setup: [
        'CREATE TABLE whole (id INTEGER)',
        'CREATE TABLE gone (id INTEGER)',
        'CREATE VIEW broken AS SELECT * FROM gone',
        'DROP TABLE gone',
      ],
    },
    'a materialized view': {
      never: 'CREATE MATERIALIZED VIEW totals AS SELECT 1 AS n',
      error: /syntax error|not supported|Not implemented/i,
    },
    'a partitioned table is one table': {
      never: 'CREATE TABLE log (id INTEGER, day DATE) PARTITION BY RANGE (day)',
      error: /syntax error/,
    },
    'an inherited table is part of its parent': {
      never: 'CREATE TABLE city (id INTEGER); CREATE TABLE capital (state VARCHAR) INHERITS (city)',
      error: /syntax error|inherit/i,
    },
    'a foreign table': {
      never: 'CREATE FOREIGN TABLE remote (id INTEGER) SERVER s',
      error: /syntax error/,
    },
    'a virtual table without its shadow tables': {
      never: 'CREATE VIRTUAL TABLE docs USING fts5(title, body)',
      error: /syntax error/,
    },
    'comments on a table and a column': {
      setup: [
        'CREATE TABLE noted (id INTEGER, price INTEGER)',
        "COMMENT ON TABLE noted IS 'It''s noted'",
        'COMMENT ON COLUMN noted.price IS \'in cents, "net"\'',
      ],
    },
    'a comment on a view': {
      setup: ['CREATE VIEW seen AS SELECT 1 AS n', "COMMENT ON VIEW seen IS 'only what is seen'"],
    },
    'the labels of an enum': {
      setup: [
        "CREATE TYPE mood AS ENUM ('sad', 'it''s ok', 'happy')",
        'CREATE TABLE person (id INTEGER, mood mood)',
      ],
    },
    'a domain': { never: 'CREATE DOMAIN positive AS INTEGER', error: /syntax error/ },
    'an array': { setup: ['CREATE TABLE tagged (tags VARCHAR[])'], dataType: 'VARCHAR[]' },
    'a struct': {
      setup: ['CREATE TABLE placed (spot STRUCT(x INTEGER, "y z" DATE))'],
      dataType: 'STRUCT(x INTEGER, "y z" DATE)',
    },
    'a map': {
      setup: ['CREATE TABLE keyed (entries MAP(VARCHAR, INTEGER[]))'],
      dataType: 'MAP(VARCHAR, INTEGER[])',
    },
    'a generated column': {
      setup: [
        'CREATE TABLE line (price DOUBLE, amount INTEGER, total DOUBLE GENERATED ALWAYS AS (price * amount))',
      ],
    },
    'an identity column': {
      never: 'CREATE TABLE counted (id INTEGER GENERATED ALWAYS AS IDENTITY)',
      error: /Constraint not implemented/,
    },
    'a dropped column is gone': {
      setup: [
        'CREATE TABLE cut (a INTEGER, b INTEGER, c INTEGER)',
        'ALTER TABLE cut DROP COLUMN b',
      ],
    },
    'nullable and not': {
      setup: ['CREATE TABLE needed (id INTEGER PRIMARY KEY, must VARCHAR NOT NULL, may VARCHAR)'],
    },
    'names with spaces, quotes, dots, dashes and other scripts': {
      setup: oddNames.map((name) => `CREATE TABLE ${quote(name)} (${quote(name)} INTEGER)`),
    },
    'a name with an emoji': { setup: ['CREATE TABLE "🙂" ("🙂" INTEGER)'] },
    'two names that differ by case only': {
      never: 'CREATE TABLE twin (id INTEGER); CREATE TABLE "Twin" (name VARCHAR)',
      error: /already exists/,
    },
    'a table the login may not read': { never: 'CREATE USER reader', error: /syntax error/ },
    'a table without columns': {
      never: 'CREATE TABLE nothing ()',
      error: /syntax error|at least one column/i,
    },
    'an empty database': { setup: [] },
    'temporary and system tables never appear': {
      setup: [
        'CREATE SEQUENCE numbers',
        'CREATE TABLE mine (id INTEGER PRIMARY KEY)',
        'CREATE TEMP TABLE passing (id INTEGER)',
        'CREATE TEMP VIEW passing_view AS SELECT 1 AS n',
      ],
    },
    'a very wide table': {
      setup: [`CREATE TABLE wide (${list(2_000, (number) => `c${number} INTEGER`).join(', ')})`],
    },
    'five thousand tables': {
      setup: [
        'BEGIN',
        ...list(
          5_000,
          (number) => `CREATE TABLE t${number} (id INTEGER PRIMARY KEY, name VARCHAR)`,
        ),
        'COMMIT',
      ],
    },
  },
});
