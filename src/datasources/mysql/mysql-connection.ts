import { readFile } from 'node:fs/promises';
import type { Connection, ConnectionOptions } from 'mysql2';
import type { ServerAddress } from '../server-address.ts';

/** The driver, loaded when first needed. */
export type MysqlDriver = typeof import('mysql2');

/** How the server counts a query's time, found out when connecting. */
export interface MysqlServer {
  readonly version: string;
  readonly isMariadb: boolean;
  /** MySQL's `max_execution_time` is in milliseconds, MariaDB's `max_statement_time` in seconds. */
  readonly timeoutVariable: 'max_execution_time' | 'max_statement_time' | null;
}

/** One session on a server. */
export interface MysqlConnection {
  readonly driver: MysqlDriver;
  readonly session: Connection;
  readonly server: MysqlServer;
  /** False once the server or the network ended it. */
  isAlive(): boolean;
  /** Runs a text of ours and returns rows of texts. */
  run(text: string): Promise<readonly (readonly (string | null)[])[]>;
  /** Gives up transaction, locks and variables, so that the next query finds a fresh session. */
  reset(): Promise<void>;
  /**
   * Asks the server, over a connection of its own, to give up what this session runs. Resolves when
   * it was handed over or failed; the session must not be used for another query after it.
   */
  kill(): Promise<void>;
  /** Cuts the connection without a word to the server. */
  destroy(): void;
  close(): Promise<void>;
}

/** Options under which the driver changes no value: texts for what a double or a Date would round. */
const losslessOptions = {
  rowsAsArray: true,
  supportBigNumbers: true,
  bigNumberStrings: true,
  dateStrings: true,
  jsonStrings: true,
  decimalNumbers: false,
  typeCast: (field, next) => (field.type === 'GEOMETRY' ? field.buffer() : next()),
} satisfies ConnectionOptions;

/**
 * Flags of the protocol: one statement per text (MULTI_STATEMENTS is off unless asked for), no files
 * of this machine for a server that asks, and function names as the server itself reads them.
 */
const protocolFlags = ['-LOCAL_FILES', '-IGNORE_SPACE'];

/** Opens a session. Rejects with the driver's or the server's own error. */
export async function connectMysql(
  driver: MysqlDriver,
  address: ServerAddress,
  connectTimeoutMs: number,
  signal?: AbortSignal,
): Promise<MysqlConnection> {
  const options: ConnectionOptions = {
    ...(address.socketPath === undefined
      ? { host: address.host, port: address.port }
      : { socketPath: address.socketPath }),
    ...(address.user === undefined ? {} : { user: address.user }),
    ...(address.password === undefined ? {} : { password: address.password }),
    ...(address.database === undefined ? {} : { database: address.database }),
    ...(await tlsOption(address)),
    connectTimeout: connectTimeoutMs,
    charset: 'utf8mb4',
    timezone: 'Z',
    flags: protocolFlags,
    ...losslessOptions,
  };
  const session = await open(driver, options, connectTimeoutMs, signal);
  let alive = true;
  const end = () => {
    alive = false;
  };
  session.on('error', end);
  session.on('end', end);
  const connection = {
    driver,
    session,
    isAlive: () => alive,
    run: (text: string) => runText(session, text),
    reset: () =>
      new Promise<void>((resolve, reject) => {
        session.reset((error) => (error ? reject(error) : resolve()));
      }),
    kill: () => killQuery(driver, options, session.threadId),
    destroy: () => {
      alive = false;
      streamOf(session).destroy();
    },
    close: () => {
      alive = false;
      return new Promise<void>((resolve) => {
        const cut = setTimeout(() => streamOf(session).destroy(), 1000);
        session.end(() => {
          clearTimeout(cut);
          streamOf(session).destroy();
          resolve();
        });
      });
    },
  };
  try {
    return { ...connection, server: await describeServer(connection.run) };
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

function open(
  driver: MysqlDriver,
  options: ConnectionOptions,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const session = driver.createConnection(options);
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const fail = (error: unknown) => {
      settle();
      streamOf(session).destroy();
      reject(error);
    };
    const onAbort = () => fail(signal?.reason);
    // The driver's own limit ends with the greeting; a server may also hang after it.
    const timer = setTimeout(
      () => fail(Object.assign(new DOMException('connect ETIMEDOUT'), { cause: 'ETIMEDOUT' })),
      timeoutMs + 100,
    );
    signal?.addEventListener('abort', onAbort, { once: true });
    session.on('error', () => undefined);
    session.connect((error) => {
      if (error) fail(error);
      else {
        settle();
        resolve(session);
      }
    });
  });
}

/** The driver's socket, which it does not declare; its own `destroy` only half-closes it. */
function streamOf(session: Connection): { destroy(): void } {
  return (session as unknown as { stream: { destroy(): void } }).stream;
}

function runText(
  session: Connection,
  sql: string,
): Promise<readonly (readonly (string | null)[])[]> {
  return new Promise((resolve, reject) => {
    session.query({ sql, rowsAsArray: true, typeCast: (field) => field.string() }, (error, rows) =>
      error ? reject(error) : resolve(rows as unknown as (string | null)[][]),
    );
  });
}

async function tlsOption(address: ServerAddress): Promise<Pick<ConnectionOptions, 'ssl'>> {
  const files = Object.entries(address.tlsFiles);
  if (address.tls === false && files.length === 0) return {};
  const options: Record<string, unknown> =
    typeof address.tls === 'object' ? { ...address.tls } : {};
  for (const [option, path] of files) options[option] = await readFile(path, 'utf8');
  // Unlike Node.js, the driver does not look at the name in the certificate unless told.
  if (address.tls === true) options['verifyIdentity'] = true;
  return { ssl: options };
}

async function describeServer(run: MysqlConnection['run']): Promise<MysqlServer> {
  const [versions] = await run('SELECT @@version');
  const variables = await run(
    "SHOW VARIABLES WHERE Variable_name IN ('max_execution_time', 'max_statement_time')",
  );
  const names = variables.map(([name]) => name);
  const version = versions?.[0] ?? '';
  return {
    version,
    isMariadb: /mariadb/i.test(version),
    timeoutVariable: names.includes('max_statement_time')
      ? 'max_statement_time'
      : names.includes('max_execution_time')
        ? 'max_execution_time'
        : null,
  };
}

async function killQuery(
  driver: MysqlDriver,
  options: ConnectionOptions,
  threadId: number | null,
): Promise<void> {
  if (threadId === null) return;
  try {
    const killer = await open(driver, { ...options, connectTimeout: 2000 }, 2000);
    await runText(killer, `KILL QUERY ${threadId}`).catch(() => undefined);
    streamOf(killer).destroy();
  } catch {
    // No connection to be had: the session is cut instead, and the server's own limit ends the query.
  }
}
