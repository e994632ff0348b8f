import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { fileNotWritable, Nl2sqlError } from '../../errors.ts';
import { finalPath } from '../../validation/index.ts';

/** How long a writer waits for another one. */
const defaultWaitMs = 30_000;

/**
 * Lets one process at a time change a file. The lock is a database lock on a file in the temporary
 * folder, so the system itself frees it when its holder is killed. Throws `FILE_BUSY` after `waitMs`.
 */
export async function withFileLock<T>(
  path: string,
  action: () => Promise<T>,
  waitMs = defaultWaitMs,
): Promise<T> {
  // Only writers pay for loading it.
  const { DatabaseSync } = await import('@photostructure/sqlite');
  const lock = new DatabaseSync(await lockPath(path), { timeout: 0 });
  try {
    await acquire(lock, path, waitMs);
    return await action();
  } finally {
    // Closing ends the transaction and with it the lock.
    lock.close();
  }
}

async function acquire(lock: DatabaseSyncInstance, path: string, waitMs: number): Promise<void> {
  const end = performance.now() + waitMs;
  for (;;) {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return;
    } catch (error) {
      if (!/locked|busy/i.test(String(error))) throw error;
      if (performance.now() > end)
        throw new Nl2sqlError('FILE_BUSY', { path, waitMs }, { cause: error });
      await sleep(10 + Math.floor(performance.now() % 20));
    }
  }
}

/** One lock per real file, whatever links lead to it; the file need not exist yet. */
async function lockPath(path: string): Promise<string> {
  const real = await finalPath(path);
  const locks = join(tmpdir(), `nl2sql-locks-${userInfo().uid}`);
  try {
    // Not its parents: without a temporary folder there is nothing to make one in.
    mkdirSync(locks, { mode: 0o700 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw fileNotWritable(locks, 'Lock folder', cause);
    }
  }
  return join(locks, `${createHash('sha256').update(real).digest('hex').slice(0, 32)}.lock`);
}
