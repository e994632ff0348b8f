import { z } from 'zod';
import { Nl2sqlError } from '../../errors.ts';
import { checkShape, formatPath, readUserFile } from '../../validation/index.ts';
import { type Report, reportFormatVersion } from './report.ts';

/**
 * The report format as a schema: what a reader may rely on. Objects are open, since fields are added
 * freely; `docs/formats/report.schema.json` is made from it.
 */

const count = z.int().nonnegative();
const share01 = z.number().min(0).max(1);
const interval = z.tuple([share01, share01]).nullable();
const share = z.looseObject({ passed: count, of: count, value: share01.nullable(), interval });
const counts = z.looseObject({ total: count, pass: count, fail: count, error: count, skip: count });
const rows = z.looseObject({
  columns: z.array(z.string()).nullable(),
  rowCount: count,
  rows: z.array(z.array(z.unknown())).optional(),
  digest: z.string().optional(),
});

const score = z.looseObject({
  value: share01.nullable(),
  passed: z.boolean().nullable(),
  state: z.enum(['scored', 'not-applicable', 'not-observed', 'error']),
  detail: z.record(z.string(), z.unknown()),
});

const run = z.looseObject({
  suite: z.string(),
  id: z.string(),
  role: z.string(),
  system: z.string(),
  question: z.string(),
  kind: z.enum(['answer', 'routing']),
  tags: z.array(z.string()),
  difficulty: z.string().nullable(),
  datasource: z.string().nullable(),
  expected: z.enum(['allowed', 'refused', 'unanswerable', 'clarify']),
  status: z.enum(['pass', 'fail', 'error', 'skip']),
  errorKind: z.enum(['gold', 'infrastructure', 'system']).optional(),
  reasonCode: z.string().nullable(),
  reason: z.string().nullable(),
  scores: z.record(z.string(), score),
  sql: z.string().nullable(),
  latencyMs: z.number().nonnegative(),
  stated: z.literal(true).optional(),
  orderMatters: z.boolean(),
  gold: z
    .array(
      z.looseObject({ sql: z.string().nullable(), dialect: z.string(), result: rows.optional() }),
    )
    .optional(),
  predicted: rows.optional(),
});

export const reportSchema = z.looseObject({
  formatVersion: z.literal(reportFormatVersion),
  mode: z.string(),
  systems: z.array(z.string()),
  suites: z.array(
    z.looseObject({
      name: z.string(),
      path: z.string().nullable(),
      digest: z.string(),
      cases: count,
    }),
  ),
  settings: z.record(z.string(), z.unknown()),
  versions: z.record(z.string(), z.string()),
  startedAt: z.string(),
  elapsedMs: z.number().nonnegative(),
  stopped: z.literal('user').nullable(),
  warnings: z.array(z.string()),
  summary: counts.extend({
    lenient: count,
    vacuous: count,
    weak: count,
    stated: count,
    errors: z.looseObject({ gold: count, infrastructure: count, system: count }),
    bySuite: z.record(z.string(), counts),
    byRole: z.record(z.string(), counts),
    byTag: z.record(z.string(), counts),
    byDifficulty: z.record(z.string(), counts),
  }),
  accuracy: z.looseObject({
    overall: share,
    execution: share,
    lenient: share,
    bySuite: z.record(z.string(), share),
    byRole: z.record(z.string(), share),
    byTag: z.record(z.string(), share),
    byDifficulty: z.record(z.string(), share),
  }),
  scores: z.record(
    z.string(),
    z.looseObject({
      version: count,
      applied: count,
      passed: count,
      failed: count,
      errors: count,
      mean: share01.nullable(),
      interval,
    }),
  ),
  cases: z.array(run),
});

/**
 * Reads a report that `--out` wrote. Throws `FILE_NOT_READABLE` when there is none, `REPORT_INVALID` with
 * every problem when it is not a report of this format.
 */
export async function loadReport(path: string): Promise<Report> {
  const text = readUserFile(path, 'Report');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const problems = [`not JSON: ${(cause as SyntaxError).message}`];
    throw new Nl2sqlError('REPORT_INVALID', { path, problems }, { cause });
  }
  const check = checkShape(reportSchema, value);
  // The schema is the format's own description, so what passes it is a report.
  if (check.ok) return value as Report;
  const problems = check.problems.slice(0, 20).map((problem) => {
    const place = formatPath(problem.path);
    return place === '' ? problem.message : `${place}: ${problem.message}`;
  });
  throw new Nl2sqlError('REPORT_INVALID', { path, problems });
}
