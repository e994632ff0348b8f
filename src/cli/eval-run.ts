import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type ExitCode, Nl2sqlError } from '../errors.ts';
import { type EvalMode, modeOf } from '../evals/index.ts';
import {
  type Baseline,
  baselineText,
  compareWithBaseline,
  formatGate,
  loadBaseline,
} from '../evaluation/gate/index.ts';
import { type Report, reportText } from '../evaluation/records/index.ts';
import {
  formatFailures,
  formatRetrievalBoard,
  formatRoleMatrix,
  formatScoreboard,
  formatSummaryLine,
} from '../evaluation/reports/index.ts';
import { createEngine } from '../index.ts';
import { requireWritable, writeFileAtomically } from '../validation/index.ts';
import type { CliContext, CommandModule } from './command.ts';
import { addEvalRunFlags, type EvalRunFlags, readEvalRunFlags } from './eval-run-flags.ts';
import { createProgress } from './progress.ts';
import { openProject } from './project.ts';
import { readShare } from './read-flag.ts';
import { describeReportFiles, writeReports } from './report-files.ts';

/** Failures printed on a terminal; the report holds them all. */
const shownFailures = 20;

/** `nl2sql eval run`: suites against a system, a scoreboard, and the exit code a pipeline acts on. */
export const command: CommandModule = {
  configure(command, run) {
    addEvalRunFlags(command)
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
  const options = readEvalRunFlags(flags, context);
  // Looked at before the run: a long one must not end on a name that was misspelt.
  const baseline =
    flags.baseline === undefined
      ? null
      : await readBaseline(resolve(context.cwd, flags.baseline), modeOf(options));
  for (const path of [flags.out, flags.html, flags.junit, flags.markdown, flags.saveBaseline]) {
    if (path !== undefined) await requireWritable(resolve(context.cwd, path), 'Report');
  }
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
    await writeFileAtomically(resolve(context.cwd, flags.out), reportText(report), 'Report');
  }
  await writeReports(report, flags, context);
  await print(report, flags, context);
  const exitCode = exitCodeOf(report, failUnder, flags.allowErrors === true, context);
  const holds = await compareAndSave(report, baseline, flags, context);
  return exitCode === 0 && !holds ? 1 : exitCode;
}

async function readBaseline(path: string, mode: EvalMode): Promise<Baseline> {
  const baseline = await loadBaseline(path);
  if (baseline.mode === mode) return baseline;
  throw new Nl2sqlError('BASELINE_INCOMPARABLE', { path, expected: mode, found: baseline.mode });
}

/** Whether no run that passed in the baseline stopped passing; true without one. */
async function compareAndSave(
  report: Report,
  baseline: Baseline | null,
  flags: EvalRunFlags,
  context: CliContext,
): Promise<boolean> {
  let holds = true;
  if (baseline !== null) {
    const verdict = compareWithBaseline(baseline.cases, report.cases);
    context.log(formatGate(verdict));
    holds = verdict.holds;
  }
  if (flags.saveBaseline !== undefined) {
    const path = resolve(context.cwd, flags.saveBaseline);
    await writeFileAtomically(path, baselineText(report), 'Baseline');
  }
  return holds;
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
  const failures = formatFailures(decisive(report), {
    color,
    limit: shownFailures,
    ...(flags.out === undefined ? {} : { path: flags.out }),
  });
  if (failures !== '') await context.write(`${failures}\n`);
  const matrix = formatRoleMatrix(report, { color });
  if (matrix !== '') await context.write(`${matrix}\n`);
  await context.write(formatScoreboard(report, { color }));
  const board = formatRetrievalBoard(report, { color });
  if (board !== '') await context.write(`\n${board}`);
  if (flags.out !== undefined) await context.write(`Report: ${flags.out}\n`);
  const files = describeReportFiles(flags);
  if (files !== '') await context.write(files);
}

/** Mode retrieval has a line per retriever; the failures of the first one are what people look for. */
function decisive(report: Report): Report {
  const [first] = report.systems;
  if (report.retrieval === undefined) return report;
  return { ...report, cases: report.cases.filter((run) => run.system === first) };
}

/** Every reason to exit 1 is told, so that mending one does not uncover the next. */
function exitCodeOf(
  report: Report,
  failUnder: number | null,
  allowErrors: boolean,
  context: CliContext,
): ExitCode {
  if (report.stopped !== null) return 3;
  const { summary, accuracy } = report;
  if (summary.pass + summary.fail + summary.error === 0) {
    context.log(
      'error: nothing ran: no case is approved, or every run was skipped or filtered out\n' +
        (report.cases.some(({ reasonCode }) => reasonCode === 'routing-case')
          ? 'Routing cases run with --mode retrieval, or with --predictions.\n'
          : 'Approve a case (status: approved), widen --cases and --role, or add --clarify.\n'),
    );
    return 1;
  }
  const reasons: string[] = [];
  const leaks = summary.roleClasses?.leak ?? 0;
  if (leaks > 0) {
    reasons.push(`${countRuns(leaks)} leaked: a role got, or read, what it must not have`);
  }
  if (summary.error > 0 && !allowErrors) {
    reasons.push(`${countRuns(summary.error)} could not be judged (--allow-errors lets them be)`);
  }
  const { value } = accuracy.overall;
  if (failUnder !== null && (value === null || value < failUnder)) {
    reasons.push(
      `accuracy ${value === null ? 'not measured' : value.toFixed(4)} is under ${failUnder}`,
    );
  }
  for (const reason of reasons) context.log(`error: ${reason}\n`);
  return reasons.length === 0 ? 0 : 1;
}

function countRuns(count: number): string {
  return count === 1 ? '1 run' : `${count} runs`;
}
