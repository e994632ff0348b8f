import { InternalError } from '../errors.ts';

/**
 * A bounded set of connections that queries borrow. A query that finds none free waits its turn, so
 * more questions at once than connections is slower and never an error.
 */
export interface ConnectionPool<C> {
  /** Lends a connection; opens one when none is idle. Rejects with what `open` throws, or the signal's reason. */
  acquire(signal?: AbortSignal): Promise<Lease<C>>;
  /** Closes idle connections now and lent ones when they come back. Safe to call twice. */
  close(): Promise<void>;
}

/** A connection while it is lent. */
export interface Lease<C> {
  readonly connection: C;
  /** Whether it served a query before: then it may have died while it was idle. */
  readonly isReused: boolean;
  /** Gives it back; `discard` when its state is unknown, so that nobody gets it again. */
  release(options?: { readonly discard?: boolean }): void;
}

/** What a pool must know of its connections. */
export interface PoolOptions<C> {
  readonly maxConnections: number;
  readonly open: (signal?: AbortSignal) => Promise<C>;
  readonly close: (connection: C) => Promise<void>;
  /** Whether an idle connection is still there, as far as this side knows. */
  readonly isAlive: (connection: C) => boolean;
}

/** Creates a pool; it opens nothing until the first `acquire`. */
export function createConnectionPool<C>(options: PoolOptions<C>): ConnectionPool<C> {
  const idle: C[] = [];
  const waiting: (() => void)[] = [];
  const closing = new Set<Promise<void>>();
  let lent = 0;
  let closed = false;

  const dispose = (connection: C) => {
    const end = options.close(connection).catch(() => undefined);
    closing.add(end);
    void end.then(() => closing.delete(end));
  };

  const waitForTurn = async (signal?: AbortSignal) => {
    while (lent >= options.maxConnections) {
      await new Promise<void>((resolve, reject) => {
        const wake = () => {
          signal?.removeEventListener('abort', give);
          resolve();
        };
        const give = () => {
          waiting.splice(waiting.indexOf(wake), 1);
          reject(signal?.reason);
        };
        waiting.push(wake);
        signal?.addEventListener('abort', give, { once: true });
      });
    }
  };

  const takeIdle = (): C | undefined => {
    for (let connection = idle.pop(); connection !== undefined; connection = idle.pop()) {
      if (options.isAlive(connection)) return connection;
      dispose(connection);
    }
    return undefined;
  };

  return {
    async acquire(signal) {
      signal?.throwIfAborted();
      await waitForTurn(signal);
      if (closed) throw new InternalError('A query was started on a datasource that is closed');
      lent += 1;
      const giveBack = () => {
        lent -= 1;
        waiting.shift()?.();
      };
      const reused = takeIdle();
      let connection: C;
      try {
        connection = reused ?? (await options.open(signal));
      } catch (error) {
        giveBack();
        throw error;
      }
      let released = false;
      return {
        connection,
        isReused: reused !== undefined,
        release: ({ discard = false } = {}) => {
          if (released) return;
          released = true;
          if (discard || closed || !options.isAlive(connection)) dispose(connection);
          else idle.push(connection);
          giveBack();
        },
      };
    },
    async close() {
      closed = true;
      for (const connection of idle.splice(0)) dispose(connection);
      await Promise.all(closing);
    },
  };
}
