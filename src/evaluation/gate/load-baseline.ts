import { z } from 'zod';
import { Nl2sqlError } from '../../errors.ts';
import { readUserFile } from '../../validation/index.ts';
import type { Report } from '../records/index.ts';
import type { BaselineCase } from './compare-baseline.ts';

export const baselineFormatVersion = 1;

/** A baseline as a file: what a gate needs of a report, and no more. */
export interface Baseline {
  readonly formatVersion: typeof baselineFormatVersion;
  readonly mode: string;
  readonly cases: readonly BaselineCase[];
}

const baselineSchema = z.looseObject({
  formatVersion: z.literal(baselineFormatVersion),
  mode: z.string(),
  cases: z.array(
    z.looseObject({
      suite: z.string(),
      id: z.string(),
      role: z.string(),
      system: z.string(),
      question: z.string(),
      status: z.enum(['pass', 'fail', 'error', 'skip']),
      noise: z.int().nonnegative().optional(),
    }),
  ),
});

/** Reads a baseline, or a report in its place. Throws `FILE_NOT_READABLE` or `BASELINE_INVALID`. */
export async function loadBaseline(path: string): Promise<Baseline> {
  const text = readUserFile(path, 'Baseline');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const problems = [`not JSON: ${(cause as SyntaxError).message}`];
    throw new Nl2sqlError('BASELINE_INVALID', { path, problems }, { cause });
  }
  const parsed = baselineSchema.safeParse(value);
  if (parsed.success) return parsed.data as Baseline;
  const problems = parsed.error.issues
    .slice(0, 10)
    .map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`);
  throw new Nl2sqlError('BASELINE_INVALID', { path, problems });
}

/** The text of a baseline made of a report, one line per run, so that a change reads well. */
export function baselineText(report: Report): string {
  const lines = report.cases.map(({ suite, id, role, system, noise, question, status }) =>
    JSON.stringify({
      suite,
      id,
      role,
      system,
      ...(noise === undefined ? {} : { noise }),
      question,
      status,
    }),
  );
  const head = `{"formatVersion":${baselineFormatVersion},"mode":${JSON.stringify(report.mode)},"cases":[`;
  return `${head}\n${lines.join(',\n')}\n]}\n`;
}
