import { describe, expect, it } from 'vitest';
import { createConnectionPool, PoolClosedError } from './connection-pool.ts';

interface Made {
  readonly number: number;
  alive: boolean;
  closed: boolean;
}

function createCountedPool(maxConnections: number) {
  const made: Made[] = [];
  const pool = createConnectionPool<Made>({
    maxConnections,
    open: async () => {
      const connection = { number: made.length, alive: true, closed: false };
      made.push(connection);
      return connection;
    },
    close: async (connection) => {
      connection.closed = true;
    },
    cut: async (connection) => {
      connection.alive = false;
    },
    isAlive: (connection) => connection.alive,
  });
  return { pool, made };
}

describe('createConnectionPool', () => {
  it('never lends more than its limit, also when all ask at once', async () => {
    const { pool, made } = createCountedPool(2);
    let lent = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const lease = await pool.acquire();
        lent += 1;
        most = Math.max(most, lent);
        await new Promise((resolve) => setImmediate(resolve));
        lent -= 1;
        lease.release();
      }),
    );
    expect(most).toBe(2);
    expect(made).toHaveLength(2);
  });

  it('replaces a connection that died while idle, and one that is discarded', async () => {
    const { pool, made } = createCountedPool(1);
    const first = await pool.acquire();
    first.release();
    first.connection.alive = false;
    const second = await pool.acquire();
    expect(second).toMatchObject({ isReused: false, connection: { number: 1 } });
    second.release({ discard: true });
    second.release();
    const third = await pool.acquire();
    expect(third.connection.number).toBe(2);
    expect(made.map(({ closed }) => closed)).toEqual([true, true, false]);
  });

  it('lets a caller stop waiting, and serves the next one', async () => {
    const { pool } = createCountedPool(1);
    const lease = await pool.acquire();
    const controller = new AbortController();
    const impatient = pool.acquire(controller.signal);
    const patient = pool.acquire();
    controller.abort(new DOMException('enough', 'AbortError'));
    await expect(impatient).rejects.toThrow('enough');
    lease.release();
    expect((await patient).isReused).toBe(true);
  });

  it('frees its place when opening fails', async () => {
    let isDown = true;
    const pool = createConnectionPool({
      maxConnections: 1,
      open: async () => {
        if (isDown) throw new DOMException('down');
        return {};
      },
      close: async () => undefined,
      cut: async () => undefined,
      isAlive: () => true,
    });
    await expect(pool.acquire()).rejects.toThrow('down');
    isDown = false;
    await expect(pool.acquire()).resolves.toMatchObject({ isReused: false });
  });

  it('cuts what is lent and turns away who waits when it is closed', async () => {
    const { pool, made } = createCountedPool(1);
    const lease = await pool.acquire();
    const waiting = pool.acquire();
    await pool.close();
    await expect(waiting).rejects.toThrow(PoolClosedError);
    await expect(pool.acquire()).rejects.toThrow(PoolClosedError);
    expect(made[0]?.alive).toBe(false);
    lease.release();
    await pool.close();
    expect(made[0]?.closed).toBe(true);
  });
});
