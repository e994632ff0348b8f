import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalog } from '../../catalog/index.ts';
import { InternalError, Nl2sqlError } from '../../errors.ts';
import { createCatalogFilter } from '../catalog-filter.ts';
import type {
  Datasource,
  DatasourceSpec,
  ExecuteOptions,
  Execution,
  SqlQuery,
} from '../datasource.ts';
import { redactSecrets } from '../describe-connection.ts';
import { watchQuery } from '../query-watch.ts';
import type { Driver } from './duckdb-cells.ts';
import { classifyDuckdbError } from './duckdb-errors.ts';
import { createInstanceHolder, type Lease } from './instance-holder.ts';
import { introspectDuckdb } from './introspect-duckdb.ts';
import { UnreadableDatabase } from './open-instance.ts';
import { runQuery } from './run-query.ts';

/** DuckDB uses every core for one query; and each query holds one of the four threads of libuv. */
const maxQueries = 3;
/** How often a query that is to end is told so: DuckDB forgets an interrupt that comes between two steps. */
const interruptEveryMs = 20;
/** A step that hears no interrupt for this long is left behind. */
const interruptGraceMs = 1_000;

/**
 * A DuckDB file as a datasource. The file is opened at the first use: one that is missing or no
 * database is told by `introspect` (thrown) and by `execute` (`unavailable`).
 */
export async function openDuckdb(spec: DatasourceSpec): Promise<Datasource> {
  if (spec.connection.type !== 'duckdb') throw new InternalError('not a duckdb connection');
  const { path } = spec.connection;
  const driver = await loadDriver(spec.id);
  const holder = createInstanceHolder(driver, path, maxQueries);
  const closing = new AbortController();
  const accepts = createCatalogFilter(spec);
  const failed = (reason: string) =>
    `datasource "${spec.id}": reading ${redactSecrets(path)} failed: ${reason}`;

  return {
    id: spec.id,
    dialect: 'duckdb',
    async introspect(options = {}): Promise<Catalog> {
      const unavailable = (reason: string, cause?: unknown) =>
        new Nl2sqlError(
          'DATASOURCE_UNAVAILABLE',
          {
            datasource: spec.id,
            tried: `reading ${redactSecrets(path)}`,
            reason,
            fix: 'Check that the path is right, that the file is a DuckDB database of this version or older, and that no other process has it open for writing.',
          },
          { cause },
        );
      if (closing.signal.aborted) throw unavailable('it is closed');
      let lease: Lease | undefined;
      try {
        lease = await holder.acquire(options.signal);
        const catalog = await introspectDuckdb(lease.connection, options.signal);
        return createCatalogFilter(options)(accepts(catalog));
      } catch (error) {
        options.signal?.throwIfAborted();
        throw unavailable(describe(error), error);
      } finally {
        lease?.release();
      }
    },
    async execute(query, options) {
      if (closing.signal.aborted) {
        return { status: 'unavailable', message: failed('it is closed'), elapsedMs: 0 };
      }
      if (options.signal?.aborted) return { status: 'aborted', elapsedMs: 0 };
      let lease: Lease;
      try {
        lease = await holder.acquire(options.signal, closing.signal);
      } catch (error) {
        if (options.signal?.aborted || closing.signal.aborted) {
          return { status: 'aborted', elapsedMs: 0 };
        }
        return { status: 'unavailable', message: failed(describe(error)), elapsedMs: 0 };
      }
      return await executeOn(driver, lease, query, options, closing.signal, failed);
    },
    warnings: async () => [],
    async close() {
      closing.abort();
      await holder.close();
    },
  };
}

async function loadDriver(datasource: string): Promise<Driver> {
  try {
    return await import('@duckdb/node-api');
  } catch (cause) {
    throw new Nl2sqlError(
      'DRIVER_MISSING',
      { datasource, type: 'duckdb', packageName: '@duckdb/node-api' },
      { cause },
    );
  }
}

async function executeOn(
  driver: Driver,
  lease: Lease,
  query: SqlQuery,
  { rowLimit, timeoutMs, signal }: ExecuteOptions,
  closing: AbortSignal,
  failed: (reason: string) => string,
): Promise<Execution> {
  const stop = createStop(lease.connection);
  const watch = watchQuery({
    timeoutMs,
    signal: signal === undefined ? closing : AbortSignal.any([signal, closing]),
    stop: stop.begin,
  });
  const running = runQuery(driver, lease.connection, query, rowLimit).then(
    (outcome): Execution => ({ ...outcome, elapsedMs: watch.elapsedMs() }),
    (error: unknown): Execution => {
      const { status, message } = classifyDuckdbError(error);
      const elapsedMs = watch.elapsedMs();
      if (status === 'rejected' || status === 'refused') return { status, message, elapsedMs };
      return { status: 'unavailable', message: failed(message), elapsedMs };
    },
  );
  // The connection goes back when DuckDB has let go of it, also when nobody waits any more.
  void running.then(({ status }) => {
    stop.end();
    lease.release({ isBroken: status === 'unavailable' && watch.stopped === null });
  });
  const execution = await Promise.race([running, stop.givenUp]);
  watch.end();
  const elapsedMs = watch.elapsedMs();
  if (watch.stopped === 'timeout') return { status: 'timeout', timeoutMs, elapsedMs };
  if (watch.stopped === 'aborted') return { status: 'aborted', elapsedMs };
  if (execution === undefined) throw new InternalError('a query was given up without a reason');
  return execution;
}

/** Interrupts a connection again and again until it is told that the query has ended. */
function createStop(connection: DuckDBConnection): {
  begin(): void;
  end(): void;
  readonly givenUp: Promise<undefined>;
} {
  let timer: NodeJS.Timeout | undefined;
  let giveUp: (nothing: undefined) => void = () => undefined;
  const givenUp = new Promise<undefined>((resolve) => {
    giveUp = resolve;
  });
  return {
    begin() {
      const started = performance.now();
      const interrupt = () => {
        connection.interrupt();
        if (performance.now() - started > interruptGraceMs) giveUp(undefined);
      };
      interrupt();
      timer = setInterval(interrupt, interruptEveryMs);
    },
    end: () => clearInterval(timer),
    givenUp,
  };
}

function describe(error: unknown): string {
  if (error instanceof UnreadableDatabase) return error.message;
  return classifyDuckdbError(error).message;
}
