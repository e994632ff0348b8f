import { randomBytes } from 'node:crypto';
import { open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Nl2sqlError } from '../../errors.ts';

/**
 * Replaces a file whole or not at all: the text goes to a file beside it, reaches the disk, and takes the
 * name in one step. A link is followed, the file's mode is kept, and a full disk or a crash leaves the old
 * file as it was. Throws `FILE_NOT_WRITABLE`.
 */
export async function writeFileAtomically(
  path: string,
  text: string,
  what = 'suite',
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const temporary = join(
    dirname(target),
    `.${basename(target)}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`,
  );
  try {
    const mode = await stat(target).then(
      (found) => found.mode & 0o7777,
      () => 0o644,
    );
    const file = await open(temporary, 'wx', mode);
    try {
      // The umask may have taken bits of the mode.
      if (process.platform !== 'win32') await file.chmod(mode);
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw new Nl2sqlError(
      'FILE_NOT_WRITABLE',
      { path, what, reason: (error as NodeJS.ErrnoException).code ?? String(error) },
      { cause: error },
    );
  }
  await syncFolder(dirname(target));
}

/** Makes the new name last through a power cut, where the system can do that for folders. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  if (folder === null) return;
  await folder.sync().catch(() => undefined);
  await folder.close();
}
