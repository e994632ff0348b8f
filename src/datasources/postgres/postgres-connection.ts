import { readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { maxResultBytes, ResultTooLargeError } from '../result-size.ts';
import type { ServerAddress } from '../server-address.ts';

/** One session on a server. */
export interface PostgresConnection {
  readonly client: pg.Client;
  /** False once the server or the network ended it. */
  isAlive(): boolean;
  /** Says that a new result begins: its size is counted anew. */
  expectResult(): void;
  /**
   * Asks the server, over a connection of its own, to give up what this session runs. Resolves when
   * the request was handed over or failed; the session must not be used for another query after it.
   */
  cancel(): Promise<void>;
  /** Cuts the connection without a word to the server. */
  destroy(): void;
  close(): Promise<void>;
}

/** Values come as the server's text; our own code reads them. */
const rawText = { getTypeParser: () => (text: string) => text };

/**
 * Settings of a transaction: values print in one way whatever the server's defaults. They are set for
 * each transaction because a pooler such as PgBouncer may run each on another session of the server.
 */
const transactionSettings: Readonly<Record<string, string>> = {
  client_encoding: 'UTF8',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'iso_8601',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  lc_monetary: 'C',
  // A text means what the analysis of its strings took it for.
  standard_conforming_strings: 'on',
};

/**
 * What begins a read-only transaction that the server ends after `timeoutMs`. The set_config calls
 * take its snapshot; after that PostgreSQL lets nothing make it writable.
 */
export function beginReadOnly(timeoutMs: number): string {
  const limit = Math.ceil(timeoutMs);
  const settings = Object.entries({
    ...transactionSettings,
    statement_timeout: String(limit),
    idle_in_transaction_session_timeout: String(limit + idleGraceMs),
  }).map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', true)`);
  return `BEGIN READ ONLY; SELECT ${settings.join(', ')}`;
}

/** Between its statements a transaction waits for this side at most so much longer than a query. */
const idleGraceMs = 10_000;

/** Opens a session. Rejects with the driver's or the server's own error. */
export async function connectPostgres(
  driver: typeof pg,
  address: ServerAddress,
  connectTimeoutMs: number,
  signal?: AbortSignal,
): Promise<PostgresConnection> {
  const client = new driver.Client({
    host: address.socketPath ?? address.host,
    port: address.port,
    user: address.user,
    password: address.password,
    database: address.database,
    ssl: await tlsConfig(address),
    options: address.options,
    application_name: 'nl2sql',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types: rawText,
  });
  const expectResult = limitResults(internals(client).connection);
  let alive = true;
  client.on('error', () => {
    alive = false;
  });
  client.on('end', () => {
    alive = false;
  });
  const { stream } = internals(client).connection;
  const onAbort = () => internals(client).connection.stream.destroy();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await client.connect();
    await client.query('SET default_transaction_read_only = on');
    // From PostgreSQL 14 on, a query whose client has gone ends.
    await client.query('SET client_connection_check_interval = 1000').catch(() => undefined);
  } catch (error) {
    stream.destroy();
    await client.end().catch(() => undefined);
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
  return {
    client,
    isAlive: () => alive,
    expectResult,
    cancel: () => sendCancelRequest(address, internals(client)),
    destroy: () => {
      alive = false;
      internals(client).connection.stream.destroy();
    },
    close: async () => {
      alive = false;
      const cut = setTimeout(() => internals(client).connection.stream.destroy(), 1000);
      await client.end().catch(() => undefined);
      clearTimeout(cut);
    },
  };
}

/**
 * Counts what arrives before the driver's parser sees it, with or without TLS, and cuts the
 * connection when a result is too large. Returns what begins a new count.
 */
function limitResults(connection: ClientInternals['connection']): () => void {
  let received = 0;
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    stream.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > maxResultBytes) stream.destroy(new ResultTooLargeError());
    });
    attach(stream);
  };
  return () => {
    received = 0;
  };
}

/** What the driver knows and does not declare. */
interface ClientInternals {
  readonly connection: {
    readonly stream: { destroy(): void };
    /** Called once with the stream that carries the protocol: the socket, or TLS over it. */
    attachListeners(stream: Duplex): void;
  };
  readonly processID: number;
  readonly secretKey: number;
}

function internals(client: pg.Client): ClientInternals {
  return client as unknown as ClientInternals;
}

async function tlsConfig(address: ServerAddress): Promise<boolean | Record<string, unknown>> {
  const files = Object.entries(address.tlsFiles);
  if (address.tls === false && files.length === 0) return false;
  const options: Record<string, unknown> =
    typeof address.tls === 'object' ? { ...address.tls } : {};
  for (const [option, path] of files) options[option] = await readFile(path, 'utf8');
  return options;
}

/** The protocol's CancelRequest: sixteen bytes to the same place, no login, no free slot needed. */
function sendCancelRequest(address: ServerAddress, session: ClientInternals): Promise<void> {
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(80877102, 4);
  message.writeInt32BE(session.processID, 8);
  message.writeInt32BE(session.secretKey, 12);
  return new Promise((resolve) => {
    const socket =
      address.socketPath === undefined
        ? createConnection(address.port, address.host)
        : createConnection(`${address.socketPath}/.s.PGSQL.${address.port}`);
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('error', () => undefined);
    // The server closes once it has passed the request on.
    socket.on('close', () => resolve());
    socket.on('connect', () => socket.write(message));
    socket.resume();
  });
}
