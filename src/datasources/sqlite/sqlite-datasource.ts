import type { Catalog } from '../../catalog/index.ts';
import { assertNever, InternalError, Nl2sqlError } from '../../errors.ts';
import { createCatalogFilter } from '../catalog-filter.ts';
import type { Datasource, DatasourceSpec, Execution } from '../datasource.ts';
import { redactSecrets } from '../describe-connection.ts';
import { createProcessPool, type ProcessPool, type SqliteOutcome } from './process-pool.ts';
import type { SqliteAnswer, SqliteRead } from './protocol.ts';
import { bindableValues, cellsOfWire } from './values.ts';

/** One pool for every SQLite file of this process: starting a process costs more than most queries. */
let shared: { readonly pool: ProcessPool; users: number } | undefined;

function acquirePool(): { readonly pool: ProcessPool; release(): Promise<void> } {
  shared ??= { pool: createProcessPool(), users: 0 };
  const mine = shared;
  mine.users += 1;
  let isReleased = false;
  return {
    pool: mine.pool,
    async release() {
      if (isReleased) return;
      isReleased = true;
      mine.users -= 1;
      if (mine.users > 0) return;
      if (shared === mine) shared = undefined;
      await mine.pool.close();
    },
  };
}

/**
 * A SQLite file as a datasource. Opening does not touch the file: one that is missing or no database
 * is told by `introspect` (thrown) and by `execute` (`unavailable`).
 */
export async function openSqlite(spec: DatasourceSpec): Promise<Datasource> {
  if (spec.connection.type !== 'sqlite') throw new InternalError('not a sqlite connection');
  const { path } = spec.connection;
  const { pool, release } = acquirePool();
  const accepts = createCatalogFilter(spec);
  const closing = new AbortController();
  const signalsWith = (signal: AbortSignal | undefined) =>
    signal === undefined ? [closing.signal] : [signal, closing.signal];

  const closed = (): Execution => ({
    status: 'unavailable',
    message: `datasource "${spec.id}" is closed`,
    elapsedMs: 0,
  });

  return {
    id: spec.id,
    dialect: 'sqlite',
    async introspect(options = {}) {
      const outcome = await pool.run(
        { kind: 'introspect', path },
        { signals: signalsWith(options.signal) },
      );
      const catalog = catalogOf(outcome, spec.id, path);
      return createCatalogFilter(options)(accepts(catalog));
    },
    async execute(query, { rowLimit, timeoutMs, signal }) {
      if (closing.signal.aborted) return closed();
      const parameters = bindableValues(query.parameters ?? []);
      if (typeof parameters === 'string') {
        return { status: 'rejected', message: parameters, elapsedMs: 0 };
      }
      const outcome = await pool.run(
        { kind: 'query', path, text: query.text, parameters, rowLimit },
        { timeoutMs, signals: signalsWith(signal) },
      );
      return executionOf(outcome, { id: spec.id, path, timeoutMs });
    },
    warnings: async () => [],
    async close() {
      closing.abort();
      await release();
    },
  };
}

function executionOf(
  outcome: SqliteOutcome,
  { id, path, timeoutMs }: { id: string; path: string; timeoutMs: number },
): Execution {
  switch (outcome.kind) {
    case 'timeout':
      return { status: 'timeout', timeoutMs, elapsedMs: outcome.elapsedMs };
    case 'aborted':
      return { status: 'aborted', elapsedMs: outcome.elapsedMs };
    case 'crashed':
      return {
        status: 'unavailable',
        message: `datasource "${id}": reading ${redactSecrets(path)} failed: ${outcome.reason}`,
        elapsedMs: outcome.elapsedMs,
      };
    case 'answered':
      return executionOfAnswer(outcome.answer, { id, path });
    default:
      return assertNever(outcome);
  }
}

function executionOfAnswer(
  answer: SqliteAnswer,
  { id, path }: { id: string; path: string },
): Execution {
  switch (answer.kind) {
    case 'rows': {
      const { columns, truncated, elapsedMs } = answer;
      const rows = answer.rows.map(cellsOfWire);
      return { status: 'rows', result: { columns, rows, truncated }, elapsedMs };
    }
    case 'failed': {
      const { status, elapsedMs } = answer;
      const message =
        status === 'unavailable'
          ? `datasource "${id}": reading ${redactSecrets(path)} failed: ${answer.message}`
          : answer.message;
      return { status, message, elapsedMs };
    }
    default:
      throw new InternalError(`a query was answered with ${answer.kind}`);
  }
}

function catalogOf(outcome: SqliteOutcome, datasource: string, path: string): Catalog {
  if (outcome.kind === 'answered' && outcome.answer.kind === 'catalog') {
    return outcome.answer.catalog;
  }
  throw new Nl2sqlError('DATASOURCE_UNAVAILABLE', {
    datasource,
    tried: `reading ${redactSecrets(path)}`,
    reason: reasonOf(outcome),
    fix: 'Check that the path is right and that the file is a SQLite database this user may read.',
  });
}

function reasonOf(outcome: SqliteOutcome): string {
  switch (outcome.kind) {
    case 'answered':
      return outcome.answer.kind === 'failed' ? outcome.answer.message : outcome.answer.kind;
    case 'crashed':
      return outcome.reason;
    case 'timeout':
    case 'aborted':
      return 'it was stopped';
    default:
      return assertNever(outcome);
  }
}

/**
 * The tables and columns a statement reads, by SQLite's own account: the oracle for ours.
 *
 * @example
 * await readColumnsBySqlite('shop.sqlite', 'SELECT name FROM customers');
 * // [{ schema: 'main', table: 'customers', column: 'name' }]
 */
export async function readColumnsBySqlite(
  path: string,
  text: string,
): Promise<readonly SqliteRead[]> {
  const { pool, release } = acquirePool();
  try {
    const outcome = await pool.run({ kind: 'reads', path, text }, { signals: [] });
    if (outcome.kind === 'answered' && outcome.answer.kind === 'reads') return outcome.answer.reads;
    throw new Nl2sqlError('DATASOURCE_UNAVAILABLE', {
      datasource: path,
      tried: 'compiling a statement',
      reason: reasonOf(outcome),
      fix: 'Check the statement and the path.',
    });
  } finally {
    await release();
  }
}
