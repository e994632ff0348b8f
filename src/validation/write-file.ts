import { randomBytes } from 'node:crypto';
import { constants, mkdirSync, renameSync, type Stats, unlinkSync, writeFileSync } from 'node:fs';
import { access, type FileHandle, open, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileNotWritable } from '../errors.ts';
import { finalPath } from './final-path.ts';

/** A text, or its pieces: a large report is never one string. */
export type FileText = string | Iterable<string> | AsyncIterable<string>;

/** Pieces are gathered to this many letters before they are written. */
const gatheredLetters = 1 << 20;

/**
 * Replaces a file whole or not at all: the text goes to a file beside it, reaches the disk, and takes the
 * name in one step. A link is followed, the file's mode is kept, and a full disk or a crash leaves the old
 * file as it was. A pipe or a device is written to as it is. Throws `FILE_NOT_WRITABLE`.
 *
 * @param what how the message calls the file, such as `Report`
 * @example
 * await writeFileAtomically('report.json', reportText(report), 'Report');
 */
export async function writeFileAtomically(
  path: string,
  text: FileText,
  what = 'Suite',
): Promise<void> {
  try {
    const found = await stat(path).catch(() => null);
    if (isStream(found)) await writeThrough(path, text);
    else await replace(await finalPath(path), found, text);
  } catch (cause) {
    // What makes the pieces may fail, too: that is no fault of the disk.
    if (!isSystemError(cause)) throw cause;
    throw fileNotWritable(path, what, cause);
  }
}

async function replace(target: string, found: Stats | null, text: FileText): Promise<void> {
  const temporary = temporaryBeside(target);
  const tidy = () => removeIfThere(temporary);
  // A second Ctrl-C ends the process without a `finally`.
  process.once('exit', tidy);
  try {
    const file = await open(temporary, 'wx');
    try {
      // The umask may take bits of the old file's mode; a new file's mode is the umask's.
      if (found !== null && process.platform !== 'win32') await file.chmod(found.mode & 0o7777);
      await writePieces(file, text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    tidy();
    throw error;
  } finally {
    process.off('exit', tidy);
  }
  await syncFolder(dirname(target));
}

async function writeThrough(path: string, text: FileText): Promise<void> {
  const file = await open(path, 'w');
  try {
    await writePieces(file, text);
  } finally {
    await file.close();
  }
}

async function writePieces(file: FileHandle, text: FileText): Promise<void> {
  let gathered = '';
  for await (const piece of typeof text === 'string' ? [text] : text) {
    gathered += piece;
    if (gathered.length < gatheredLetters) continue;
    await writeAll(file, gathered);
    gathered = '';
  }
  await writeAll(file, gathered);
}

/** One write takes what fits on the disk and calls it well; the next one tells that it is full. */
async function writeAll(file: FileHandle, text: string): Promise<void> {
  const bytes = Buffer.from(text, 'utf8');
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done);
    done += bytesWritten;
  }
}

/** As `writeFileAtomically`, at once, its folder made if needed; throws what the system throws. */
export function writeFileAtomicallySync(path: string, write: string | ((path: string) => void)) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = temporaryBeside(path);
  try {
    if (typeof write === 'string') writeFileSync(temporary, write, { flag: 'wx', flush: true });
    else write(temporary);
    renameSync(temporary, path);
  } catch (error) {
    removeIfThere(temporary);
    throw error;
  }
}

/**
 * Throws `FILE_NOT_WRITABLE` for a path that cannot become a file: asked before a long run, so that its
 * result is not lost at the end.
 */
export async function requireWritable(path: string, what: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true) throw fileNotWritable(path, what, { code: 'EISDIR' });
  try {
    const target = await finalPath(path);
    await access(isStream(found) ? path : dirname(target), constants.W_OK);
  } catch (cause) {
    throw fileNotWritable(path, what, cause);
  }
}

/** Pipes and devices cannot be replaced, and must not be: `/dev/null` is everybody's. */
function isStream(found: Stats | null): boolean {
  return found !== null && !found.isFile() && !found.isDirectory();
}

function isSystemError(cause: unknown): boolean {
  return cause instanceof Error && 'syscall' in cause;
}

function temporaryBeside(path: string): string {
  return join(dirname(path), `.nl2sql-${process.pid}-${randomBytes(4).toString('hex')}.tmp`);
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made, or has its name already.
  }
}

/** Makes the new name last through a power cut, where the system can do that for folders. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  if (folder === null) return;
  await folder.sync().catch(() => undefined);
  await folder.close();
}
