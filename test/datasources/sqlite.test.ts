import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describeDatasource } from './describe-datasource.ts';
import { createDatabaseFolder } from './file-database.ts';
import { oddNames } from './introspection-facts.ts';

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const list = (length: number, item: (number: number) => string) =>
  Array.from({ length }, (_, index) => item(index + 1));
const outside = join(createDatabaseFolder().folder, 'stolen.sqlite');

describeDatasource({
  name: 'SQLite',
  async createDatabase(statements) {
    const { folder, fingerprint, drop } = createDatabaseFolder();
    const path = join(folder, 'test.sqlite');
    const database = new DatabaseSync(path);
    try {
      database.exec('BEGIN');
      for (const statement of statements) database.exec(statement);
      database.exec('COMMIT');
    } finally {
      database.close();
    }
    return {
      spec: { id: 'test', connection: { type: 'sqlite', path } },
      fingerprint: async () => `${await fingerprint()} ${existsSync(outside)}`,
      drop,
    };
  },
  async missing() {
    const path = join(createDatabaseFolder().folder, 'nope.sqlite');
    return {
      spec: { id: 'absent', connection: { type: 'sqlite', path } },
      error: /nope\.sqlite.*there is no such file/,
    };
  },
  placeholder: () => '?',
  rowsSql: (count) =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n`,
  repeatSql: (text, times) => `replace(hex(zeroblob(${times})), '00', '${text}')`,
  runaways: [
    {
      name: 'a recursion without end',
      sql: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
    },
    {
      name: 'one call that takes minutes',
      sql: "SELECT instr(hex(zeroblob(40000000)) || 'a', hex(zeroblob(20000000)) || 'b')",
    },
  ],
  attacks: [
    { name: 'INSERT', sql: "INSERT INTO item VALUES (9, 'x')" },
    { name: 'INSERT … RETURNING', sql: "INSERT INTO item VALUES (9, 'x') RETURNING id" },
    { name: 'UPDATE of no row', sql: 'UPDATE item SET id = 1 WHERE 0' },
    { name: 'DELETE', sql: 'DELETE FROM item' },
    { name: 'DELETE behind a CTE', sql: 'WITH a AS (SELECT 1) DELETE FROM item' },
    { name: 'REPLACE', sql: "REPLACE INTO item VALUES (1, 'x')" },
    { name: 'CREATE TABLE', sql: 'CREATE TABLE x (a)' },
    { name: 'CREATE TEMP TABLE', sql: 'CREATE TEMP TABLE x (a)' },
    { name: 'CREATE VIRTUAL TABLE', sql: 'CREATE VIRTUAL TABLE x USING fts5(a)' },
    { name: 'CREATE INDEX', sql: 'CREATE INDEX x ON item (name)' },
    { name: 'ALTER TABLE', sql: 'ALTER TABLE item ADD COLUMN x' },
    { name: 'DROP TABLE', sql: 'DROP TABLE item' },
    { name: 'a second statement', sql: 'SELECT 1; DELETE FROM item' },
    { name: 'a second statement after a comment', sql: 'SELECT 1; -- one\nDELETE FROM item' },
    { name: 'ATTACH', sql: `ATTACH '${outside}' AS stolen` },
    { name: 'VACUUM INTO', sql: `VACUUM INTO '${outside}'` },
    { name: 'VACUUM', sql: 'VACUUM' },
    { name: 'PRAGMA journal_mode', sql: 'PRAGMA journal_mode = WAL' },
    { name: 'PRAGMA user_version', sql: 'PRAGMA user_version = 7' },
    { name: 'PRAGMA query_only', sql: 'PRAGMA query_only = 0' },
    { name: 'PRAGMA writable_schema', sql: 'PRAGMA writable_schema = 1' },
    { name: 'PRAGMA temp_store_directory', sql: "PRAGMA temp_store_directory = '/'" },
    { name: 'load_extension', sql: "SELECT load_extension('x')" },
    { name: 'BEGIN', sql: 'BEGIN IMMEDIATE' },
    { name: 'SAVEPOINT', sql: 'SAVEPOINT x' },
    { name: 'ANALYZE', sql: 'ANALYZE' },
    { name: 'REINDEX', sql: 'REINDEX' },
    { name: 'DETACH', sql: 'DETACH main' },
    { name: 'EXPLAIN of a write', sql: 'EXPLAIN DELETE FROM item' },
  ],
  harmless: [
    { name: 'a semicolon and a comment behind', sql: 'SELECT 1; -- the end' },
    { name: 'a semicolon in a text', sql: "SELECT ';DROP TABLE item'" },
    { name: 'VALUES', sql: 'VALUES (1), (2)' },
    { name: 'EXPLAIN QUERY PLAN', sql: 'EXPLAIN QUERY PLAN SELECT * FROM item' },
    { name: 'PRAGMA table_info', sql: 'PRAGMA table_info(item)' },
    { name: 'a table-valued pragma', sql: "SELECT name FROM pragma_table_info('item')" },
    { name: 'a comment before', sql: '/* DELETE */ SELECT 1' },
    { name: 'an unterminated comment behind', sql: 'SELECT 1 /* open' },
    { name: 'a text in double quotes', sql: 'SELECT "no such column"' },
  ],
  values: [
    { name: 'NULL', sql: 'NULL', cell: null },
    { name: 'an integer', sql: '42', cell: 42 },
    { name: 'the largest safe integer', sql: '9007199254740991', cell: 9007199254740991 },
    { name: 'an integer beyond a double', sql: '9007199254740993', cell: 9007199254740993n },
    { name: 'the smallest integer', sql: '-9223372036854775807 - 1', cell: -9223372036854775808n },
    { name: 'a double', sql: '0.1 + 0.2', cell: 0.30000000000000004 },
    { name: 'a whole double', sql: '60000.0', cell: { $float: '60000' } },
    { name: 'negative zero', sql: '-0.0', cell: { $float: '-0' } },
    { name: 'infinity', sql: '9e999', cell: { $float: 'inf' } },
    { name: 'negative infinity', sql: '-9e999', cell: { $float: '-inf' } },
    { name: 'a text', sql: "'it''s'", cell: "it's" },
    { name: 'the empty text', sql: "''", cell: '' },
    { name: 'a text of digits', sql: "'007'", cell: '007' },
    { name: 'a text with a NUL', sql: "'a' || char(0) || 'b'", cell: 'a\0b' },
    { name: 'a text that begins with a NUL', sql: "char(0) || 'b'", cell: '\0b' },
    { name: 'emoji', sql: "'👩‍👩‍👧'", cell: '👩‍👩‍👧' },
    { name: 'a replacement character', sql: "'\uFFFD'", cell: '\uFFFD' },
    { name: 'a byte order mark', sql: "'\uFEFFa'", cell: '\uFEFFa' },
    { name: 'a text that is no UTF-8', sql: "CAST(x'ff41' AS TEXT)", cell: { $bytes: 'ff41' } },
    { name: 'a blob', sql: "x'00ff'", cell: { $bytes: '00ff' } },
    { name: 'an empty blob', sql: "x''", cell: { $bytes: '' } },
    { name: 'a truth value', sql: '1 = 1', cell: 1 },
    { name: 'json', sql: 'json(\'{"a": 1}\')', cell: '{"a":1}' },
  ],
  parameters: [
    { cell: null, result: null },
    { cell: true, result: 1 },
    { cell: 5, sql: 'typeof($)', result: 'integer' },
    { cell: 5, result: 5 },
    { cell: 1.5, result: 1.5 },
    { cell: 9007199254740993n, result: 9007199254740993n },
    { cell: "it's", result: "it's" },
    { cell: '', result: '' },
    { cell: { $bytes: '00ff' }, result: { $bytes: '00ff' } },
    { cell: { $date: '2024-02-29' }, result: '2024-02-29' },
    { cell: { $timestamp: '2024-02-29T00:00:00' }, result: '2024-02-29T00:00:00' },
    { cell: { $decimal: '1.25' }, result: 1.25 },
    {
      cell: { $decimal: '12345678901234567890.123' },
      result: '12345678901234567890.123',
    },
  ],
  facts: {
    'a primary key of two columns in its order': {
      setup: ['CREATE TABLE pair (b INTEGER, a INTEGER, c TEXT, PRIMARY KEY (a, b))'],
    },
    'a composite key stays one key, in its order': {
      setup: [
        'CREATE TABLE building (city TEXT, number INTEGER, PRIMARY KEY (city, number))',
        'CREATE TABLE room (id INTEGER PRIMARY KEY, n INTEGER, c TEXT, FOREIGN KEY (c, n) REFERENCES building (city, number))',
      ],
    },
    'a key of a table to itself': {
      setup: [
        'CREATE TABLE employee (id INTEGER PRIMARY KEY, manager_id INTEGER REFERENCES employee (id))',
      ],
    },
    'keys in a circle': {
      setup: [
        'CREATE TABLE store (id INTEGER PRIMARY KEY, manager INTEGER REFERENCES staff)',
        'CREATE TABLE staff (id INTEGER PRIMARY KEY, store_id INTEGER REFERENCES store)',
      ],
    },
    'the same constraint name on two tables': {
      setup: [
        'CREATE TABLE owner (id INTEGER PRIMARY KEY)',
        ...['cat', 'dog'].map(
          (name) =>
            `CREATE TABLE ${name} (id INTEGER, owner_id INTEGER, CONSTRAINT has_owner FOREIGN KEY (owner_id) REFERENCES owner (id))`,
        ),
      ],
    },
    'a key that names no columns means the primary key': {
      setup: [
        'CREATE TABLE parent (code TEXT PRIMARY KEY)',
        'CREATE TABLE child (id INTEGER, parent_code TEXT REFERENCES PARENT)',
      ],
    },
    'a key to a missing table': {
      setup: ['CREATE TABLE orphan (id INTEGER, gone_id INTEGER REFERENCES gone (id))'],
    },
    'a key into another schema': {
      never: 'CREATE TABLE visit (id INTEGER, place_id INTEGER REFERENCES far.place (id))',
      error: /near ".": syntax error/,
    },
    'the same table in two schemas': {
      never: 'CREATE SCHEMA one',
      error: /near "SCHEMA": syntax error/,
    },
    'a view with its definition and columns': {
      setup: [
        'CREATE TABLE base (id INTEGER PRIMARY KEY, amount REAL)',
        'CREATE VIEW big AS SELECT id, amount FROM base WHERE amount > 41',
      ],
    },
    'a broken view is named and not fatal': {
      setup: ['CREATE TABLE whole (id INTEGER)', 'CREATE VIEW broken AS SELECT * FROM not_there'],
    },
    'a materialized view': {
      never: 'CREATE MATERIALIZED VIEW totals AS SELECT 1 AS n',
      error: /near "MATERIALIZED": syntax error/,
    },
    'a partitioned table is one table': {
      never: 'CREATE TABLE log (id INTEGER, day TEXT) PARTITION BY RANGE (day)',
      error: /near "BY": syntax error/,
    },
    'an inherited table is part of its parent': {
      never: 'CREATE TABLE capital (state TEXT) INHERITS (city)',
      error: /near "\(": syntax error/,
    },
    'a foreign table': {
      never: 'CREATE FOREIGN TABLE remote (id INTEGER) SERVER s',
      error: /near "FOREIGN": syntax error/,
    },
    'a virtual table without its shadow tables': {
      setup: [
        'CREATE VIRTUAL TABLE docs USING fts5(title, body)',
        "INSERT INTO docs VALUES ('a', 'b')",
      ],
    },
    'comments on a table and a column': {
      never: "COMMENT ON TABLE noted IS 'x'",
      error: /near "COMMENT": syntax error/,
    },
    'a comment on a view': {
      never: "COMMENT ON VIEW seen IS 'x'",
      error: /near "COMMENT": syntax error/,
    },
    'the labels of an enum': {
      never: "CREATE TYPE mood AS ENUM ('sad')",
      error: /near "TYPE": syntax error/,
    },
    'a domain': {
      never: 'CREATE DOMAIN positive AS INTEGER',
      error: /near "DOMAIN": syntax error/,
    },
    'an array': {
      never: 'CREATE TABLE tagged (tags INTEGER ARRAY[2] DEFAULT ARRAY[1, 2])',
      error: /near "ARRAY": syntax error|syntax error/,
    },
    'a struct': {
      never: 'CREATE TABLE placed (spot STRUCT(x INTEGER, y INTEGER))',
      error: /syntax error/,
    },
    'a map': {
      never: 'CREATE TABLE keyed (entries MAP(VARCHAR, INTEGER))',
      error: /syntax error/,
    },
    'a generated column': {
      setup: [
        'CREATE TABLE line (price REAL, amount INTEGER, total REAL GENERATED ALWAYS AS (price * amount) STORED)',
      ],
    },
    'an identity column': {
      setup: ['CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)'],
    },
    'a dropped column is gone': {
      setup: [
        'CREATE TABLE cut (a INTEGER, b INTEGER, c INTEGER)',
        'ALTER TABLE cut DROP COLUMN b',
      ],
    },
    'nullable and not': {
      setup: ['CREATE TABLE needed (id INTEGER PRIMARY KEY, must TEXT NOT NULL, may TEXT)'],
    },
    'names with spaces, quotes, dots, dashes and other scripts': {
      setup: oddNames.map((name) => `CREATE TABLE ${quote(name)} (${quote(name)} INTEGER)`),
    },
    'a name with an emoji': { setup: ['CREATE TABLE "🙂" ("🙂" INTEGER)'] },
    'two names that differ by case only': {
      never: 'CREATE TABLE twin (id INTEGER); CREATE TABLE "Twin" (name TEXT)',
      error: /table "Twin" already exists/,
    },
    'a table the login may not read': {
      never: 'CREATE USER reader',
      error: /near "USER": syntax error/,
    },
    'a table without columns': {
      never: 'CREATE TABLE empty ()',
      error: /near "\)": syntax error/,
    },
    'an empty database': { setup: [] },
    'temporary and system tables never appear': {
      setup: [
        'CREATE TABLE mine (id INTEGER PRIMARY KEY AUTOINCREMENT)',
        'INSERT INTO mine VALUES (1)',
        'CREATE TEMP TABLE passing (id INTEGER)',
        'ANALYZE',
      ],
    },
    'a very wide table': {
      setup: [`CREATE TABLE wide (${list(2_000, (number) => `c${number} INTEGER`).join(', ')})`],
    },
    'five thousand tables': {
      setup: list(5_000, (number) => `CREATE TABLE t${number} (id INTEGER PRIMARY KEY, name TEXT)`),
    },
  },
});
