import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMysqlDatabase,
  hasMysql,
  needsMysql,
  queryMysql,
  type TestDatabase,
} from '../../../test/servers/index.ts';
import type { Datasource } from '../datasource.ts';
import { openMysql } from './index.ts';

const options = { rowLimit: 100, timeoutMs: 10_000 };

/** A hundred thousand rows squared twice: minutes of work, and nothing to send before the end. */
const runaway =
  'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT COUNT(*) FROM n a, n b, n c, n d';

describe.skipIf(!hasMysql)(`queries on MySQL or MariaDB${needsMysql}`, () => {
  let database: TestDatabase;
  let datasource: Datasource;

  beforeAll(async () => {
    database = await createMysqlDatabase(`
      CREATE TABLE t (id int PRIMARY KEY); INSERT INTO t VALUES (1);
      CREATE TABLE plain (id int) ENGINE = MyISAM; INSERT INTO plain VALUES (1);
      CREATE FUNCTION sneaky() RETURNS int MODIFIES SQL DATA BEGIN INSERT INTO t VALUES (99); RETURN 1; END;
      CREATE FUNCTION sneaky_plain() RETURNS int MODIFIES SQL DATA BEGIN INSERT INTO plain VALUES (99); RETURN 1; END;
      CREATE PROCEDURE commits() BEGIN COMMIT; INSERT INTO t VALUES (98); SELECT 1; END`);
    datasource = await openMysql({ id: 'my', connection: { type: 'mysql', url: database.url } });
  });
  afterAll(async () => {
    await datasource?.close();
    await database?.drop();
  });

  const run = (text: string, changed: Partial<typeof options> & { signal?: AbortSignal } = {}) =>
    datasource.execute({ text }, { ...options, ...changed });

  it.each([
    'INSERT INTO t VALUES (2)',
    'UPDATE t SET id = 3',
    'DELETE FROM plain',
    'REPLACE INTO t VALUES (2)',
    'TRUNCATE t',
    'DROP TABLE t',
    'CREATE TABLE u (id int)',
    'CREATE TEMPORARY TABLE u (id int)',
    'SELECT sneaky()',
    'SELECT sneaky_plain()',
    'CALL commits()',
    'COMMIT',
    'ROLLBACK',
    'START TRANSACTION READ WRITE',
    'SET SESSION TRANSACTION READ WRITE',
    'SET GLOBAL max_connections = 1',
    "SELECT id FROM t INTO OUTFILE 'nl2sql-out'",
    "SELECT id FROM t INTO DUMPFILE 'nl2sql-out'",
    'SELECT id INTO @x FROM t',
    'LOCK TABLES t WRITE',
    'FLUSH TABLES',
    'OPTIMIZE TABLE t',
    'ANALYZE TABLE t',
    'REPAIR TABLE plain',
    'CHECK TABLE t',
    'ALTER TABLE t ENGINE = MyISAM',
    "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE t",
    'GRANT ALL ON *.* TO nobody',
    'KILL 1',
  ])('refuses %s', async (text) => {
    expect(await run(text)).toMatchObject({ status: 'refused' });
    expect(await run('SELECT t.id, plain.id FROM t, plain')).toMatchObject({
      result: { rows: [[1, 1]] },
    });
  });

  it.each(['COMMIT; INSERT INTO t VALUES (2)', 'SELECT 1; SELECT 2', 'SELECT 1; DROP TABLE t'])(
    'takes one statement only: %s',
    async (text) => {
      expect(await run(text)).toMatchObject({ status: 'refused' });
      expect(await run('SELECT id FROM t')).toMatchObject({ result: { rows: [[1]] } });
    },
  );

  it('runs no statement out of a comment that only this server reads', async () => {
    expect(await run('SELECT 1 /*!; DELETE FROM t */')).toMatchObject({ status: 'rejected' });
    expect(await run('SELECT id FROM t')).toMatchObject({ result: { rows: [[1]] } });
  });

  it('keeps nothing that a query set', async () => {
    await run("SELECT @a := 5, GET_LOCK('nl2sql', 1)");
    expect(await run("SELECT @a, IS_FREE_LOCK('nl2sql')")).toMatchObject({
      result: { rows: [[null, 1]] },
    });
  });

  it.each([
    ['SELEC 1', /You have an error in your SQL syntax.*'SELEC 1'/],
    ['SELECT nope FROM t', /Unknown column 'nope'/],
    ['SELECT * FROM nope', /Table '.*nope' doesn't exist/],
    ['SELECT * FROM no_such_database.t', /no_such_database/],
    ['SELECT (SELECT 1 UNION SELECT 2)', /more than 1 row/],
  ])('rejects %s with the words of the server', async (text, message) => {
    const execution = await run(text);
    expect(execution).toMatchObject({ status: 'rejected' });
    expect(execution.status === 'rejected' && execution.message).toMatch(message);
  });

  it.each([
    'SHOW TABLES',
    'DESCRIBE t',
    'EXPLAIN SELECT * FROM t',
    'WITH w AS (SELECT 1 AS a) SELECT * FROM w',
    '(SELECT 1) UNION (SELECT 2)',
    "SHOW VARIABLES LIKE 'version'",
    'SHOW CREATE TABLE t',
  ])('runs %s', async (text) => {
    expect(await run(text)).toMatchObject({ status: 'rows' });
  });

  it('stops a runaway query at its deadline and runs the next one', async () => {
    const execution = await run(runaway, { timeoutMs: 300 });
    expect(execution).toMatchObject({ status: 'timeout', timeoutMs: 300 });
    expect(execution.elapsedMs).toBeLessThan(3000);
    expect(await run('SELECT 1')).toMatchObject({ status: 'rows' });
    expect(
      await run(
        "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE '%n a, n b%' AND ID <> CONNECTION_ID()",
      ),
    ).toMatchObject({ result: { rows: [[0]] } });
  });

  it('calls a sleep past the deadline a timeout, though the server ends it without an error', async () => {
    expect(await run('SELECT SLEEP(20)', { timeoutMs: 300 })).toMatchObject({ status: 'timeout' });
  });

  it('stops when the caller aborts', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 200);
    const execution = await run(runaway, { signal: controller.signal });
    expect(execution.status).toBe('aborted');
    expect(execution.elapsedMs).toBeLessThan(3000);
    expect(await run('SELECT 1', { signal: controller.signal })).toMatchObject({
      status: 'aborted',
    });
    expect(await run('SELECT 1')).toMatchObject({ status: 'rows' });
  });

  it('cuts at the row limit and says so', async () => {
    const three = 'SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3';
    expect(await run(three, { rowLimit: 2 })).toMatchObject({
      result: { rows: [[1], [2]], truncated: true },
    });
    expect(await run(three, { rowLimit: 3 })).toMatchObject({
      result: { rows: [[1], [2], [3]], truncated: false },
    });
  });

  it('reads the start of five million rows within bounded memory', async () => {
    const before = process.memoryUsage().rss;
    const execution = await run(
      "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT a.i, REPEAT('x', 100) FROM n a, n b, (SELECT i FROM n LIMIT 5) c",
      { rowLimit: 10_000 },
    );
    expect(execution).toMatchObject({ result: { truncated: true } });
    expect(execution.status === 'rows' && execution.result.rows.length).toBe(10_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it.each([
    "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT REPEAT('x', 10000000) FROM n",
  ])(
    'rejects a result too large for memory: %s',
    async (text) => {
      expect(await run(text, { rowLimit: 1000, timeoutMs: 60_000 })).toMatchObject({
        status: 'rejected',
        message: 'The result is larger than 256 MB.',
      });
      expect(await run('SELECT 1')).toMatchObject({ status: 'rows' });
    },
    90_000,
  );

  it('runs more queries at once than it has connections', async () => {
    const executions = await Promise.all(
      Array.from({ length: 20 }, (_, index) => run(`SELECT ${index}, SLEEP(0.01)`)),
    );
    expect(executions.map((e) => e.status === 'rows' && e.result.rows[0]?.[0])).toEqual(
      Array.from({ length: 20 }, (_, index) => index),
    );
  });

  /** Ends the sessions of the datasource that are about something. */
  const killOthers = async (where: string) => {
    const sessions = await queryMysql(
      database.url,
      `SELECT ID AS id FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID() AND ${where}`,
    );
    for (const { id } of sessions as { id: number }[]) await database.run(`KILL ${id}`);
  };

  it('survives its session being ended while it is idle', async () => {
    await run('SELECT 1');
    await killOthers('true');
    expect(await run('SELECT 1')).toMatchObject({ status: 'rows' });
  });

  it('calls a session that the server ended unavailable, and goes on', async () => {
    const running = run('SELECT SLEEP(20) AS ended');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await killOthers("INFO LIKE 'SELECT SLEEP(20) AS ended'");
    expect(await running).toMatchObject({ status: 'unavailable' });
    expect(await run('SELECT 1')).toMatchObject({ status: 'rows' });
  });
});
