import { describe } from 'vitest';
import {
  createMysqlDatabase,
  hasMysql,
  mysqlUrl,
  needsMysql,
  queryMysql,
  runMysql,
  uniqueName,
  withLogin,
} from '../servers/index.ts';
import { freePort } from '../servers/server-process.ts';
import { describeDatasource } from './describe-datasource.ts';
import { oddNames } from './introspection-facts.ts';

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;
const list = (length: number, item: (number: number) => string) =>
  Array.from({ length }, (_, index) => item(index + 1));

/** The numbers from 1 to 1,000. */
const thousand = 'n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)';

describe.skipIf(!hasMysql)(`MySQL and MariaDB${needsMysql}`, () => {
  describeDatasource({
    name: 'MySQL and MariaDB',
    /**
     * Statements that name `:reader` get a login of its own, and the datasource uses it. A database
     * that they create is read too, and goes with the first.
     */
    async createDatabase(statements) {
      const reader = uniqueName();
      const hasReader = statements.some((statement) => statement.includes(':reader'));
      const others = statements.flatMap((text) => /^CREATE DATABASE (\w+)/.exec(text)?.[1] ?? []);
      const database = await createMysqlDatabase();
      const drop = async () => {
        await database.drop();
        for (const other of others) await runMysql(await mysqlUrl(), `DROP DATABASE ${other}`);
        if (hasReader) await runMysql(await mysqlUrl(), `DROP USER ${reader}@'%'`);
      };
      try {
        if (hasReader) await database.run(`CREATE USER ${reader}@'%' IDENTIFIED BY 'r'`);
        await database.run(statements.map((text) => text.replaceAll(':reader', `${reader}@'%'`)));
      } catch (error) {
        await drop();
        throw error;
      }
      const url = hasReader ? withLogin(database.url, reader, 'r') : database.url;
      return {
        spec: {
          id: 'test',
          connection: { type: 'mysql', url },
          ...(others.length > 0 ? { include: ['*', ...others.map((name) => `${name}.*`)] } : {}),
        },
        fingerprint: async () =>
          JSON.stringify([
            await queryMysql(database.url, 'SELECT * FROM item ORDER BY id'),
            await queryMysql(
              database.url,
              `SELECT (SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()) AS tables,
                      (SELECT COUNT(*) FROM mysql.user) AS users, @@global.max_connections AS setting`,
            ),
          ]),
        drop,
      };
    },
    async missing() {
      const url = `mysql://nobody:s3cret@127.0.0.1:${await freePort()}/none`;
      return {
        spec: { id: 'absent', connection: { type: 'mysql', url } },
        error: /connecting to mysql:\/\/nobody@127\.0\.0\.1:\d+\/none failed: .*ECONNREFUSED/,
      };
    },
    placeholder: () => '?',
    rowsSql: (count) =>
      count <= 1000
        ? `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n`
        : `WITH RECURSIVE ${thousand} SELECT CAST(z.i * 1000000 + y.i * 1000 + x.i - 1001000 AS SIGNED) FROM n z JOIN n y JOIN n x WHERE z.i <= ${Math.ceil(count / 1e6)} AND z.i * 1000000 + y.i * 1000 + x.i <= 1001000 + ${count}${count <= 100_000 ? ' ORDER BY 1' : ''}`,
    repeatSql: (text, times) => `REPEAT('${text}', ${times})`,
    runaways: [
      {
        name: 'a join without end',
        sql: `WITH RECURSIVE ${thousand} SELECT COUNT(*) FROM n a, n b, n c, n d`,
      },
      { name: 'a sleep', sql: 'SELECT SLEEP(600)' },
    ],
    attacks: [
      { name: 'INSERT', sql: "INSERT INTO item VALUES (9, 'x')" },
      { name: 'REPLACE', sql: "REPLACE INTO item VALUES (1, 'x')" },
      { name: 'UPDATE', sql: "UPDATE item SET name = 'x'" },
      { name: 'DELETE of two tables', sql: 'DELETE a, b FROM item a JOIN item b' },
      { name: 'TRUNCATE', sql: 'TRUNCATE item' },
      { name: 'CREATE TABLE', sql: 'CREATE TABLE x (a int)' },
      { name: 'CREATE TABLE … SELECT', sql: 'CREATE TABLE x AS SELECT 1 AS a' },
      { name: 'CREATE TEMPORARY TABLE', sql: 'CREATE TEMPORARY TABLE x (a int)' },
      { name: 'ALTER TABLE', sql: 'ALTER TABLE item ADD x int' },
      { name: 'DROP TABLE', sql: 'DROP TABLE item' },
      { name: 'a second statement', sql: 'SELECT 1; DELETE FROM item' },
      { name: 'COMMIT and a second statement', sql: 'COMMIT; DELETE FROM item' },
      { name: 'COMMIT', sql: 'COMMIT' },
      { name: 'START TRANSACTION', sql: 'START TRANSACTION READ WRITE' },
      { name: 'SET GLOBAL', sql: 'SET GLOBAL max_connections = 7' },
      { name: 'SET SESSION', sql: 'SET SESSION TRANSACTION READ WRITE' },
      { name: 'INTO OUTFILE', sql: "SELECT id FROM item INTO OUTFILE 'nl2sql-stolen'" },
      { name: 'INTO a variable', sql: 'SELECT id FROM item LIMIT 1 INTO @stolen' },
      { name: 'LOAD DATA LOCAL', sql: "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE item" },
      { name: 'LOCK TABLES', sql: 'LOCK TABLES item WRITE' },
      { name: 'OPTIMIZE TABLE', sql: 'OPTIMIZE TABLE item' },
      { name: 'ANALYZE TABLE', sql: 'ANALYZE TABLE item' },
      { name: 'FLUSH', sql: 'FLUSH TABLES' },
      { name: 'GRANT', sql: 'GRANT ALL ON *.* TO stolen' },
      { name: 'CREATE USER', sql: 'CREATE USER stolen' },
      { name: 'PREPARE', sql: "PREPARE p FROM 'DELETE FROM item'" },
      { name: 'HANDLER', sql: 'HANDLER item OPEN' },
    ],
    harmless: [
      { name: 'a semicolon behind', sql: 'SELECT 1;' },
      { name: 'a semicolon in a text', sql: "SELECT ';DROP TABLE item'" },
      { name: 'a backslash before a quote', sql: "SELECT '\\'; DROP TABLE item; -- '" },
      { name: 'a comment before', sql: '# DELETE\n/* ; */ SELECT 1' },
      { name: 'EXPLAIN', sql: 'EXPLAIN SELECT * FROM item' },
      { name: 'SHOW', sql: 'SHOW TABLES' },
      { name: 'DESCRIBE', sql: 'DESCRIBE item' },
      { name: 'a variable', sql: 'SELECT @a := 1, @a' },
    ],
    values: [
      { name: 'NULL', sql: 'NULL', cell: null },
      { name: 'an integer', sql: '42', cell: 42 },
      {
        name: 'an integer beyond a double',
        sql: '9007199254740993',
        cell: 9007199254740993n,
        type: 'bigint',
      },
      {
        name: 'the smallest integer',
        sql: 'CAST(-9223372036854775808 AS SIGNED)',
        cell: -9223372036854775808n,
      },
      {
        name: 'the largest unsigned integer',
        sql: '18446744073709551615',
        cell: 18446744073709551615n,
        type: 'bigint unsigned',
      },
      { name: 'a double', sql: '0.1e0 + 0.2e0', cell: 0.30000000000000004, type: 'double' },
      { name: 'a whole double', sql: '60000e0', cell: { $float: '60000' } },
      {
        name: 'a decimal of sixty digits',
        sql: "CAST('123456789012345678901234567890.123456789012345678901234567890' AS DECIMAL(60,30))",
        cell: { $decimal: '123456789012345678901234567890.123456789012345678901234567890' },
        type: 'decimal(60,30)',
      },
      { name: 'a decimal with its zeros', sql: '1.10', cell: { $decimal: '1.10' } },
      { name: 'a truth value', sql: '1 = 1', cell: 1 },
      { name: 'bytes', sql: "BINARY x'00ff'", cell: { $bytes: '00ff' } },
      { name: 'a date', sql: "DATE '2024-02-29'", cell: { $date: '2024-02-29' }, type: 'date' },
      {
        name: 'a timestamp to the microsecond',
        sql: "TIMESTAMP '2024-01-01 00:00:00.000001'",
        cell: { $timestamp: '2024-01-01T00:00:00.000001' },
        type: 'datetime(6)',
      },
      { name: 'a time beyond a day', sql: "TIME '-838:59:59'", cell: { $time: '-838:59:59' } },
      { name: 'a text', sql: "'it''s'", cell: "it's" },
      { name: 'emoji', sql: "'👩‍👩‍👧'", cell: '👩‍👩‍👧' },
      { name: 'a text with a NUL', sql: "'a\\0b'", cell: 'a\0b' },
    ],
    parameters: [
      { cell: null, result: null },
      { cell: true, result: 1 },
      { cell: 5, result: 5 },
      { cell: 1.5, result: 1.5 },
      { cell: 9007199254740993n, result: 9007199254740993n },
      { cell: 18446744073709551615n, result: 18446744073709551615n },
      { cell: "it's", result: "it's" },
      { cell: '', result: '' },
      { cell: { $bytes: '00ff' }, sql: 'HEX($)', result: '00FF' },
      { cell: { $date: '2024-02-29' }, sql: 'CAST($ AS DATE)', result: { $date: '2024-02-29' } },
      {
        cell: { $decimal: '12345678901234567890.10' },
        sql: 'CAST($ AS DECIMAL(30,2))',
        result: { $decimal: '12345678901234567890.10' },
      },
    ],
    facts: {
      'a primary key of two columns in its order': {
        setup: ['CREATE TABLE pair (b int, a int, c text, PRIMARY KEY (a, b))'],
      },
      'a composite key stays one key, in its order': {
        setup: [
          'CREATE TABLE building (city varchar(20), number int, PRIMARY KEY (city, number))',
          'CREATE TABLE room (id int PRIMARY KEY, n int, c varchar(20), FOREIGN KEY (c, n) REFERENCES building (city, number))',
        ],
      },
      'a key of a table to itself': {
        setup: [
          'CREATE TABLE employee (id int PRIMARY KEY, manager_id int, FOREIGN KEY (manager_id) REFERENCES employee (id))',
        ],
      },
      'keys in a circle': {
        setup: [
          'CREATE TABLE store (id int PRIMARY KEY, manager int)',
          'CREATE TABLE staff (id int PRIMARY KEY, store_id int, FOREIGN KEY (store_id) REFERENCES store (id))',
          'ALTER TABLE store ADD FOREIGN KEY (manager) REFERENCES staff (id)',
        ],
      },
      'the same constraint name on two tables': {
        never: [
          'CREATE TABLE owner (id int PRIMARY KEY)',
          ...['cat', 'dog'].map(
            (name) =>
              `CREATE TABLE ${name} (id int, owner_id int, CONSTRAINT has_owner FOREIGN KEY (owner_id) REFERENCES owner (id))`,
          ),
        ].join(';'),
        error: /errno: 121|Duplicate foreign key constraint name/,
      },
      'a key that names no columns means the primary key': {
        never:
          'CREATE TABLE parent (code int PRIMARY KEY); CREATE TABLE child (id int, parent_code int, FOREIGN KEY (parent_code) REFERENCES parent)',
        error: /incorrectly formed|syntax/,
      },
      'a key to a missing table': {
        setup: [
          'SET foreign_key_checks = 0',
          'CREATE TABLE orphan (id int, gone_id int, FOREIGN KEY (gone_id) REFERENCES gone (id))',
        ],
      },
      'a key into another schema': {
        setup: [
          'CREATE DATABASE far',
          'CREATE TABLE far.place (id int PRIMARY KEY)',
          'CREATE TABLE visit (id int, place_id int, FOREIGN KEY (place_id) REFERENCES far.place (id))',
        ],
      },
      'the same table in two schemas': {
        setup: [
          'CREATE DATABASE one',
          'CREATE DATABASE two',
          'CREATE TABLE one.thing (id int)',
          'CREATE TABLE two.thing (name text)',
        ],
      },
      'a view with its definition and columns': {
        setup: [
          'CREATE TABLE base (id int PRIMARY KEY, amount double)',
          'CREATE VIEW big AS SELECT id, amount FROM base WHERE amount > 41',
        ],
      },
      'a broken view is named and not fatal': {
        setup: [
          'CREATE TABLE whole (id int)',
          'CREATE TABLE gone (id int)',
          'CREATE VIEW broken AS SELECT * FROM gone',
          'DROP TABLE gone',
        ],
      },
      'a materialized view': {
        never: 'CREATE MATERIALIZED VIEW totals AS SELECT 1 AS n',
        error: /SQL syntax.*MATERIALIZED/,
      },
      'a partitioned table is one table': {
        setup: ['CREATE TABLE log (id int, day date) PARTITION BY HASH (id) PARTITIONS 4'],
      },
      'an inherited table is part of its parent': {
        never: 'CREATE TABLE capital (state text) INHERITS (city)',
        error: /SQL syntax.*\(city\)/,
      },
      'a foreign table': {
        never: "CREATE TABLE remote (id int) ENGINE = FEDERATED CONNECTION = 'mysql://h/d/t'",
        error: /Unknown storage engine|storage engine is disabled/i,
      },
      'a virtual table without its shadow tables': {
        never: 'CREATE VIRTUAL TABLE docs USING fts5(title, body)',
        error: /SQL syntax.*VIRTUAL/,
      },
      'comments on a table and a column': {
        setup: [
          `CREATE TABLE noted (id int, price int COMMENT 'in cents, "net"') COMMENT 'It''s noted'`,
        ],
      },
      'a comment on a view': {
        never: "CREATE VIEW seen COMMENT 'only what is seen' AS SELECT 1 AS a",
        error: /SQL syntax.*COMMENT/,
      },
      'the labels of an enum': {
        setup: ["CREATE TABLE person (id int, mood enum('sad', 'it''s ok', 'happy'))"],
      },
      'a domain': {
        never: 'CREATE DOMAIN positive AS int',
        error: /SQL syntax.*DOMAIN/,
      },
      'an array': { never: 'CREATE TABLE tagged (tags int[])', error: /SQL syntax/ },
      'a struct': {
        never: 'CREATE TABLE placed (spot STRUCT(x int))',
        error: /SQL syntax|Unknown data type/,
      },
      'a map': {
        never: 'CREATE TABLE keyed (entries MAP(int, int))',
        error: /SQL syntax|Unknown data type/,
      },
      'a generated column': {
        setup: [
          'CREATE TABLE line (price double, amount int, total double GENERATED ALWAYS AS (price * amount) STORED)',
        ],
      },
      'an identity column': {
        setup: ['CREATE TABLE counted (id int AUTO_INCREMENT PRIMARY KEY, name text)'],
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
      'a name with an emoji': {
        never: 'CREATE TABLE `🙂` (`🙂` int)',
        error: /Invalid utf8mb[34] character string|Incorrect (table|column) name|Cannot convert/,
      },
      'two names that differ by case only': {
        setup: ['CREATE TABLE twin (id int)', 'CREATE TABLE Twin (name text)'],
      },
      'a table the login may not read': {
        setup: [
          'CREATE TABLE secret (id int)',
          'CREATE TABLE open (id int)',
          'GRANT SELECT ON open TO :reader',
          'GRANT INSERT ON secret TO :reader',
        ],
      },
      'a table without columns': {
        never: 'CREATE TABLE nothing ()',
        error: /SQL syntax|at least 1 column/,
      },
      'an empty database': { setup: [] },
      'temporary and system tables never appear': {
        setup: [
          'CREATE TABLE mine (id int AUTO_INCREMENT PRIMARY KEY)',
          'CREATE TEMPORARY TABLE passing (id int)',
          'ANALYZE TABLE mine',
        ],
      },
      'a very wide table': {
        setup: [`CREATE TABLE wide (${list(1_000, (number) => `c${number} tinyint`).join(', ')})`],
      },
      'five thousand tables': {
        setup: list(
          5_000,
          (number) => `CREATE TABLE t${number} (id int, name varchar(9)) ENGINE = MEMORY`,
        ),
      },
    },
  });
});
