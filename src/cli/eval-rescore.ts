import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type ExitCode, Nl2sqlError } from '../errors.ts';
import {
  loadReport,
  type Rescoring,
  reportText,
  rescoreReport,
} from '../evaluation/records/index.ts';
import { formatSummaryLine } from '../evaluation/reports/index.ts';
import { writeFileAtomically } from '../validation/index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
} from './command.ts';
import { readShare } from './read-flag.ts';
import { addReportFlags, type ReportFlags, writeReports } from './report-files.ts';

interface RescoreFlags extends CommonOptions, ReportFlags {
  readonly out?: string;
  readonly failUnder?: string;
  readonly check?: boolean;
}

/** `nl2sql eval rescore`: the stored rows of a report under today's rules. */
export const command: CommandModule = {
  configure(command, run) {
    addReportFlags(addCommonOptions(command))
      .argument('<report>', 'a report that eval run --out wrote, with its rows (--store rows)')
      .option('--out <file>', 'write the rescored report as JSON')
      .option('--fail-under <share>', 'exit 1 when the accuracy is below this share (0 to 1)')
      .option('--check', 'exit 1 when any status changes')
      .addHelpText(
        'after',
        `
Examples:
  nl2sql eval rescore report.json
  nl2sql eval rescore report.json --out rescored.json --html rescored.html

Exit codes: 0 done and the threshold holds; 1 below it, or a change with --check; 2 no such report.`,
      )
      .action((path: string) => run(command, (context) => rescore(path, command, context)));
  },
};

async function rescore(path: string, command: Command, context: CliContext): Promise<ExitCode> {
  const flags = command.opts<RescoreFlags>();
  const failUnder = readShare('--fail-under', flags.failUnder);
  const rescoring = rescoreReport(await loadReport(resolve(context.cwd, path)));
  const { report, rescored, withoutRows, changes } = rescoring;
  if (rescored === 0 && withoutRows > 0) {
    throw new Nl2sqlError('REPORT_INVALID', {
      path,
      problems: [
        `it keeps the rows of none of its ${withoutRows} compared runs; run with --store rows`,
      ],
    });
  }
  if (flags.out !== undefined) {
    await writeFileAtomically(resolve(context.cwd, flags.out), reportText(report), 'Report');
  }
  await writeReports(report, flags, context);
  if (flags.json === true) {
    for (const piece of reportText(report)) await context.write(piece);
  } else {
    await context.write(describe(rescoring, flags.quiet === true));
  }
  const value = report.accuracy.overall.value;
  if (failUnder !== null && (value === null || value < failUnder)) {
    context.log(
      `error: accuracy ${value === null ? 'not measured' : value.toFixed(4)} is under ${failUnder}\n`,
    );
    return 1;
  }
  return flags.check === true && changes.length > 0 ? 1 : 0;
}

function describe({ report, rescored, withoutRows, changes }: Rescoring, isQuiet: boolean): string {
  const lines = isQuiet
    ? []
    : changes.map(
        ({ suite, id, role, before, after, reason }) =>
          `${before} → ${after}  ${id} as ${role} (${suite})${reason === null ? '' : `: ${reason}`}\n`,
      );
  const rest = withoutRows > 0 ? `, ${withoutRows} without rows kept as they were` : '';
  lines.push(`${rescored} runs compared again, ${changes.length} changed${rest}\n`);
  return `${lines.join('')}${formatSummaryLine(report)}`;
}
