import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Report } from '../evaluation/records/index.ts';
import { formatHtml, formatJunit, formatMarkdown } from '../evaluation/reports/index.ts';
import { writeFileAtomically } from '../validation/index.ts';
import type { CliContext } from './command.ts';

/** The files a report can be written to beside its JSON. */
export interface ReportFlags {
  readonly junit?: string;
  readonly html?: string;
  readonly markdown?: string;
}

export function addReportFlags(command: Command): Command {
  return command
    .optionsGroup('Reports:')
    .option('--junit <file>', 'write JUnit XML, which CI systems show')
    .option('--html <file>', 'write one HTML file that opens offline')
    .option('--markdown <file>', 'write Markdown for a pull request')
    .optionsGroup('Options:');
}

/** The files that were asked for, a line each, as the terminal names them after the scoreboard. */
export function describeReportFiles(flags: ReportFlags): string {
  const files = { 'HTML report': flags.html, 'JUnit XML': flags.junit, Markdown: flags.markdown };
  return Object.entries(files)
    .flatMap(([what, file]) => (file === undefined ? [] : [`${what}: ${file}\n`]))
    .join('');
}

/** Writes the files that were asked for. */
export async function writeReports(
  report: Report,
  flags: ReportFlags,
  context: CliContext,
): Promise<void> {
  const pathOf = (file: string) => resolve(context.cwd, file);
  if (flags.junit !== undefined) {
    await writeFileAtomically(pathOf(flags.junit), formatJunit(report), 'JUnit report');
  }
  if (flags.html !== undefined) {
    await writeFileAtomically(pathOf(flags.html), formatHtml(report), 'HTML report');
  }
  if (flags.markdown !== undefined) {
    await writeFileAtomically(pathOf(flags.markdown), formatMarkdown(report), 'Markdown report');
  }
}
