import type pg from 'pg';
import type Cursor from 'pg-cursor';
import { Nl2sqlError } from '../../errors.ts';
import { createCatalogFilter } from '../catalog-filter.ts';
import { type ConnectionPool, createConnectionPool, type Lease } from '../connection-pool.ts';
import type {
  Datasource,
  DatasourceSpec,
  ExecuteOptions,
  Execution,
  IntrospectOptions,
  SqlQuery,
} from '../datasource.ts';
import { describeConnection } from '../describe-connection.ts';
import { type QueryWatch, watchQuery } from '../query-watch.ts';
import { type ServerAddress, type ServerConnection, serverAddress } from '../server-address.ts';
import { introspectPostgres } from './introspect-postgres.ts';
import { connectPostgres, type PostgresConnection } from './postgres-connection.ts';
import { postgresConnectFix, postgresFailure, postgresMessage } from './postgres-errors.ts';
import { createTypeMemory } from './postgres-types.ts';
import { postgresWarnings } from './postgres-warnings.ts';
import { runStatement } from './run-query.ts';

/** Sessions at once; a server's usual limit is 100 for everybody. */
const maxConnections = 4;

const defaultConnectTimeoutMs = 10_000;

/** Catalog queries of ours are given up after this. */
const introspectionTimeoutMs = 120_000;

/** After a cancel request a session has this long to answer before it is cut. */
const cancelGraceMs = 2000;

/** PostgreSQL as a datasource; connects when first asked for something. */
export async function openPostgres(spec: DatasourceSpec): Promise<Datasource> {
  const connection = spec.connection as ServerConnection;
  const reading = serverAddress(connection);
  if (!reading.ok) {
    throw new Nl2sqlError('DATASOURCE_URL_INVALID', {
      url: describeConnection(connection),
      reason: reading.reason,
    });
  }
  const { address } = reading;
  const { driver, cursorClass } = await loadDriver(spec.id);
  const connectTimeoutMs =
    spec.connectTimeoutMs ?? address.connectTimeoutMs ?? defaultConnectTimeoutMs;
  const pool = createConnectionPool<PostgresConnection>({
    maxConnections,
    open: (signal) => connectPostgres(driver, address, connectTimeoutMs, signal),
    close: (open) => open.close(),
    isAlive: (open) => open.isAlive(),
  });
  return createDatasource({ spec, connection, address, pool, cursorClass });
}

async function loadDriver(
  datasource: string,
): Promise<{ readonly driver: typeof pg; readonly cursorClass: typeof Cursor }> {
  try {
    const [driver, cursor] = await Promise.all([import('pg'), import('pg-cursor')]);
    return { driver: driver.default, cursorClass: cursor.default };
  } catch (cause) {
    throw new Nl2sqlError(
      'DRIVER_MISSING',
      { datasource, type: 'postgres', packageName: 'pg pg-cursor' },
      { cause },
    );
  }
}

interface Parts {
  readonly spec: DatasourceSpec;
  readonly connection: ServerConnection;
  readonly address: ServerAddress;
  readonly pool: ConnectionPool<PostgresConnection>;
  readonly cursorClass: typeof Cursor;
}

function createDatasource({ spec, connection, address, pool, cursorClass }: Parts): Datasource {
  const memory = createTypeMemory();

  const unavailable = (error: unknown, tried: string) =>
    new Nl2sqlError(
      'DATASOURCE_UNAVAILABLE',
      {
        datasource: spec.id,
        tried: `${tried} ${describeConnection(connection)}`,
        reason: postgresMessage(error),
        fix: postgresConnectFix(error),
      },
      { cause: error },
    );

  /** Runs queries of ours in a read-only transaction. Throws `DATASOURCE_UNAVAILABLE`. */
  const inspect = async <T>(
    tried: string,
    use: (client: pg.Client) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    let lease: Lease<PostgresConnection>;
    try {
      lease = await acquireInTransaction(pool, introspectionTimeoutMs, signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw unavailable(error, 'connecting to');
    }
    const watch = watchLease(lease, introspectionTimeoutMs, signal);
    try {
      return await use(lease.connection.client);
    } catch (error) {
      signal?.throwIfAborted();
      throw unavailable(error, tried);
    } finally {
      watch.end();
      await endTransaction(lease, watch);
    }
  };

  return {
    id: spec.id,
    dialect: 'postgres',
    introspect: async (options: IntrospectOptions = {}) => {
      const catalog = await inspect('reading the catalog of', introspectPostgres, options.signal);
      return createCatalogFilter(options)(createCatalogFilter(spec)(catalog));
    },
    execute: (query, options) => execute(query, options),
    warnings: async () => [
      ...address.ignored.map(
        (name) =>
          `Datasource "${spec.id}": the URL parameter "${name}" is not known and was ignored.`,
      ),
      ...(await inspect('reading the rights of the login of', (client) =>
        postgresWarnings(client, spec.id),
      )),
    ],
    close: () => pool.close(),
  };

  async function execute(query: SqlQuery, options: ExecuteOptions): Promise<Execution> {
    const { timeoutMs, signal, rowLimit } = options;
    let lease: Lease<PostgresConnection>;
    try {
      lease = await acquireInTransaction(pool, timeoutMs, signal);
    } catch (error) {
      if (signal?.aborted) return { status: 'aborted', elapsedMs: 0 };
      const { message, remedy } = unavailable(error, 'connecting to');
      return { status: 'unavailable', message: `${message}. ${remedy}`, elapsedMs: 0 };
    }
    const watch = watchLease(lease, timeoutMs, signal);
    let execution: Execution;
    try {
      const outcome = await runStatement(lease.connection, cursorClass, query, rowLimit, memory);
      const elapsedMs = watch.elapsedMs();
      execution =
        stoppedExecution(watch, timeoutMs) ??
        (outcome.status === 'rows'
          ? { status: 'rows', result: outcome.result, elapsedMs }
          : {
              status: 'refused',
              message: 'The statement returns no rows; only queries are run here.',
              elapsedMs,
            });
    } catch (error) {
      execution = stoppedExecution(watch, timeoutMs) ?? failedExecution(error, watch, timeoutMs);
    } finally {
      watch.end();
    }
    await endTransaction(lease, watch);
    return execution;
  }
}

/**
 * A session in a fresh read-only transaction. The set_config calls take the transaction's snapshot,
 * after which PostgreSQL lets nothing make it writable. A session that died while it was idle is
 * replaced once, without anybody noticing.
 */
async function acquireInTransaction(
  pool: ConnectionPool<PostgresConnection>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Lease<PostgresConnection>> {
  for (;;) {
    const lease = await pool.acquire(signal);
    try {
      await lease.connection.client.query(
        `BEGIN READ ONLY; SELECT pg_catalog.set_config('statement_timeout', '${Math.ceil(timeoutMs)}', true),
           pg_catalog.set_config('idle_in_transaction_session_timeout', '${Math.ceil(timeoutMs) + 10_000}', true)`,
      );
      return lease;
    } catch (error) {
      lease.release({ discard: true });
      if (!lease.isReused) throw error;
    }
  }
}

function watchLease(
  { connection }: Lease<PostgresConnection>,
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
 * Ends the transaction by rolling it back, with whatever it set, notified or locked. A session that
 * was asked to cancel is never used again: the request might arrive late and hit the next query.
 */
async function endTransaction(lease: Lease<PostgresConnection>, watch: QueryWatch): Promise<void> {
  if (watch.stopped !== null || !lease.connection.isAlive()) {
    lease.release({ discard: true });
    return;
  }
  try {
    await lease.connection.client.query('ROLLBACK; SELECT pg_catalog.pg_advisory_unlock_all()');
    lease.release();
  } catch {
    lease.release({ discard: true });
  }
}

function stoppedExecution(watch: QueryWatch, timeoutMs: number): Execution | null {
  const elapsedMs = watch.elapsedMs();
  if (watch.stopped === 'aborted') return { status: 'aborted', elapsedMs };
  if (watch.stopped === 'timeout') return { status: 'timeout', timeoutMs, elapsedMs };
  return null;
}

function failedExecution(error: unknown, watch: QueryWatch, timeoutMs: number): Execution {
  const elapsedMs = watch.elapsedMs();
  const failure = postgresFailure(error);
  const message = postgresMessage(error);
  if (failure !== 'cancelled') return { status: failure, message, elapsedMs };
  // The server's own statement_timeout may ring a moment before our clock does.
  return elapsedMs > timeoutMs - 50
    ? { status: 'timeout', timeoutMs, elapsedMs }
    : { status: 'unavailable', message, elapsedMs };
}
