import { setMaxListeners } from 'node:events';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Driver } from './duckdb-cells.ts';
import { type OpenInstance, openInstance } from './open-instance.ts';

/** A connection while a query has it. */
export interface Lease {
  readonly connection: DuckDBConnection;
  release(): void;
}

/** Keeps one file open, lends connections to it, and opens it anew when another file stands at the path. */
export interface InstanceHolder {
  /** Waits for its turn. Rejects when a signal aborts or the file cannot be opened. */
  acquire(...signals: (AbortSignal | undefined)[]): Promise<Lease>;
  /** Closes the file once the last query has let go of it. Safe to call twice. */
  close(): Promise<void>;
}

interface Held {
  readonly file: OpenInstance;
  users: number;
  isRetired: boolean;
}

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
    const known = held && (await held.catch(() => undefined));
    if (known !== undefined && !known.isRetired && !known.file.hasChanged()) return known;
    if (known !== undefined && !known.isRetired) retire(known);
    held = openInstance(driver, path).then((file) => ({ file, users: 0, isRetired: false }));
    return await held;
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
      for (const signal of signals) signal.throwIfAborted();
    }
  }

  function giveBack(): void {
    lent -= 1;
    waiting[0]?.();
    if (lent === 0) for (const notify of idle.splice(0)) notify();
  }

  return {
    async acquire(...given) {
      const signals = given.filter((signal) => signal !== undefined);
      await turn(signals);
      lent += 1;
      try {
        const mine = await current();
        mine.users += 1;
        const connection = await mine.file.instance.connect();
        return {
          connection,
          release() {
            connection.disconnectSync();
            mine.users -= 1;
            if (mine.isRetired && mine.users === 0) mine.file.instance.closeSync();
            giveBack();
          },
        };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
    async close() {
      if (lent > 0) await new Promise<void>((resolve) => idle.push(resolve));
      const last = held && (await held.catch(() => undefined));
      held = undefined;
      if (last !== undefined && !last.isRetired) retire(last);
    },
  };
}
