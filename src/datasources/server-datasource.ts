import type { Catalog, ResultSet } from '../catalog/index.ts';
import { Nl2sqlError } from '../errors.ts';
import { type DialectName, splitStatements } from '../sql/index.ts';
import { createCatalogFilter } from './catalog-filter.ts';
import { createConnectionPool, type Lease, PoolClosedError } from './connection-pool.ts';
import type { Datasource, DatasourceSpec, Execution, SqlQuery } from './datasource.ts';
import { describeConnection } from './describe-connection.ts';
import { type QueryWatch, watchQuery } from './query-watch.ts';
import { type ServerAddress, type ServerConnection, serverAddress } from './server-address.ts';

/** What a statement gave. One that describes no result was not run. */
export type StatementOutcome =
  | { readonly status: 'rows'; readonly result: ResultSet }
  | { readonly status: 'no-result' }
  | { readonly status: 'rejected'; readonly message: string };

/** A session with a server. */
export interface ServerSession {
  /** False once the server or the network ended it. */
  isAlive(): boolean;
  /** Begins a read-only transaction that the server itself ends after `timeoutMs`. */
  begin(timeoutMs: number): Promise<void>;
  /** Rolls back, with whatever the query set, locked or notified. */
  rollback(): Promise<void>;
  /** Runs one statement of somebody else's; rejects with the server's error. */
  run(query: SqlQuery, rowLimit: number): Promise<StatementOutcome>;
  introspect(include: readonly string[]): Promise<Catalog>;
  /** What is wrong with the login, with the fix. */
  warnings(datasource: string): Promise<readonly string[]>;
  /** Asks the server, over a connection of its own, to give up what this session runs. */
  cancel(): Promise<void>;
  /** Cuts the connection without a word to the server. */
  destroy(): void;
  close(): Promise<void>;
}

/** What an error means for the query that met it; `cancelled` by whoever asked for it. */
export type ServerFailure = 'rejected' | 'refused' | 'cancelled' | 'unavailable';

/** What differs between servers. */
export interface ServerDriver {
  readonly dialect: DialectName;
  connect(
    address: ServerAddress,
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
  ): Promise<ServerSession>;
  failureOf(error: unknown): ServerFailure;
  messageOf(error: unknown): string;
  /** What likely helps when a connection could not be made. */
  connectFix(error: unknown): string;
}

/** Loads the package of a driver. Throws `DRIVER_MISSING` when it is not installed. */
export async function importDriver<T>(
  missing: { readonly datasource: string; readonly type: string; readonly packageName: string },
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new Nl2sqlError('DRIVER_MISSING', missing, { cause });
  }
}

/** Sessions at once; a server's usual limit is 100 to 150 for everybody. */
const maxConnections = 4;

const defaultConnectTimeoutMs = 10_000;

/** Questions of ours to the catalog are given up after this. */
const introspectionTimeoutMs = 120_000;

/** Timers and servers count milliseconds in 31 bits; this is 24 days. */
const longestTimeoutMs = 2_100_000_000;

/** After a request to cancel, a session has this long to answer before it is cut. */
const cancelGraceMs = 2000;

/** A database server as a datasource; it connects when first asked for something. */
export async function openServer(
  spec: DatasourceSpec,
  loadDriver: () => Promise<ServerDriver>,
): Promise<Datasource> {
  const connection = spec.connection as ServerConnection;
  const reading = serverAddress(connection);
  if (!reading.ok) {
    throw new Nl2sqlError('DATASOURCE_URL_INVALID', {
      url: describeConnection(connection),
      reason: reading.reason,
    });
  }
  return createServerDatasource(spec, reading.address, await loadDriver());
}

function createServerDatasource(
  spec: DatasourceSpec,
  address: ServerAddress,
  driver: ServerDriver,
): Datasource {
  const connectTimeoutMs =
    spec.connectTimeoutMs ?? address.connectTimeoutMs ?? defaultConnectTimeoutMs;
  const pool = createConnectionPool<ServerSession>({
    maxConnections,
    open: (signal) => driver.connect(address, { timeoutMs: connectTimeoutMs, signal }),
    close: (session) => session.close(),
    cut: async (session) => {
      await session.cancel();
      session.destroy();
    },
    isAlive: (session) => session.isAlive(),
  });

  const unavailable = (error: unknown, tried: string) =>
    new Nl2sqlError(
      'DATASOURCE_UNAVAILABLE',
      {
        datasource: spec.id,
        tried: `${tried} ${describeConnection(spec.connection)}`,
        reason: driver.messageOf(error),
        fix:
          error instanceof PoolClosedError
            ? 'Open the datasource again.'
            : driver.connectFix(error),
      },
      { cause: error },
    );

  /** A session in a fresh transaction. One that died while it was idle is replaced unnoticed. */
  const acquire = async (timeoutMs: number, signal: AbortSignal | undefined) => {
    for (;;) {
      const lease = await pool.acquire(signal);
      try {
        await lease.connection.begin(timeoutMs);
        return lease;
      } catch (error) {
        lease.release({ discard: true });
        if (!lease.isReused) throw error;
      }
    }
  };

  /** Asks questions of ours. Throws `DATASOURCE_UNAVAILABLE`, or the signal's reason. */
  const inspect = async <T>(
    tried: string,
    ask: (session: ServerSession) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    let lease: Lease<ServerSession>;
    try {
      lease = await acquire(introspectionTimeoutMs, signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw unavailable(error, 'connecting to');
    }
    const watch = watchLease(lease, introspectionTimeoutMs, signal);
    try {
      return await ask(lease.connection);
    } catch (error) {
      signal?.throwIfAborted();
      throw unavailable(error, tried);
    } finally {
      watch.end();
      await giveBack(lease, watch);
    }
  };

  return {
    id: spec.id,
    dialect: driver.dialect,
    async introspect(options = {}) {
      const include = [...(spec.include ?? []), ...(options.include ?? [])];
      const catalog = await inspect(
        'reading the catalog of',
        (session) => session.introspect(include),
        options.signal,
      );
      return createCatalogFilter(options)(createCatalogFilter(spec)(catalog));
    },
    async execute(query, { rowLimit, signal, ...limits }) {
      const timeoutMs = Math.min(limits.timeoutMs, longestTimeoutMs);
      let lease: Lease<ServerSession>;
      try {
        lease = await acquire(timeoutMs, signal);
      } catch (error) {
        if (signal?.aborted) return { status: 'aborted', elapsedMs: 0 };
        const { message, remedy } = unavailable(error, 'connecting to');
        return { status: 'unavailable', message: `${message}. ${remedy}`, elapsedMs: 0 };
      }
      const watch = watchLease(lease, timeoutMs, signal);
      let execution: Execution;
      try {
        const outcome = await lease.connection.run(query, rowLimit);
        execution =
          stoppedExecution(watch, timeoutMs) ??
          executionOf(outcome, query, driver.dialect, watch.elapsedMs());
      } catch (error) {
        execution =
          stoppedExecution(watch, timeoutMs) ??
          failedExecution(driver, error, query, watch, timeoutMs);
      } finally {
        watch.end();
      }
      await giveBack(lease, watch);
      return execution;
    },
    async warnings() {
      const ignored = address.ignored.map(
        (name) =>
          `Datasource "${spec.id}": the URL parameter "${name}" is not known and was ignored.`,
      );
      const found = await inspect('reading the rights of the login of', (session) =>
        session.warnings(spec.id),
      );
      return [...ignored, ...found];
    },
    close: () => pool.close(),
  };
}

function watchLease(
  { connection }: Lease<ServerSession>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): QueryWatch {
  return watchQuery({
    timeoutMs,
    signal,
    stop: () => {
      void connection.cancel();
      // A server that does not answer, or a proxy that eats the request, must not hold the query.
      setTimeout(() => connection.destroy(), cancelGraceMs).unref();
    },
  });
}

/**
 * Rolls back and gives the session back. One that was asked to cancel is never used again: the
 * request might arrive late and hit the next query.
 */
async function giveBack(lease: Lease<ServerSession>, watch: QueryWatch): Promise<void> {
  if (watch.stopped !== null || !lease.connection.isAlive()) {
    lease.release({ discard: true });
    return;
  }
  try {
    await lease.connection.rollback();
    lease.release();
  } catch {
    lease.release({ discard: true });
  }
}

function executionOf(
  outcome: StatementOutcome,
  { text }: SqlQuery,
  dialect: DialectName,
  elapsedMs: number,
): Execution {
  if (outcome.status !== 'no-result') return { ...outcome, elapsedMs };
  return splitStatements(text, dialect).statements.length === 0
    ? { status: 'rejected', message: 'The text holds no statement.', elapsedMs }
    : {
        status: 'refused',
        message: 'The statement is no query that returns rows; only those are run here.',
        elapsedMs,
      };
}

function stoppedExecution(watch: QueryWatch, timeoutMs: number): Execution | null {
  const elapsedMs = watch.elapsedMs();
  if (watch.stopped === 'aborted') return { status: 'aborted', elapsedMs };
  if (watch.stopped === 'timeout') return { status: 'timeout', timeoutMs, elapsedMs };
  return null;
}

function failedExecution(
  driver: ServerDriver,
  error: unknown,
  { text }: SqlQuery,
  watch: QueryWatch,
  timeoutMs: number,
): Execution {
  const elapsedMs = watch.elapsedMs();
  const status = driver.failureOf(error);
  const message = driver.messageOf(error);
  // The server takes one statement; what it says of a second one differs, what is meant does not.
  if (status === 'rejected' && splitStatements(text, driver.dialect).statements.length > 1) {
    return {
      status: 'refused',
      message: `Only one statement is run at a time: ${message}`,
      elapsedMs,
    };
  }
  if (status !== 'cancelled') return { status, message, elapsedMs };
  // The server's own limit may ring a moment before our clock does; else somebody there ended it.
  return elapsedMs > timeoutMs - 50
    ? { status: 'timeout', timeoutMs, elapsedMs }
    : { status: 'unavailable', message, elapsedMs };
}
