import { describe } from 'vitest';
import {
  createPostgresDatabase,
  hasPostgres,
  needsPostgres,
  queryPostgres,
  uniqueName,
  withLogin,
} from '../servers/index.ts';
import { freePort } from '../servers/server-process.ts';
import { describeDatasource } from './describe-datasource.ts';
import { oddNames } from './introspection-facts.ts';

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const list = (length: number, item: (number: number) => string) =>
  Array.from({ length }, (_, index) => item(index + 1));

describe.skipIf(!hasPostgres)(`PostgreSQL${needsPostgres}`, () => {
  describeDatasource({
    name: 'PostgreSQL',
    /** Statements that name `:reader` get a login of its own, and the datasource uses it. */
    async createDatabase(statements) {
      const reader = uniqueName();
      const hasReader = statements.some((statement) => statement.includes(':reader'));
      const database = await createPostgresDatabase();
      const drop = async () => {
        if (hasReader) await database.run(`DROP OWNED BY ${reader}; DROP ROLE ${reader}`);
        await database.drop();
      };
      try {
        if (hasReader) await database.run(`CREATE ROLE ${reader} LOGIN PASSWORD 'r'`);
        await database.run(statements.map((text) => text.replaceAll(':reader', reader)));
      } catch (error) {
        await database.drop();
        throw error;
      }
      const url = hasReader ? withLogin(database.url, reader, 'r') : database.url;
      return {
        spec: { id: 'test', connection: { type: 'postgres', url } },
        fingerprint: async () =>
          JSON.stringify(
            await queryPostgres(
              database.url,
              `SELECT (SELECT array_agg(i ORDER BY i) FROM item i), (SELECT count(*) FROM pg_class),
                      (SELECT count(*) FROM pg_largeobject_metadata), (SELECT count(*) FROM pg_authid),
                      (SELECT array_agg(last_value) FROM pg_sequences), (SELECT count(*) FROM pg_db_role_setting)`,
            ),
          ),
        drop,
      };
    },
    async missing() {
      const url = `postgres://nobody:s3cret@127.0.0.1:${await freePort()}/none`;
      return {
        spec: { id: 'absent', connection: { type: 'postgres', url } },
        error: /connecting to postgres:\/\/nobody@127\.0\.0\.1:\d+\/none failed: .*ECONNREFUSED/,
      };
    },
    placeholder: (position) => `$${position}`,
    rowsSql: (count) => `SELECT i FROM generate_series(1, ${count}) AS i`,
    repeatSql: (text, times) => `repeat('${text}', ${times})`,
    runaways: [
      { name: 'rows without end', sql: 'SELECT count(*) FROM generate_series(1, 1e12)' },
      { name: 'a sleep', sql: 'SELECT pg_sleep(600)' },
      {
        name: 'a query that turns the limit of the server off',
        sql: "SELECT set_config('statement_timeout', '0', true), pg_sleep(600)",
      },
    ],
    attacks: [
      { name: 'INSERT', sql: "INSERT INTO item VALUES (9, 'x')" },
      { name: 'INSERT … RETURNING', sql: "INSERT INTO item VALUES (9, 'x') RETURNING id" },
      {
        name: 'DELETE behind a CTE',
        sql: 'WITH d AS (DELETE FROM item RETURNING id) SELECT * FROM d',
      },
      { name: 'UPDATE', sql: "UPDATE item SET name = 'x'" },
      {
        name: 'MERGE',
        sql: 'MERGE INTO item USING item o ON item.id = o.id WHEN MATCHED THEN DELETE',
      },
      { name: 'TRUNCATE', sql: 'TRUNCATE item' },
      { name: 'CREATE TABLE', sql: 'CREATE TABLE x (a int)' },
      { name: 'CREATE TEMP TABLE', sql: 'CREATE TEMP TABLE x (a int)' },
      { name: 'SELECT INTO', sql: 'SELECT 1 AS a INTO x' },
      { name: 'DROP TABLE', sql: 'DROP TABLE item' },
      { name: 'ALTER SYSTEM', sql: "ALTER SYSTEM SET work_mem = '1GB'" },
      { name: 'a second statement', sql: 'SELECT 1; DELETE FROM item' },
      { name: 'COMMIT and a second statement', sql: 'COMMIT; DELETE FROM item' },
      { name: 'COMMIT', sql: 'COMMIT' },
      { name: 'SET TRANSACTION', sql: 'SET TRANSACTION READ WRITE' },
      { name: 'SET SESSION', sql: 'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE' },
      {
        name: 'set_config of the transaction',
        sql: "SELECT set_config('transaction_read_only', 'off', false)",
      },
      { name: 'DO with COMMIT', sql: "DO 'BEGIN COMMIT; DELETE FROM item; END'" },
      { name: 'COPY TO', sql: 'COPY item TO STDOUT' },
      { name: 'COPY FROM', sql: 'COPY item FROM STDIN' },
      { name: 'COPY TO PROGRAM', sql: "COPY item TO PROGRAM 'cat > stolen'" },
      { name: 'LOCK', sql: 'LOCK TABLE item' },
      { name: 'SELECT FOR UPDATE', sql: 'SELECT * FROM item FOR UPDATE' },
      { name: 'EXPLAIN ANALYZE of a write', sql: 'EXPLAIN ANALYZE DELETE FROM item' },
      { name: 'VACUUM', sql: 'VACUUM item' },
      { name: 'CREATE ROLE', sql: 'CREATE ROLE stolen' },
      { name: 'PREPARE', sql: 'PREPARE p AS DELETE FROM item' },
    ],
    harmless: [
      { name: 'a semicolon and a comment behind', sql: 'SELECT 1; -- the end' },
      { name: 'a semicolon in a text', sql: "SELECT ';DROP TABLE item'" },
      { name: 'a dollar-quoted text', sql: 'SELECT $a$; DROP TABLE item; $a$' },
      { name: 'a comment in a comment before', sql: '/* DELETE /* ; */ ; */ SELECT 1' },
      { name: 'VALUES', sql: 'VALUES (1), (2)' },
      { name: 'TABLE', sql: 'TABLE item' },
      { name: 'EXPLAIN', sql: 'EXPLAIN SELECT * FROM item' },
      { name: 'SHOW', sql: 'SHOW server_version' },
      { name: 'a row without columns', sql: 'SELECT' },
    ],
    values: [
      { name: 'NULL', sql: 'NULL', cell: null },
      { name: 'an integer', sql: '42', cell: 42, type: 'integer' },
      {
        name: 'an integer beyond a double',
        sql: '9007199254740993',
        cell: 9007199254740993n,
        type: 'bigint',
      },
      {
        name: 'the smallest integer',
        sql: '(-9223372036854775808)::bigint',
        cell: -9223372036854775808n,
      },
      {
        name: 'a double',
        sql: '0.1::float8 + 0.2::float8',
        cell: 0.30000000000000004,
        type: 'double precision',
      },
      { name: 'a whole double', sql: '60000::float8', cell: { $float: '60000' } },
      { name: 'a NaN', sql: "'NaN'::float8", cell: { $float: 'nan' } },
      {
        name: 'a numeric of fifty digits',
        sql: "'123456789012345678901234567890.12345678901234567890'::numeric",
        cell: { $decimal: '123456789012345678901234567890.12345678901234567890' },
      },
      {
        name: 'a numeric with its zeros',
        sql: '1.10::numeric(10,2)',
        cell: { $decimal: '1.10' },
        type: 'numeric(10,2)',
      },
      { name: 'a numeric infinity', sql: "'-Infinity'::numeric", cell: { $decimal: '-Infinity' } },
      { name: 'a truth value', sql: '1 = 1', cell: true, type: 'boolean' },
      { name: 'bytes', sql: "'\\x00ff'::bytea", cell: { $bytes: '00ff' } },
      { name: 'a date before Christ', sql: "date '0044-03-15 BC'", cell: { $date: '-0043-03-15' } },
      {
        name: 'a timestamp to the microsecond',
        sql: "timestamp '2024-01-01 00:00:00.000001'",
        cell: { $timestamp: '2024-01-01T00:00:00.000001' },
      },
      {
        name: 'an instant',
        sql: "timestamptz '2024-01-01 00:00+02'",
        cell: { $timestamptz: '2023-12-31T22:00:00Z' },
        type: 'timestamp with time zone',
      },
      { name: 'an endless date', sql: "date 'infinity'", cell: { $date: 'infinity' } },
      {
        name: 'an interval',
        sql: "interval '1 mon -2 days 3.5 s'",
        cell: { $interval: 'P1M-2DT3.5S' },
      },
      {
        name: 'a uuid',
        sql: "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid",
        cell: { $uuid: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' },
      },
      { name: 'json', sql: `'{"a": [1, null]}'::jsonb`, cell: { $json: { a: [1, null] } } },
      {
        name: 'an array with NULL',
        sql: 'ARRAY[[1, NULL], [3, 4]]',
        cell: [
          [1, null],
          [3, 4],
        ],
        type: 'integer[]',
      },
      { name: 'bits', sql: "B'0101'", cell: { $bit: '0101' } },
    ],
    parameters: [
      { cell: null, sql: '$::int', result: null },
      { cell: true, sql: '$::bool', result: true },
      { cell: 5, sql: '$::int', result: 5 },
      { cell: 1.5, sql: '$::float8', result: 1.5 },
      { cell: 9007199254740993n, sql: '$::int8', result: 9007199254740993n },
      { cell: "it's", result: "it's" },
      { cell: '', result: '' },
      { cell: { $bytes: '00ff' }, sql: '$::bytea', result: { $bytes: '00ff' } },
      { cell: { $date: '-0043-03-15' }, sql: '$::date', result: { $date: '-0043-03-15' } },
      {
        cell: { $decimal: '12345678901234567890.10' },
        sql: '$::numeric',
        result: { $decimal: '12345678901234567890.10' },
      },
      { cell: ['a,b', null], sql: '$::text[]', result: ['a,b', null] },
    ],
    facts: {
      'a primary key of two columns in its order': {
        setup: ['CREATE TABLE pair (b int, a int, c text, PRIMARY KEY (a, b))'],
      },
      'a composite key stays one key, in its order': {
        setup: [
          'CREATE TABLE building (city text, number int, PRIMARY KEY (city, number))',
          'CREATE TABLE room (id int PRIMARY KEY, n int, c text, FOREIGN KEY (c, n) REFERENCES building (city, number))',
        ],
      },
      'a key of a table to itself': {
        setup: [
          'CREATE TABLE employee (id int PRIMARY KEY, manager_id int REFERENCES employee (id))',
        ],
      },
      'keys in a circle': {
        setup: [
          'CREATE TABLE store (id int PRIMARY KEY, manager int)',
          'CREATE TABLE staff (id int PRIMARY KEY, store_id int REFERENCES store)',
          'ALTER TABLE store ADD FOREIGN KEY (manager) REFERENCES staff',
        ],
      },
      'the same constraint name on two tables': {
        setup: [
          'CREATE TABLE owner (id int PRIMARY KEY)',
          ...['cat', 'dog'].map(
            (name) =>
              `CREATE TABLE ${name} (id int, owner_id int, CONSTRAINT has_owner FOREIGN KEY (owner_id) REFERENCES owner (id))`,
          ),
        ],
      },
      'a key that names no columns means the primary key': {
        setup: [
          'CREATE TABLE parent (code text PRIMARY KEY)',
          'CREATE TABLE child (id int, parent_code text REFERENCES parent)',
        ],
      },
      'a key to a missing table': {
        never: 'CREATE TABLE orphan (id int, gone_id int REFERENCES gone (id))',
        error: /relation "gone" does not exist/,
      },
      'a key into another schema': {
        setup: [
          'CREATE SCHEMA far',
          'CREATE TABLE far.place (id int PRIMARY KEY)',
          'CREATE TABLE visit (id int, place_id int REFERENCES far.place (id))',
        ],
      },
      'the same table in two schemas': {
        setup: [
          'CREATE SCHEMA one',
          'CREATE SCHEMA two',
          'CREATE TABLE one.thing (id int)',
          'CREATE TABLE two.thing (name text)',
        ],
      },
      'a view with its definition and columns': {
        setup: [
          'CREATE TABLE base (id int PRIMARY KEY, amount float8)',
          'CREATE VIEW big AS SELECT id, amount FROM base WHERE amount > 41',
        ],
      },
      'a broken view is named and not fatal': {
        never: 'CREATE TABLE gone (id int); CREATE VIEW broken AS TABLE gone; DROP TABLE gone',
        error: /cannot drop table gone because other objects depend on it/,
      },
      'a materialized view': {
        setup: [
          'CREATE TABLE base (id int)',
          'CREATE MATERIALIZED VIEW totals AS SELECT count(*) AS n FROM base',
        ],
      },
      'a partitioned table is one table': {
        setup: [
          'CREATE TABLE log (id int, day date) PARTITION BY RANGE (day)',
          "CREATE TABLE log_1 PARTITION OF log FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')",
          'CREATE TABLE log_2 PARTITION OF log DEFAULT',
        ],
      },
      'an inherited table is part of its parent': {
        setup: [
          'CREATE TABLE city (id int, name text)',
          'CREATE TABLE capital (state text) INHERITS (city)',
        ],
      },
      'a foreign table': {
        setup: [
          'CREATE EXTENSION file_fdw',
          'CREATE SERVER files FOREIGN DATA WRAPPER file_fdw',
          "CREATE FOREIGN TABLE remote (id text) SERVER files OPTIONS (filename '/dev/null')",
        ],
      },
      'a virtual table without its shadow tables': {
        never: 'CREATE VIRTUAL TABLE docs USING fts5(title, body)',
        error: /syntax error at or near "VIRTUAL"/,
      },
      'comments on a table and a column': {
        setup: [
          'CREATE TABLE noted (id int, price int)',
          "COMMENT ON TABLE noted IS 'It''s noted'",
          `COMMENT ON COLUMN noted.price IS 'in cents, "net"'`,
        ],
      },
      'a comment on a view': {
        setup: ['CREATE VIEW seen AS SELECT 1 AS a', "COMMENT ON VIEW seen IS 'only what is seen'"],
      },
      'the labels of an enum': {
        setup: [
          "CREATE TYPE mood AS ENUM ('sad', 'happy')",
          "ALTER TYPE mood ADD VALUE 'it''s ok' BEFORE 'happy'",
          'CREATE TABLE person (id int, mood mood)',
        ],
      },
      'a domain': {
        setup: [
          'CREATE DOMAIN positive AS int CHECK (VALUE > 0)',
          'CREATE TABLE stock (amount positive)',
        ],
        dataType: 'positive',
      },
      'an array': {
        setup: ['CREATE TABLE tagged (tags varchar(9)[][])'],
        dataType: 'character varying(9)[]',
      },
      'a struct': {
        setup: ['CREATE TYPE spot AS (x int, y int)', 'CREATE TABLE placed (spot spot)'],
        dataType: 'spot',
      },
      'a map': {
        never: 'CREATE TABLE keyed (entries MAP(VARCHAR, INTEGER))',
        error: /syntax error at or near "VARCHAR"|type "map" does not exist/,
      },
      'a generated column': {
        setup: [
          'CREATE TABLE line (price float8, amount int, total float8 GENERATED ALWAYS AS (price * amount) STORED)',
        ],
      },
      'an identity column': {
        setup: ['CREATE TABLE counted (id int GENERATED BY DEFAULT AS IDENTITY, name text)'],
      },
      'a dropped column is gone': {
        setup: ['CREATE TABLE cut (a int, b int, c int)', 'ALTER TABLE cut DROP COLUMN b'],
      },
      'nullable and not': {
        setup: ['CREATE TABLE needed (id int PRIMARY KEY, must text NOT NULL, may text)'],
      },
      'names with spaces, quotes, dots, dashes and other scripts': {
        setup: oddNames.map((name) => `CREATE TABLE ${quote(name)} (${quote(name)} int)`),
      },
      'a name with an emoji': { setup: ['CREATE TABLE "🙂" ("🙂" int)'] },
      'two names that differ by case only': {
        setup: ['CREATE TABLE twin (id int)', 'CREATE TABLE "Twin" (name text)'],
      },
      'a table the login may not read': {
        setup: [
          'CREATE TABLE secret (id int)',
          'CREATE TABLE open (id int)',
          'GRANT SELECT ON open TO :reader',
        ],
      },
      'a table without columns': { setup: ['CREATE TABLE nothing ()'] },
      'an empty database': { setup: [] },
      'temporary and system tables never appear': {
        setup: [
          'CREATE TABLE mine (id int GENERATED ALWAYS AS IDENTITY, body text)',
          'CREATE TEMP TABLE passing (id int)',
          'ANALYZE mine',
        ],
      },
      'a very wide table': {
        setup: [`CREATE TABLE wide (${list(1_600, (number) => `c${number} bool`).join(', ')})`],
      },
      'five thousand tables': {
        setup: list(5_000, (number) => `CREATE TABLE t${number} (id int, name text)`),
      },
    },
  });
});
