import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { fileNotReadable, Nl2sqlError } from '../errors.ts';

/** How often a pipe is looked at whose writer has nothing to say yet, and how long it may stay silent. */
const lookMs = 10;
const silentMs = 30_000;

/**
 * The text of a file a user named, without a byte order mark. A pipe (`<(command)`) is read to its end, and
 * one that nobody writes to is an error instead of a wait without end, as is a device. Throws
 * `FILE_NOT_READABLE`.
 *
 * @param what how the message calls the file, such as `Report`
 * @example
 * const text = readUserFile('evals/chinook.yaml', 'Suite');
 */
export function readUserFile(path: string, what: string): string {
  return readUserBytes(path, what)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

/** As `readUserFile`, every byte as it is. */
export function readUserBytes(path: string, what: string): Buffer {
  try {
    // Opening a pipe to block would hang before anything could be said of it.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = fstatSync(descriptor);
      if (found.isFIFO()) return readPipe(descriptor, path, what);
      if (found.isCharacterDevice()) return readDevice(descriptor, path, what);
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    if (cause instanceof Nl2sqlError) throw cause;
    throw fileNotReadable(path, what, cause);
  }
}

function readPipe(descriptor: number, path: string, what: string): Buffer {
  const parts: Buffer[] = [];
  const buffer = Buffer.alloc(64 * 1024);
  for (let waitedMs = 0; waitedMs < silentMs; ) {
    const length = readSome(descriptor, buffer);
    if (length === 0) {
      if (parts.length > 0) return Buffer.concat(parts);
      throw new Nl2sqlError('FILE_NOT_READABLE', { path, what, reason: 'it is an empty pipe' });
    }
    if (length === null) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookMs);
      waitedMs += lookMs;
    } else {
      parts.push(Buffer.from(buffer.subarray(0, length)));
      waitedMs = 0;
    }
  }
  const reason = `it is a pipe that said nothing for ${silentMs / 1000} s`;
  throw new Nl2sqlError('FILE_NOT_READABLE', { path, what, reason });
}

/** `/dev/null` is an empty file; what else a device says has no end, and would fill the memory. */
function readDevice(descriptor: number, path: string, what: string): Buffer {
  const buffer = Buffer.alloc(1);
  if (readSome(descriptor, buffer) === 0) return Buffer.alloc(0);
  throw new Nl2sqlError('FILE_NOT_READABLE', { path, what, reason: 'it is a device, not a file' });
}

/** Bytes read, 0 at the end, null while the writer has nothing to say. */
function readSome(descriptor: number, buffer: Buffer): number | null {
  try {
    return readSync(descriptor, buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null;
    throw error;
  }
}
