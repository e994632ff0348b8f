import type { ExitCode } from '../errors.ts';
import {
  type ComparisonCase,
  compareResults,
  isLenientMatch,
  isStrictMatch,
  readCaseFile,
  type Verdict,
} from '../evaluation/results/index.ts';
import type { CliContext } from './command.ts';
import { type CompareFlags, judgeByRules, toResultSet, verdictLine } from './compare.ts';

/** Judges every case of a file: one JSON line each, and exit 1 when an expectation does not hold. */
export async function compareCases(
  text: string,
  path: string,
  flags: CompareFlags,
  context: CliContext,
): Promise<ExitCode> {
  const cases = readCaseFile(text, path);
  const failures: string[] = [];
  let lines = '';
  for (const item of cases) {
    const start = performance.now();
    const predicted = toResultSet(item.predicted, item.gold);
    const verdict = compareResults(item.gold, predicted, item.options);
    const elapsedMs = performance.now() - start;
    const failure = unmetExpectation(item, verdict);
    if (failure !== null) failures.push(failure);
    const foreign = judgeByRules(flags.rules, item.gold, predicted, item.options);
    lines += `${JSON.stringify({ ...verdictLine(item.id, verdict, elapsedMs), ...foreign })}\n`;
    if (lines.length > 60_000) {
      await context.write(lines);
      lines = '';
    }
  }
  await context.write(lines);
  if (flags.quiet !== true) for (const failure of failures) context.log(`${failure}\n`);
  context.log(`${cases.length} cases, ${failures.length} not as expected\n`);
  return failures.length === 0 ? 0 : 1;
}

function unmetExpectation(item: ComparisonCase, verdict: Verdict): string | null {
  const strict = isStrictMatch(verdict);
  const lenient = isLenientMatch(verdict);
  const isMet =
    (item.expectStrict ?? strict) === strict && (item.expectLenient ?? lenient) === lenient;
  if (isMet) return null;
  const expected = `strict ${item.expectStrict}, lenient ${item.expectLenient}`;
  const debatable = item.isDebatable ? ' (debatable)' : '';
  return `${item.id}: expected ${expected}${debatable}, found ${verdict.verdict}: ${verdict.reason}. ${item.why}`;
}
