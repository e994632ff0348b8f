/**
 * A bounded set of connections that queries borrow. A query that finds none free waits its turn, so
 * more questions at once than connections is slower and never an error.
 */
export interface ConnectionPool<C> {
  /** Lends a connection; opens one when none is idle. Rejects with what `open` throws, or the signal's reason. */
  acquire(signal?: AbortSignal): Promise<Lease<C>>;
  /** Closes idle connections and cuts those that are lent. Safe to call twice. */
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
  /** Ends what a lent connection is doing; whoever holds it sees it fail. */
  readonly cut: (connection: C) => Promise<void>;
  /** Whether an idle connection is still there, as far as this side knows. */
  readonly isAlive: (connection: C) => boolean;
}

/** A connection was asked for after the end. */
export class PoolClosedError extends Error {
  override readonly name = 'PoolClosedError';
}

/** Creates a pool; it opens nothing until the first `acquire`. */
export function createConnectionPool<C>(options: PoolOptions<C>): ConnectionPool<C> {
  const idle: C[] = [];
  const waiting: (() => void)[] = [];
  const closing = new Set<Promise<void>>();
  const inUse = new Set<C>();
  let lent = 0;
  let closed = false;

  const dispose = (connection: C) => {
    const end = options.close(connection).catch(() => undefined);
    closing.add(end);
    void end.then(() => closing.delete(end));
  };

  /** Counts the caller in, in the same breath as finding that there is room. */
  const takeTurn = async (signal?: AbortSignal) => {
    while (lent >= options.maxConnections && !closed) {
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
    if (closed) throw new PoolClosedError('it was closed');
    lent += 1;
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
      await takeTurn(signal);
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
      inUse.add(connection);
      let released = false;
      return {
        connection,
        isReused: reused !== undefined,
        release: ({ discard = false } = {}) => {
          if (released) return;
          released = true;
          inUse.delete(connection);
          if (discard || closed || !options.isAlive(connection)) dispose(connection);
          else idle.push(connection);
          giveBack();
        },
      };
    },
    async close() {
      closed = true;
      for (const connection of idle.splice(0)) dispose(connection);
      for (const wake of waiting.splice(0)) wake();
      await Promise.all([...inUse].map((connection) => options.cut(connection)));
      await Promise.all(closing);
    },
  };
}
