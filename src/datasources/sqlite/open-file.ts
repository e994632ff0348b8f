import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { type Authorizer, createAuthorizer } from './authorizer.ts';
import { copyPrefix } from './protocol.ts';

/** A file that is open for reading, for as long as it stays the file it was. */
export interface OpenFile {
  readonly database: DatabaseSyncInstance;
  readonly authorizer: Authorizer;
  /** `utf-8`, `utf-16le` or `utf-16be`: what bytes of a text mean. */
  readonly encoding: string;
  /** Whether the file, or the log beside it, is another one than when it was opened. */
  hasChanged(): boolean;
  close(): void;
}

/** A file that cannot be read as a database, in the words a person needs. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** No value is longer than this: two of them must fit into a JavaScript process. */
export const maxValueBytes = 128 * 1024 * 1024;

/**
 * Opens a SQLite file so that nothing is written, in it or beside it. A file in WAL mode that nobody
 * writes is opened `immutable`, because SQLite would otherwise create its -shm; one with a -wal is
 * read together with it, and copied first where the -shm is missing.
 */
export function openFile(path: string): OpenFile {
  const state = readState(path);
  let location = pathToFileURL(state.path);
  let folder: string | undefined;
  if (state.isWal && state.wal === undefined) {
    location.searchParams.set('immutable', '1');
  } else if (state.wal !== undefined && !state.hasSharedMemory) {
    folder = mkdtempSync(join(tmpdir(), copyPrefix(process.pid)));
    const copy = join(folder, 'copy.sqlite');
    copyFileSync(state.path, copy);
    copyFileSync(`${state.path}-wal`, `${copy}-wal`);
    location = pathToFileURL(copy);
  } else if (state.wal !== undefined) {
    location.searchParams.set('readonly_shm', '1');
  }
  location.searchParams.set('mode', 'ro');
  const removeCopy = () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  let database: DatabaseSyncInstance | undefined;
  try {
    database = new DatabaseSync(location.href, {
      readOnly: true,
      defensive: true,
      // The double-quoted strings of well-known suites are what SQLite's own shell accepts.
      enableDoubleQuotedStringLiterals: true,
      timeout: 5_000,
      limits: { length: maxValueBytes },
    });
    database.exec('PRAGMA query_only = 1');
    const encoding = String(readValue(database, 'PRAGMA encoding')).toLowerCase();
    const authorizer = createAuthorizer(shadowTables(database));
    database.setAuthorizer(authorizer.callback);
    const opened = database;
    return {
      database: opened,
      authorizer,
      encoding,
      hasChanged: () => !isSameState(state, readState(path)),
      close() {
        opened.close();
        removeCopy();
      },
    };
  } catch (error) {
    database?.close();
    removeCopy();
    throw error;
  }
}

interface FileState {
  readonly path: string;
  readonly file: Stats;
  readonly wal: Stats | undefined;
  readonly hasSharedMemory: boolean;
  readonly isWal: boolean;
}

/** What stands on the disk. A name that is a link is followed, because the log lies beside its target. */
function readState(link: string): FileState {
  let path: string;
  let file: Stats;
  try {
    path = realpathSync(link);
    file = statSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UnreadableFile(
      code === 'ENOENT' ? 'there is no such file' : `the file cannot be reached (${code})`,
      { cause: error },
    );
  }
  if (file.isDirectory()) throw new UnreadableFile('this is a folder, not a database file');
  if (!file.isFile()) throw new UnreadableFile('this is not a regular file');
  const header = readHeader(path);
  if (header.length > 0 && header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new UnreadableFile('this file is not a SQLite database');
  }
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return {
    path,
    file,
    wal: wal !== undefined && wal.size > 0 ? wal : undefined,
    hasSharedMemory: statSync(`${path}-shm`, { throwIfNoEntry: false }) !== undefined,
    isWal: header[18] === 2 || header[19] === 2,
  };
}

function readHeader(path: string): Buffer {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    throw new UnreadableFile(
      `the file may not be read by this user (${(error as NodeJS.ErrnoException).code})`,
      { cause: error },
    );
  }
  try {
    const header = Buffer.alloc(20);
    return header.subarray(0, readSync(descriptor, header, 0, header.length, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** SQLite follows a live log by itself; a file at rest is only what it was as long as nobody touched it. */
function isSameState(before: FileState, now: FileState): boolean {
  if (before.path !== now.path || before.file.ino !== now.file.ino) return false;
  if (before.isWal !== now.isWal) return false;
  if ((before.wal === undefined) !== (now.wal === undefined)) return false;
  if (before.isWal && before.wal === undefined) {
    return before.file.size === now.file.size && before.file.mtimeMs === now.file.mtimeMs;
  }
  if (before.wal !== undefined && !before.hasSharedMemory) {
    return before.wal.size === now.wal?.size && before.wal.mtimeMs === now.wal.mtimeMs;
  }
  return true;
}

/** The tables in which full-text and R-Tree tables keep what is theirs. */
function shadowTables(database: DatabaseSyncInstance): ReadonlySet<string> {
  const hasVirtual = readValue(
    database,
    "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'create virtual%')",
  );
  if (hasVirtual === 0) return new Set();
  const rows = database.prepare("SELECT name FROM pragma_table_list WHERE type = 'shadow'").all();
  return new Set((rows as { name: string }[]).map(({ name }) => name));
}

function readValue(database: DatabaseSyncInstance, sql: string): unknown {
  const [row] = database.prepare(sql).all() as Record<string, unknown>[];
  return Object.values(row ?? {})[0];
}
