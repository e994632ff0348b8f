import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Nl2sqlError } from '../../errors.ts';
import type { Report } from './report.ts';

/** Pieces of the JSON text; a large report is never one string. */
export function* reportText(report: Report): Generator<string> {
  const { cases, ...head } = report;
  const text = JSON.stringify(head, null, 2);
  yield `${text.slice(0, -2)},\n  "cases": [`;
  for (const [index, run] of cases.entries()) {
    yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(run)}`;
  }
  yield cases.length === 0 ? ']\n}\n' : '\n  ]\n}\n';
}

/** Writes a file whole or not at all: a crash or a full disk leaves what was there. */
export async function writeWhole(
  path: string,
  what: string,
  pieces: Iterable<string>,
): Promise<void> {
  const temporary = join(dirname(path), `.${process.pid}-${Date.now()}.tmp`);
  try {
    const file = await open(temporary, 'w');
    try {
      let buffer = '';
      for (const piece of pieces) {
        buffer += piece;
        if (buffer.length > 1 << 20) {
          await file.write(buffer);
          buffer = '';
        }
      }
      await file.write(buffer);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Nl2sqlError('FILE_NOT_WRITABLE', { path, what, reason }, { cause });
  }
}
