import { access, constants, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileNotWritable } from '../../errors.ts';
import type { Hint } from '../results/index.ts';
import type { Report, ReportCase } from './report.ts';

/** Pieces of the JSON text; a large report is never one string. */
export function* reportText(report: Report): Generator<string> {
  const { cases, ...head } = report;
  const keepsRows = (report.settings['store'] ?? 'rows') === 'rows';
  const text = JSON.stringify(head, null, 2);
  yield `${text.slice(0, -2)},\n  "cases": [`;
  for (const [index, run] of cases.entries()) {
    const kept = keepsRows ? run : withoutRowData(run);
    yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(kept)}`;
  }
  yield cases.length === 0 ? ']\n}\n' : '\n  ]\n}\n';
}

/** A run whose explanation shows no value of a row: what `--store digest` and `none` promise. */
function withoutRowData(run: ReportCase): ReportCase {
  const score = run.scores['result_match'];
  const hints = score?.detail['hints'];
  if (score === undefined || !Array.isArray(hints)) return run;
  const detail = {
    ...score.detail,
    sample: null,
    hints: hints.map(({ code, column }: Hint) => ({ code, column, message: code })),
  };
  return { ...run, scores: { ...run.scores, result_match: { ...score, detail } } };
}

/** Writes a file whole or not at all: a crash or a full disk leaves what was there. */
export async function writeWhole(
  path: string,
  what: string,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const temporary = join(dirname(path), `.${process.pid}-${Date.now()}.tmp`);
  try {
    const file = await open(temporary, 'w');
    try {
      let buffer = '';
      for await (const piece of pieces) {
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
    throw fileNotWritable(path, what, cause);
  }
}

/**
 * Throws `FILE_NOT_WRITABLE` for a path that cannot become a file: asked before a long run, so that its
 * result is not lost at the end.
 */
export async function requireWritable(path: string, what: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK);
  } catch (cause) {
    throw fileNotWritable(path, what, cause);
  }
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true) throw fileNotWritable(path, what, { code: 'EISDIR' });
}
