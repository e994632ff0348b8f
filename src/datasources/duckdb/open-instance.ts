import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBInstance } from '@duckdb/node-api';
import type { Driver } from './duckdb-cells.ts';

/** A file DuckDB may not be asked to open, in the words a person needs. */
export class UnreadableDatabase extends Error {
  override readonly name = 'UnreadableDatabase';
}

/** An open database file. */
export interface OpenInstance {
  readonly instance: DuckDBInstance;
  /** Whether another file stands at the path now. */
  hasChanged(): boolean;
}

/**
 * Opens a DuckDB file read-only, without a way out of it: no other file, no extension, no change of
 * these settings. What does not fit into memory goes to the system's temporary folder, not beside the file.
 */
export async function openInstance(driver: Driver, path: string): Promise<OpenInstance> {
  const opened = fileIdentity(path);
  const instance = await driver.DuckDBInstance.create(path, {
    access_mode: 'READ_ONLY',
    // In this order: without external access DuckDB takes no temporary folder any more.
    temp_directory: join(tmpdir(), `nl2sql-duckdb-${randomUUID()}`),
    enable_external_access: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    lock_configuration: 'true',
  });
  return {
    instance,
    hasChanged() {
      try {
        return fileIdentity(path) !== opened;
      } catch {
        return true;
      }
    },
  };
}

/** Which file stands at a path and when it was written; throws `UnreadableDatabase` when none does. */
function fileIdentity(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new UnreadableDatabase('there is no such file');
  if (stats.isDirectory()) {
    throw new UnreadableDatabase('this is a folder, not a database file');
  }
  // DuckDB would wait for a pipe's writer, and nothing could stop it.
  if (!stats.isFile()) throw new UnreadableDatabase('this is not a regular file');
  return `${stats.dev}/${stats.ino}/${stats.size}/${stats.mtimeMs}`;
}
