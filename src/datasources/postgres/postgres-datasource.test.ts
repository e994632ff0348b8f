import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPostgresDatabase,
  hasPostgres,
  needsPostgres,
  type TestDatabase,
  uniqueName,
  withDatabase,
} from '../../../test/servers/index.ts';
import type { Datasource } from '../datasource.ts';
import { openPostgres } from './index.ts';

const options = { rowLimit: 100, timeoutMs: 10_000 };

describe.skipIf(!hasPostgres)(`queries on PostgreSQL${needsPostgres}`, () => {
  let database: TestDatabase;
  let datasource: Datasource;

  beforeAll(async () => {
    database = await createPostgresDatabase(`
      CREATE TABLE t (id int PRIMARY KEY); INSERT INTO t VALUES (1);
      CREATE SEQUENCE s;
      CREATE FUNCTION sneaky() RETURNS int LANGUAGE plpgsql AS
        'BEGIN INSERT INTO t VALUES (99); RETURN 1; END';
      CREATE PROCEDURE commits() LANGUAGE plpgsql AS
        'BEGIN COMMIT; INSERT INTO t VALUES (98); END';
      CREATE FUNCTION unlocks() RETURNS int LANGUAGE plpgsql AS
        'BEGIN PERFORM set_config(''transaction_read_only'', ''off'', false); INSERT INTO t VALUES (97); RETURN 1; END'`);
    datasource = await openPostgres({
      id: 'pg',
      connection: { type: 'postgres', url: database.url },
    });
  });
  afterAll(async () => {
    await datasource?.close();
    await database?.drop();
  });

  const run = (text: string, changed: Partial<typeof options> & { signal?: AbortSignal } = {}) =>
    datasource.execute({ text }, { ...options, ...changed });

  it('reads strings as strings where the database is set to escape in them', async () => {
    await database.run(`ALTER DATABASE ${database.name} SET standard_conforming_strings = off`);
    const connection = { type: 'postgres' as const, url: database.url };
    const own = await openPostgres({ id: 'pg', connection });
    const text = String.raw`SELECT 'a\' AS a, ' OR 1 = 1' AS b`;
    const execution = await own.execute({ text }, options);
    expect(execution).toMatchObject({ result: { rows: [['a\\', ' OR 1 = 1']] } });
    await own.close();
    await database.run(`ALTER DATABASE ${database.name} RESET standard_conforming_strings`);
  });

  it.each([
    'INSERT INTO t VALUES (2)',
    'INSERT INTO t VALUES (2) RETURNING id',
    'WITH w AS (DELETE FROM t RETURNING id) SELECT * FROM w',
    'UPDATE t SET id = 3',
    'TRUNCATE t',
    'DROP TABLE t',
    'CREATE TABLE u (id int)',
    'CREATE TEMP TABLE u (id int)',
    'SELECT 1 AS a INTO u',
    'SELECT sneaky()',
    'SELECT unlocks()',
    "SELECT nextval('s')",
    'CALL commits()',
    "DO 'BEGIN COMMIT; INSERT INTO t VALUES (98); END'",
    'COMMIT',
    'ROLLBACK',
    'SET default_transaction_read_only = off',
    'SET TRANSACTION READ WRITE',
    'COPY t TO STDOUT',
    'COPY t FROM STDIN',
    "COPY t TO PROGRAM 'true'",
    'LOCK TABLE t',
    'VACUUM t',
    'EXPLAIN ANALYZE INSERT INTO t VALUES (5)',
    'SELECT * FROM t FOR UPDATE',
    'LISTEN x',
    'PREPARE p AS INSERT INTO t VALUES (2)',
  ])('refuses %s', async (text) => {
    expect(await run(text)).toMatchObject({ status: 'refused' });
    expect(await run('SELECT id FROM t')).toMatchObject({ result: { rows: [[1]] } });
  });

  it.each(['COMMIT; INSERT INTO t VALUES (2)', 'SELECT 1; SELECT 2', 'SELECT 1; DROP TABLE t'])(
    'takes one statement only: %s',
    async (text) => {
      expect(await run(text)).toMatchObject({ status: 'refused' });
      expect(await run('SELECT id FROM t')).toMatchObject({ result: { rows: [[1]] } });
    },
  );

  it('keeps nothing that a query set', async () => {
    await run(
      "SELECT set_config('default_transaction_read_only', 'off', false), set_config('TimeZone', 'Asia/Tokyo', false), pg_advisory_lock(7)",
    );
    expect(
      await run(
        "SELECT current_setting('default_transaction_read_only'), current_setting('TimeZone'), (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory')",
      ),
    ).toMatchObject({
      result: { rows: [['on', 'UTC', 0]] },
    });
  });

  it.each([
    ['SELEC 1', 'syntax error at or near "SELEC"'],
    ['SELECT nope FROM t', 'column "nope" does not exist'],
    ['SELECT * FROM nope', 'relation "nope" does not exist'],
    ["SELECT 'x'::int", 'invalid input syntax for type integer: "x"'],
    ['SELECT 1/0', 'division by zero'],
  ])('rejects %s with the words of the server', async (text, message) => {
    expect(await run(text)).toMatchObject({ status: 'rejected', message });
  });

  it('stops a runaway query at its deadline and runs the next one', async () => {
    const execution = await run('SELECT count(*) FROM generate_series(1, 1e12)', {
      timeoutMs: 300,
    });
    expect(execution).toMatchObject({ status: 'timeout', timeoutMs: 300 });
    expect(execution.elapsedMs).toBeLessThan(3000);
    expect(await run('SELECT 1')).toMatchObject({ status: 'rows' });
    expect(
      await run(
        "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%generate_series(1, 1e12)%' AND state = 'active' AND pid <> pg_backend_pid()",
      ),
    ).toMatchObject({ result: { rows: [[0]] } });
  });

  it('keeps the deadline when the query switches the timeout of the server off', async () => {
    const execution = await run("SELECT set_config('statement_timeout', '0', true), pg_sleep(20)", {
      timeoutMs: 300,
    });
    expect(execution.status).toBe('timeout');
  });

  it('stops when the caller aborts', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 200);
    const execution = await run('SELECT pg_sleep(20)', { signal: controller.signal });
    expect(execution.status).toBe('aborted');
    expect(execution.elapsedMs).toBeLessThan(3000);
    expect(await run('SELECT 1', { signal: controller.signal })).toMatchObject({
      status: 'aborted',
    });
    expect(await run('SELECT 1')).toMatchObject({ status: 'rows' });
  });

  it('takes a deadline that is out of the reach of timers', async () => {
    expect(await run('SELECT 1', { timeoutMs: Number.MAX_SAFE_INTEGER })).toMatchObject({
      status: 'rows',
    });
  });

  it('reads text from a database of another encoding', async () => {
    const name = uniqueName();
    await database.run(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'`,
    );
    const url = withDatabase(database.url, name);
    const latin = await openPostgres({ id: 'latin', connection: { type: 'postgres', url } });
    const execution = await latin.execute({ text: "SELECT 'é', chr(233)" }, options);
    await latin.close();
    await database.run(`DROP DATABASE ${name}`);
    expect(execution).toMatchObject({ result: { rows: [['é', 'é']] } });
  });

  it('cuts at the row limit and says so', async () => {
    const cut = await run('SELECT * FROM generate_series(1, 3)', { rowLimit: 2 });
    const whole = await run('SELECT * FROM generate_series(1, 3)', { rowLimit: 3 });
    expect(cut).toMatchObject({ result: { rows: [[1], [2]], truncated: true } });
    expect(whole).toMatchObject({ result: { rows: [[1], [2], [3]], truncated: false } });
  });

  it('reads the start of five million rows within bounded memory', async () => {
    const before = process.memoryUsage().rss;
    const execution = await run(
      "SELECT i, repeat('x', 100) FROM generate_series(1, 5000000) AS i",
      {
        rowLimit: 10_000,
      },
    );
    expect(execution).toMatchObject({ result: { truncated: true } });
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it.each([
    "SELECT repeat('x', 600000000)",
    "SELECT repeat('x', 10000000) FROM generate_series(1, 1000)",
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
      Array.from({ length: 20 }, (_, index) =>
        run(
          `SELECT ${index}, (SELECT count(*) FROM pg_stat_activity WHERE application_name = 'nl2sql' AND datname = current_database()) FROM pg_sleep(0.05)`,
        ),
      ),
    );
    const rows = executions.map((each) => (each.status === 'rows' ? each.result.rows[0] : []));
    expect(rows.map((row) => row?.[0])).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(Math.max(...rows.map((row) => Number(row?.[1])))).toBe(4);
  });

  it('survives its session being ended while it is idle', async () => {
    await run('SELECT 1');
    await database.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'nl2sql' AND datname = current_database()",
    );
    expect(await run('SELECT 1')).toMatchObject({ status: 'rows' });
  });

  it('calls a session that the server ended unavailable, and goes on', async () => {
    const running = run('SELECT pg_sleep(20)');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await database.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(20)' AND datname = current_database()",
    );
    expect(await running).toMatchObject({
      status: 'unavailable',
      message: 'terminating connection due to administrator command',
    });
    expect(await run('SELECT 1')).toMatchObject({ status: 'rows' });
  });
});
