import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type ExitCode, Nl2sqlError } from '../errors.ts';
import { type EvalMode, type EvalRunOptions, evalModes } from '../evals/index.ts';
import { type Report, reportText, writeWhole } from '../evaluation/records/index.ts';
import {
  formatFailures,
  formatScoreboard,
  formatSummaryLine,
} from '../evaluation/reports/index.ts';
import { createEngine } from '../index.ts';
import { nearest } from '../validation/index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
  collect,
} from './command.ts';
import { createProgress } from './progress.ts';
import { openProject } from './project.ts';

/** Failures printed on a terminal; the report holds them all. */
const shownFailures = 20;

interface EvalRunFlags extends CommonOptions {
  readonly mode?: string;
  readonly suite: readonly string[];
  readonly cases: readonly string[];
  readonly role: readonly string[];
  readonly scorer: readonly string[];
  readonly predictions?: string;
  readonly out?: string;
  readonly failUnder?: string;
  readonly gold?: string;
  readonly allowErrors?: boolean;
  readonly concurrency?: string;
  readonly timeoutMs?: string;
  readonly rowLimit?: string;
  readonly clarify?: boolean;
  readonly store?: string;
}

/** `nl2sql eval run`: suites against a system, a scoreboard, and the exit code a pipeline acts on. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .option(
        '--mode <mode>',
        'gold, recorded, plans, retrieval or full (default: recorded with --predictions, else gold)',
      )
      .option(
        '--suite <file>',
        'a suite file (repeatable; default: the suites of evals.yaml)',
        collect,
        [],
      )
      .option(
        '--cases <id|tag>',
        'only these approved cases (repeatable, or separated by commas)',
        collectList,
        [],
      )
      .option('--role <role>', 'only this role (repeatable)', collectList, [])
      .option('--scorer <name>', 'only this scorer (repeatable; default: all)', collectList, [])
      .option('--predictions <file>', 'recorded answers: JSONL, JSON, or a map id to SQL')
      .option('--gold <source>', 'stored rows, or executed: what the reviewed SQL returns now')
      .option('--clarify', 'run clarify outcomes too')
      .option('--fail-under <share>', 'exit 1 when the accuracy is below this share (0 to 1)')
      .option('--allow-errors', 'errors alone do not exit 1')
      .option('--out <file>', 'write the report as JSON')
      .option('--store <what>', 'rows, digest or none: what the report keeps of the rows')
      .option('--concurrency <n>', 'cases at hand at once (default: 4)')
      .option('--timeout-ms <n>', 'deadline of an answer and of a query')
      .option('--row-limit <n>', 'rows read at most')
      .addHelpText(
        'after',
        `
Examples:
  nl2sql eval run
  nl2sql eval run --suite evals/chinook.yaml --predictions predictions.jsonl --out report.json
  nl2sql eval run --datasource chinook=sqlite:./chinook.sqlite --suite chinook.yaml --fail-under 0.9

Exit codes: 0 done and the threshold holds; 1 below it, or errors; 2 usage, config or suite; 3 stopped.`,
      )
      .action(() => run(command, (context) => evalRun(command, context)));
  },
};

async function evalRun(command: Command, context: CliContext): Promise<ExitCode> {
  const flags = command.opts<EvalRunFlags>();
  const failUnder = readShare('--fail-under', flags.failUnder);
  const options = readOptions(flags, context);
  const engine = createEngine({ config: openProject(flags, context) });
  const progress = createProgress(context, flags.quiet === true || flags.json === true);
  const suites = flags.suite.map((path) => resolve(context.cwd, path));
  const report = await engine.evals.run(suites.length === 0 ? null : suites, {
    ...options,
    signal: context.signal,
    onProgress: progress.show,
  });
  progress.end();
  for (const warning of report.warnings) context.log(`warning: ${warning}\n`);
  if (flags.out !== undefined) {
    await writeWhole(resolve(context.cwd, flags.out), 'Report', reportText(report));
  }
  await print(report, flags, context);
  return exitCodeOf(report, failUnder, flags.allowErrors === true, context);
}

async function print(report: Report, flags: EvalRunFlags, context: CliContext): Promise<void> {
  if (flags.json === true) {
    for (const piece of reportText(report)) await context.write(piece);
    return;
  }
  if (flags.quiet === true) {
    await context.write(formatSummaryLine(report));
    return;
  }
  const { color } = context;
  const failures = formatFailures(report, { color, limit: shownFailures });
  if (failures !== '') await context.write(`${failures}\n`);
  await context.write(formatScoreboard(report, { color }));
  if (flags.out !== undefined) await context.write(`Report: ${flags.out}\n`);
}

/** Errors and thresholds decide, in the order of their weight. */
function exitCodeOf(
  report: Report,
  failUnder: number | null,
  allowErrors: boolean,
  context: CliContext,
): ExitCode {
  if (report.stopped !== null) return 3;
  const { summary, accuracy } = report;
  if (summary.pass + summary.fail + summary.error === 0) {
    context.log('error: nothing ran: every run was skipped, or none was asked for\n');
    return 1;
  }
  if (summary.error > 0 && !allowErrors) {
    context.log(`error: ${summary.error} runs could not be judged (--allow-errors lets them be)\n`);
    return 1;
  }
  if (
    failUnder !== null &&
    (accuracy.overall.value === null || accuracy.overall.value < failUnder)
  ) {
    const found =
      accuracy.overall.value === null ? 'not measured' : accuracy.overall.value.toFixed(4);
    context.log(`error: accuracy ${found} is under ${failUnder}\n`);
    return 1;
  }
  return 0;
}

function readOptions(flags: EvalRunFlags, context: CliContext): EvalRunOptions {
  const mode = readWord('--mode', flags.mode, evalModes);
  const gold = readWord('--gold', flags.gold, ['stored', 'executed'] as const);
  const store = readWord('--store', flags.store, ['rows', 'digest', 'none'] as const);
  const concurrency = readCount('--concurrency', flags.concurrency);
  const timeoutMs = readCount('--timeout-ms', flags.timeoutMs);
  const rowLimit = readCount('--row-limit', flags.rowLimit);
  return {
    ...(mode === undefined ? {} : { mode: mode satisfies EvalMode }),
    ...(gold === undefined ? {} : { gold }),
    store: store ?? (flags.out === undefined && flags.json !== true ? 'none' : 'rows'),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(rowLimit === undefined ? {} : { rowLimit }),
    ...(flags.predictions === undefined
      ? {}
      : { predictions: resolve(context.cwd, flags.predictions) }),
    ...(flags.scorer.length === 0 ? {} : { scorers: flags.scorer }),
    cases: flags.cases,
    roles: flags.role,
    clarify: flags.clarify === true,
  };
}

function collectList(value: string, previous: readonly string[]): string[] {
  return [
    ...previous,
    ...value
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ];
}

function readWord<Word extends string>(
  flag: string,
  value: string | undefined,
  known: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined;
  const word = known.find((candidate) => candidate === value);
  if (word !== undefined) return word;
  const suggestion = nearest(value, known);
  throw new Nl2sqlError('USAGE', {
    problem: `${flag} expects ${known.join(', ')}; found "${value}"`,
    fix: suggestion === undefined ? 'Use one of the known words.' : `Did you mean "${suggestion}"?`,
  });
}

function readCount(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const count = Number(value);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Nl2sqlError('USAGE', {
    problem: `${flag} expects a whole number from 1; found "${value}"`,
    fix: `For example: ${flag} 10`,
  });
}

function readShare(flag: string, value: string | undefined): number | null {
  if (value === undefined) return null;
  const share = Number(value);
  if (value.trim() !== '' && share >= 0 && share <= 1) return share;
  throw new Nl2sqlError('USAGE', {
    problem: `${flag} expects a share from 0 to 1; found "${value}"`,
    fix: `For example: ${flag} 0.9 for 90 %`,
  });
}
