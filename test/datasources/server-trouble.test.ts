import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, openDatasource } from '../../src/datasources/index.ts';
import { Nl2sqlError } from '../../src/errors.ts';
import {
  queryPostgres,
  runMysql,
  runPostgres,
  takeMysqlConnections,
  takePostgresConnections,
  withDatabase,
  withLogin,
} from '../servers/index.ts';
import { mariadbBinaries, startMariadb } from '../servers/mysql-server.ts';
import { postgresBinaries, startPostgres } from '../servers/postgres-server.ts';
import { freePort, type TestServer } from '../servers/server-process.ts';

/**
 * Servers that say no, say nothing, or die. Each test starts servers of its own, so these run where
 * the programs are installed, not against a server named in the environment.
 */

const secret = 's3cret-of-mine';

/** What a query comes to once the server has seen that connections were given back. */
async function untilFree(connection: Connection): Promise<string> {
  const datasource = await openDatasource({ id: 'shop', connection });
  const statusOf = async () =>
    (await datasource.execute({ text: 'SELECT 1' }, { rowLimit: 1, timeoutMs: 5000 })).status;
  await expect.poll(statusOf, { timeout: 10_000 }).toBe('rows');
  const status = await statusOf();
  await datasource.close();
  return status;
}

/** What a person sees of a connection that cannot be made: message and remedy. */
async function complaint(
  connection: Connection,
  connectTimeoutMs = 5000,
): Promise<{ message: string; remedy: string }> {
  const datasource = await openDatasource({ id: 'shop', connection, connectTimeoutMs });
  const execution = await datasource.execute(
    { text: 'SELECT 1' },
    { rowLimit: 1, timeoutMs: 5000 },
  );
  const thrown = await datasource.introspect().catch((error: unknown) => error);
  await datasource.close();
  expect(thrown).toBeInstanceOf(Nl2sqlError);
  const { code, message, remedy } = thrown as Nl2sqlError;
  expect(code).toBe('DATASOURCE_UNAVAILABLE');
  expect(message).toMatch(/^Datasource "shop": connecting to (postgres|mysql):\/\//);
  expect(execution).toMatchObject({ status: 'unavailable', message: `${message}. ${remedy}` });
  expect(`${message}${remedy}`).not.toContain(secret);
  expect(`${message}${remedy}`).not.toContain('p@ss');
  return { message, remedy };
}

/** A port that takes connections and never says a word, and one that hangs up at once. */
async function startMute(hangsUp: boolean): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (hangsUp) socket.destroy();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { server, port };
}

describe('a server that is not there', () => {
  it.each(['postgres', 'mysql'] as const)(
    '%s: names the place and the likely fix',
    async (type) => {
      const url = `${type}://ann:${secret}@127.0.0.1:${await freePort()}/shop?password=${secret}`;
      const { message, remedy } = await complaint({ type, url });
      expect(message).toMatch(/ann@127\.0\.0\.1:\d+\/shop failed: connect ECONNREFUSED/);
      expect(remedy).toMatch(/Check host and port, and that .* runs and listens there/);
    },
  );

  it.each(['postgres', 'mysql'] as const)(
    '%s: gives up after the limit where nothing answers',
    async (type) => {
      const { server, port } = await startMute(false);
      const started = performance.now();
      const { remedy } = await complaint(
        { type, url: `${type}://ann@127.0.0.1:${port}/shop` },
        400,
      );
      const elapsed = performance.now() - started;
      server.close();
      expect(remedy).toMatch(/Nothing answered in time/);
      expect(elapsed).toBeLessThan(4000);
    },
  );

  it.each(['postgres', 'mysql'] as const)('%s: says that the other side hung up', async (type) => {
    const { server, port } = await startMute(true);
    const { remedy } = await complaint({ type, url: `${type}://ann@127.0.0.1:${port}/shop` });
    server.close();
    expect(remedy).toMatch(/hung up/);
  });

  it.each(['postgres', 'mysql'] as const)(
    '%s: stops connecting when it is aborted',
    async (type) => {
      const { server, port } = await startMute(false);
      const datasource = await openDatasource({
        id: 'shop',
        connection: { type, url: `${type}://ann@127.0.0.1:${port}/shop` },
      });
      const started = performance.now();
      const execution = await datasource.execute(
        { text: 'SELECT 1' },
        { rowLimit: 1, timeoutMs: 5000, signal: AbortSignal.timeout(200) },
      );
      const elapsed = performance.now() - started;
      await datasource.close();
      server.close();
      expect(execution.status).toBe('aborted');
      expect(elapsed).toBeLessThan(3000);
    },
  );
});

const noPostgres = postgresBinaries() === null ? ' (skipped: no PostgreSQL programs here)' : '';

describe.skipIf(noPostgres !== '')(`a PostgreSQL of its own${noPostgres}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres({ max_connections: '8', superuser_reserved_connections: '2' });
  });
  afterAll(() => server?.stop());

  it('refuses a wrong password', async () => {
    const url = withLogin(server.url, 'owner', secret);
    const { message, remedy } = await complaint({ type: 'postgres', url });
    expect(message).toMatch(
      /postgres:\/\/owner@127.* failed: password authentication failed for user "owner"$/,
    );
    expect(remedy).toMatch(/^Check user and password/);
  });

  it('has no such database', async () => {
    const { message, remedy } = await complaint({
      type: 'postgres',
      url: withDatabase(server.url, 'nope'),
    });
    expect(message).toMatch(/failed: database "nope" does not exist$/);
    expect(remedy).toMatch(/^Check the name of the database/);
  });

  it('lets nobody without the right in', async () => {
    await runPostgres(server.url, `CREATE DATABASE closed`);
    await runPostgres(
      server.url,
      `REVOKE CONNECT ON DATABASE closed FROM PUBLIC; CREATE ROLE outsider LOGIN PASSWORD '${secret}'`,
    );
    const url = withDatabase(withLogin(server.url, 'outsider', secret), 'closed');
    const { message, remedy } = await complaint({ type: 'postgres', url });
    expect(message).toMatch(/permission denied for database "closed"/);
    expect(remedy).toMatch(/GRANT CONNECT ON DATABASE/);
  });

  it('has a certificate that nobody trusts, and is reached when any will do', async () => {
    const trusting = await openDatasource({
      id: 'shop',
      connection: { type: 'postgres', url: `${server.url}?sslmode=require` },
    });
    const encrypted = await trusting.execute(
      { text: 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()' },
      { rowLimit: 1, timeoutMs: 5000 },
    );
    await trusting.close();
    const { message, remedy } = await complaint({
      type: 'postgres',
      url: `${server.url}?sslmode=verify-full`,
    });
    expect(encrypted).toMatchObject({ result: { rows: [[true]] } });
    expect(message).toMatch(/self-signed certificate/);
    expect(remedy).toMatch(/sslrootcert=FILE/);
  });

  it('has no free connection left, and is used again when there is one', async () => {
    // A second try finds the role that the first one made.
    await runPostgres(
      server.url,
      `DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD '${secret}'`,
    );
    const url = withLogin(server.url, 'guest', secret);
    const giveBack = await takePostgresConnections(url);
    const { message, remedy } = await complaint({ type: 'postgres', url });
    await giveBack();
    const status = await untilFree({ type: 'postgres', url });
    expect(message).toMatch(/remaining connection slots are reserved|too many clients/);
    expect(remedy).toMatch(/max_connections/);
    expect(status).toBe('rows');
  });
});

describe.skipIf(noPostgres !== '')(`a PostgreSQL without TLS${noPostgres}`, () => {
  it('says so to a client that wants it', async () => {
    const server = await startPostgres({ ssl: 'off' });
    const { message, remedy } = await complaint({
      type: 'postgres',
      url: `${server.url}?sslmode=require`,
    });
    await server.stop();
    expect(message).toMatch(/does not support SSL connections/);
    expect(remedy).toMatch(/sslmode=disable/);
  });

  it('killed in the middle of a query makes that one unavailable, and the next ones', async () => {
    const server = await startPostgres();
    const datasource = await openDatasource({
      id: 'shop',
      connection: { type: 'postgres', url: server.url },
    });
    const run = (text: string) => datasource.execute({ text }, { rowLimit: 10, timeoutMs: 20_000 });
    await run('SELECT 1');
    const running = run('SELECT pg_sleep(15)');
    await new Promise((resolve) => setTimeout(resolve, 500));
    process.kill(server.pid, 'SIGKILL');
    expect(await running).toMatchObject({ status: 'unavailable' });
    expect(await run('SELECT 1')).toMatchObject({ status: 'unavailable' });
    await datasource.close();
    await server.stop();
  });

  it('restarted in the middle of a run answers the next query', async () => {
    const server = await startPostgres();
    const datasource = await openDatasource({
      id: 'shop',
      connection: { type: 'postgres', url: server.url },
    });
    const run = (text: string) => datasource.execute({ text }, { rowLimit: 10, timeoutMs: 20_000 });
    const running = run('SELECT pg_sleep(15)');
    await new Promise((resolve) => setTimeout(resolve, 500));
    // A session that dies makes PostgreSQL end all others and start again.
    const [session] = await queryPostgres(
      server.url,
      "SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(15)'",
    );
    process.kill((session as { pid: number }).pid, 'SIGKILL');
    expect(await running).toMatchObject({ status: 'unavailable' });
    let execution = await run('SELECT 1');
    for (let attempt = 0; attempt < 100 && execution.status !== 'rows'; attempt += 1) {
      expect(execution.status).toBe('unavailable');
      await new Promise((resolve) => setTimeout(resolve, 100));
      execution = await run('SELECT 1');
    }
    await datasource.close();
    await server.stop();
    expect(execution.status).toBe('rows');
  });
});

const noMariadb = mariadbBinaries() === null ? ' (skipped: no MariaDB programs here)' : '';

describe.skipIf(noMariadb !== '')(`a MariaDB of its own${noMariadb}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startMariadb({ 'max-connections': '10' });
  });
  afterAll(() => server?.stop());

  it('refuses a wrong password', async () => {
    const url = withLogin(server.url, 'owner', secret);
    const { message, remedy } = await complaint({ type: 'mysql', url });
    expect(message).toMatch(/mysql:\/\/owner@127.* failed: Access denied for user 'owner'@/);
    expect(remedy).toMatch(/^Check user and password/);
  });

  it('has no such database', async () => {
    const { message, remedy } = await complaint({
      type: 'mysql',
      url: withDatabase(server.url, 'nope'),
    });
    expect(message).toMatch(/failed: Unknown database 'nope'$/);
    expect(remedy).toMatch(/^Check the name of the database/);
  });

  it('lets nobody without the right in', async () => {
    await runMysql(
      server.url,
      `CREATE DATABASE closed; CREATE USER outsider@'%' IDENTIFIED BY '${secret}'`,
    );
    const url = withDatabase(withLogin(server.url, 'outsider', secret), 'closed');
    const { message, remedy } = await complaint({ type: 'mysql', url });
    expect(message).toMatch(/Access denied for user 'outsider'@'%' to database 'closed'/);
    expect(remedy).toMatch(/GRANT SELECT, SHOW VIEW ON/);
  });

  it('speaks no TLS and says so to a client that wants it', async () => {
    const { message, remedy } = await complaint({
      type: 'mysql',
      url: `${server.url}?ssl-mode=REQUIRED`,
    });
    expect(message).toMatch(/does not support secure connection/i);
    expect(remedy).toMatch(/ssl-mode=DISABLED/);
  });

  it('has no free connection left, and is used again when there is one', async () => {
    await runMysql(
      server.url,
      `CREATE OR REPLACE USER guest@'%' IDENTIFIED BY '${secret}'; GRANT SELECT ON mysql.* TO guest@'%'`,
    );
    const url = withLogin(server.url, 'guest', secret);
    const giveBack = await takeMysqlConnections(url);
    const { message, remedy } = await complaint({ type: 'mysql', url });
    await giveBack();
    const status = await untilFree({ type: 'mysql', url });
    expect(message).toMatch(/Too many connections/);
    expect(remedy).toMatch(/max_connections/);
    expect(status).toBe('rows');
  });

  it.each(['ANSI_QUOTES', 'ANSI', 'ORACLE', 'STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES'])(
    'reads strings as strings where the server is set to %s',
    async (mode) => {
      const own = await startMariadb({ 'sql-mode': mode });
      const connection = { type: 'mysql' as const, url: own.url };
      const datasource = await openDatasource({ id: 'shop', connection });
      const text = String.raw`SELECT "User" AS a, 'b\' OR 1' AS b FROM mysql.user LIMIT 1`;
      const execution = await datasource.execute({ text }, { rowLimit: 10, timeoutMs: 20_000 });
      expect(execution).toMatchObject({ status: 'rows', result: { rows: [['User', "b' OR 1"]] } });
      await datasource.close();
      await own.stop();
    },
  );

  it('killed in the middle of a query makes that one unavailable, and the next ones', async () => {
    const own = await startMariadb();
    const datasource = await openDatasource({
      id: 'shop',
      connection: { type: 'mysql', url: own.url },
    });
    const run = (text: string) => datasource.execute({ text }, { rowLimit: 10, timeoutMs: 20_000 });
    await run('SELECT 1');
    const running = run('SELECT SLEEP(15)');
    await new Promise((resolve) => setTimeout(resolve, 500));
    process.kill(own.pid, 'SIGKILL');
    expect(await running).toMatchObject({ status: 'unavailable' });
    expect(await run('SELECT 1')).toMatchObject({ status: 'unavailable' });
    await datasource.close();
    await own.stop();
  });
});
