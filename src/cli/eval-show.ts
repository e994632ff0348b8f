import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type ExitCode, Nl2sqlError } from '../errors.ts';
import { loadReport, type Report, type ReportCase } from '../evaluation/records/index.ts';
import {
  formatFailures,
  formatRetrievalBoard,
  formatRoleMatrix,
  formatRun,
  formatScoreboard,
  formatSummaryLine,
} from '../evaluation/reports/index.ts';
import { nearest } from '../validation/index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
} from './command.ts';
import { addReportFlags, type ReportFlags, writeReports } from './report-files.ts';

interface ShowFlags extends CommonOptions, ReportFlags {
  readonly role?: string;
  readonly failures?: boolean;
  readonly matrix?: boolean;
}

/** `nl2sql eval show`: a stored report, or one of its cases in full. */
export const command: CommandModule = {
  configure(command, run) {
    addReportFlags(addCommonOptions(command))
      .argument('<report>', 'a report that eval run --out wrote')
      .argument('[case]', 'the id of a case: shown in full, for every role')
      .option('--role <role>', 'only this role')
      .option('--matrix', 'what each role got, as a table of every case')
      .option('--failures', 'every failure in full, not the first 20')
      .addHelpText(
        'after',
        `
Examples:
  nl2sql eval show report.json
  nl2sql eval show report.json chinook_001 --role analyst
  nl2sql eval show report.json --matrix
  nl2sql eval show report.json --html report.html

Exit codes: 0 shown; 2 no such report or case.`,
      )
      .action((path: string, id: string | undefined) =>
        run(command, (context) => show(path, id, command, context)),
      );
  },
};

async function show(
  path: string,
  id: string | undefined,
  command: Command,
  context: CliContext,
): Promise<ExitCode> {
  const flags = command.opts<ShowFlags>();
  const report = await loadReport(resolve(context.cwd, path));
  await writeReports(report, flags, context);
  const runs = findRuns(report, id, flags.role);
  if (flags.json === true) {
    const value = id === undefined && flags.role === undefined ? report : runs;
    await context.write(`${JSON.stringify(value, null, 2)}\n`);
    return 0;
  }
  const { color } = context;
  if (flags.quiet === true) {
    await context.write(formatSummaryLine(report));
    return 0;
  }
  if (id !== undefined) {
    await context.write(runs.map((run) => formatRun(run, { color })).join('\n'));
    return 0;
  }
  if (flags.matrix === true) {
    await context.write(formatRoleMatrix({ ...report, cases: runs }, { color, all: true }));
    return 0;
  }
  const limit = flags.failures === true ? {} : { limit: 20 };
  const failures = formatFailures({ ...report, cases: runs }, { color, path, ...limit });
  if (failures !== '') await context.write(`${failures}\n`);
  await context.write(formatScoreboard(report, { color }));
  const board = formatRetrievalBoard(report, { color });
  if (board !== '') await context.write(`\n${board}`);
  return 0;
}

function findRuns(report: Report, id: string | undefined, role: string | undefined): ReportCase[] {
  const roles = [...new Set(report.cases.map((run) => run.role))];
  if (role !== undefined && !roles.includes(role)) {
    throw unknown('role', role, roles);
  }
  const ofRole = report.cases.filter((run) => role === undefined || run.role === role);
  if (id === undefined) return ofRole;
  const runs = ofRole.filter((run) => run.id === id);
  if (runs.length === 0) throw unknown('case', id, [...new Set(ofRole.map((run) => run.id))]);
  return runs;
}

function unknown(what: string, name: string, known: readonly string[]): Nl2sqlError {
  const suggestion = nearest(name, known);
  return new Nl2sqlError('USAGE', {
    problem: `The report has no ${what} "${name}"; it has ${known.slice(0, 10).join(', ') || 'none'}${known.length > 10 ? ', …' : ''}`,
    fix:
      suggestion === undefined
        ? 'nl2sql eval show REPORT lists the failures.'
        : `Did you mean "${suggestion}"?`,
  });
}
