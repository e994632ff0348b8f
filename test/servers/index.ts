import { randomBytes } from 'node:crypto';
import { createConnection } from 'node:net';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { mariadbBinaries } from './mysql-server.ts';
import { postgresBinaries } from './postgres-server.ts';

/**
 * Real servers for tests. `NL2SQL_TEST_POSTGRES_URL` and `NL2SQL_TEST_MYSQL_URL` name servers that
 * run already, by a login that may create databases; else local programs are started, one server of
 * each kind per `npm test`, when a test first asks. A machine with neither skips, and the title says so:
 *
 * @example
 * describe.skipIf(!hasPostgres)(`a fact${needsPostgres}`, () => {
 *   let database: TestDatabase;
 *   beforeAll(async () => { database = await createPostgresDatabase('CREATE TABLE t (id int)'); });
 *   afterAll(() => database.drop());
 * });
 */

/** Whether tests have a PostgreSQL. */
export const hasPostgres =
  process.env['NL2SQL_TEST_POSTGRES_URL'] !== undefined || postgresBinaries() !== null;

/** Whether tests have a MySQL or MariaDB. */
export const hasMysql =
  process.env['NL2SQL_TEST_MYSQL_URL'] !== undefined || mariadbBinaries() !== null;

/** The end of a title: why it was skipped, or nothing. */
export const needsPostgres = hasPostgres
  ? ''
  : ' (skipped: no PostgreSQL here and no NL2SQL_TEST_POSTGRES_URL)';

/** The end of a title: why it was skipped, or nothing. */
export const needsMysql = hasMysql
  ? ''
  : ' (skipped: no MariaDB here and no NL2SQL_TEST_MYSQL_URL)';

/** The URL of an administrator of the PostgreSQL that all test files share. */
export function postgresUrl(): Promise<string> {
  return sharedUrl('postgres', process.env['NL2SQL_TEST_POSTGRES_URL']);
}

/** The URL of an administrator of the MySQL or MariaDB that all test files share. */
export function mysqlUrl(): Promise<string> {
  return sharedUrl('mysql', process.env['NL2SQL_TEST_MYSQL_URL']);
}

/** A database of one test file's own. */
export interface TestDatabase {
  readonly url: string;
  readonly name: string;
  /** Runs statements as the administrator, several in one text. */
  run(sql: string | readonly string[]): Promise<void>;
  drop(): Promise<void>;
}

/**
 * Makes a PostgreSQL database under a name nobody else uses, and runs `sql` in it: one text, or any
 * number of statements (5,000 tables take a few seconds).
 */
export async function createPostgresDatabase(
  sql: string | readonly string[] = [],
): Promise<TestDatabase> {
  const server = await postgresUrl();
  const name = uniqueName();
  await runPostgres(server, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = withDatabase(server, name);
  await runPostgres(url, sql);
  return {
    url,
    name,
    run: (text) => runPostgres(url, text),
    drop: () => runPostgres(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Makes a MySQL database under a name nobody else uses, and runs `sql` in it: one text or statements. */
export async function createMysqlDatabase(
  sql: string | readonly string[] = [],
): Promise<TestDatabase> {
  const server = await mysqlUrl();
  const name = uniqueName();
  await runMysql(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const url = withDatabase(server, name);
  await runMysql(url, sql);
  return {
    url,
    name,
    run: (text) => runMysql(url, text),
    drop: () => runMysql(server, `DROP DATABASE IF EXISTS ${name}`),
  };
}

/** The same server by another login. */
export function withLogin(url: string, user: string, password: string): string {
  const parsed = new URL(url);
  parsed.username = encodeURIComponent(user);
  parsed.password = encodeURIComponent(password);
  return parsed.href;
}

/** The same server and login in another database. */
export function withDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${encodeURIComponent(name)}`;
  return parsed.href;
}

/** A name for a database, a role or a file that no other test uses. */
export function uniqueName(): string {
  return `nl2sql_${randomBytes(6).toString('hex')}`;
}

/** Statements sent in one go: a transaction has locks for some thousand tables only. */
const statementsAtOnce = 500;

/** Runs statements on a PostgreSQL. */
export async function runPostgres(url: string, sql: string | readonly string[]): Promise<void> {
  for (const text of chunksOf(sql)) await queryPostgres(url, text);
}

/** The rows of a query of the test's own, as the driver makes them. */
export async function queryPostgres(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Takes every connection the server gives this login; what comes back gives them back. */
export async function takePostgresConnections(url: string): Promise<() => Promise<void>> {
  return takeAll(async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    return () => client.end();
  });
}

/** As `takePostgresConnections`, of a MySQL or MariaDB. */
export async function takeMysqlConnections(url: string): Promise<() => Promise<void>> {
  return takeAll(async () => {
    const connection = await mysql.createConnection({ uri: url });
    return () => connection.end();
  });
}

async function takeAll(take: () => Promise<() => Promise<void>>): Promise<() => Promise<void>> {
  const taken: (() => Promise<void>)[] = [];
  for (let refused = false; !refused; ) {
    await take().then(
      (giveBack) => taken.push(giveBack),
      () => {
        refused = true;
      },
    );
  }
  return async () => {
    await Promise.all(taken.map((giveBack) => giveBack()));
  };
}

/** Runs statements on a MySQL or MariaDB. */
export async function runMysql(url: string, sql: string | readonly string[]): Promise<void> {
  for (const text of chunksOf(sql)) await queryMysql(url, text);
}

/** The rows of a query of the test's own, as the driver makes them. */
export async function queryMysql(url: string, sql: string): Promise<readonly unknown[]> {
  const connection = await mysql.createConnection({ uri: url, multipleStatements: true });
  try {
    const [rows] = await connection.query(sql);
    return rows as unknown[];
  } finally {
    await connection.end().catch(() => connection.destroy());
  }
}

function chunksOf(sql: string | readonly string[]): string[] {
  if (typeof sql === 'string') return sql === '' ? [] : [sql];
  const chunks: string[] = [];
  for (let start = 0; start < sql.length; start += statementsAtOnce) {
    chunks.push(sql.slice(start, start + statementsAtOnce).join(';\n'));
  }
  return chunks;
}

function sharedUrl(name: string, fromEnvironment: string | undefined): Promise<string> {
  if (fromEnvironment !== undefined) return Promise.resolve(fromEnvironment);
  const path = process.env['NL2SQL_TEST_BROKER'];
  if (path === undefined) {
    throw new Error('Test servers come from test/servers/global-setup.ts; see vitest.config.ts');
  }
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = createConnection(path, () => socket.write(name));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('end', () => {
      const { url, error } = JSON.parse(answer) as { url?: string; error?: string };
      if (url === undefined) reject(new Error(error));
      else resolve(url);
    });
  });
}
