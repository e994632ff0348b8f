import { setMaxListeners } from 'node:events';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Driver } from './duckdb-cells.ts';
import { type OpenInstance, openInstance } from './open-instance.ts';

/** A connection while a query has it. */
export interface Lease {
  readonly connection: DuckDBConnection;
  /** Gives it back; `isBroken` when DuckDB itself is in trouble, so that the file is opened anew. */
  release(options?: { readonly isBroken?: boolean }): void;
}

/** Keeps one file open, lends connections to it, and opens it anew when another file stands at the path. */
export interface InstanceHolder {
  /** Waits for its turn. Rejects when a signal aborts or the file cannot be opened. */
  acquire(...signals: (AbortSignal | undefined)[]): Promise<Lease>;
  /** Closes the file, or has the last query close it. Safe to call twice. */
  close(): Promise<void>;
}

interface Held {
  readonly file: OpenInstance;
  users: number;
  isRetired: boolean;
}

/** Closing waits this long for a query that hears no interrupt. */
const closeGraceMs = 2_000;

/** Opens nothing until the first `acquire`. */
export function createInstanceHolder(
  driver: Driver,
  path: string,
  maxConnections: number,
): InstanceHolder {
  let held: Promise<Held> | undefined;
  let lent = 0;
  const waiting: (() => void)[] = [];
  const idle: (() => void)[] = [];

  function retire(old: Held): void {
    old.isRetired = true;
    if (old.users === 0) old.file.instance.closeSync();
  }

  /** The file as it stands at the path now. */
  async function current(): Promise<Held> {
    for (;;) {
      const asked = held;
      const known = asked && (await asked.catch(() => undefined));
      // While this one waited, another query may have opened the file anew.
      if (held !== asked) continue;
      if (known !== undefined && !known.isRetired && !known.file.hasChanged()) return known;
      if (known !== undefined && !known.isRetired) retire(known);
      held = openInstance(driver, path).then((file) => ({ file, users: 0, isRetired: false }));
      return await held;
    }
  }

  async function connectTo(mine: Held): Promise<DuckDBConnection> {
    try {
      return await mine.file.instance.connect();
    } catch (error) {
      mine.users -= 1;
      throw error;
    }
  }

  async function turn(signals: readonly AbortSignal[]): Promise<void> {
    // Many queries may wait on one signal.
    if (signals.length > 0) setMaxListeners(0, ...signals);
    while (lent >= maxConnections) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          for (const signal of signals) signal.removeEventListener('abort', wake);
          const place = waiting.indexOf(wake);
          if (place !== -1) waiting.splice(place, 1);
          resolve();
        };
        for (const signal of signals) signal.addEventListener('abort', wake, { once: true });
        waiting.push(wake);
      });
      if (signals.some(({ aborted }) => aborted)) {
        // The turn that may have been meant for this query is the next one's.
        if (lent < maxConnections) waiting[0]?.();
        for (const signal of signals) signal.throwIfAborted();
      }
    }
    lent += 1;
  }

  /** Resolves when the last query is done, or when that takes too long: it then closes the file itself. */
  function idleWithin(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      idle.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  function giveBack(): void {
    lent -= 1;
    waiting[0]?.();
    if (lent === 0) for (const notify of idle.splice(0)) notify();
  }

  return {
    async acquire(...given) {
      await turn(given.filter((signal) => signal !== undefined));
      try {
        const mine = await current();
        mine.users += 1;
        const connection = await connectTo(mine);
        return {
          connection,
          release({ isBroken = false } = {}) {
            connection.disconnectSync();
            mine.users -= 1;
            if (isBroken && !mine.isRetired) retire(mine);
            else if (mine.isRetired && mine.users === 0) mine.file.instance.closeSync();
            giveBack();
          },
        };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
    async close() {
      if (lent > 0) await idleWithin(closeGraceMs);
      const last = held && (await held.catch(() => undefined));
      held = undefined;
      if (last !== undefined && !last.isRetired) retire(last);
    },
  };
}
