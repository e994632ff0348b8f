import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** What every file of the cache folder says of itself: it is read only where both are as expected. */
export interface CacheEntry {
  readonly formatVersion: number;
  readonly key: string;
}

/** A file of the cache; null where it is absent, cut short, or of another version. */
export function readCacheFile<Entry extends CacheEntry>(
  path: string,
  { formatVersion, key }: CacheEntry,
): Entry | null {
  try {
    const entry = deserialize(readFileSync(path)) as Partial<Entry>;
    return entry.formatVersion === formatVersion && entry.key === key ? (entry as Entry) : null;
  } catch {
    // Absent, cut short, or of another version of Node: it is made again.
    return null;
  }
}

/**
 * Writes a file of the cache whole under a name of its own, then renames it, so that two processes cannot
 * spoil it for each other.
 */
export function writeCacheFile(path: string, entry: CacheEntry): void {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, serialize(entry));
    renameSync(temporary, path);
  } catch {
    // A cache that cannot be written costs time, never an answer.
    removeIfThere(temporary);
  }
}

function removeIfThere(path: string): void {
  try {
    rmSync(path);
  } catch {
    // Where the folder is none, nothing was begun.
  }
}
