import { relative, resolve } from 'node:path';
import { Nl2sqlError } from '../errors.ts';
import type { FeedbackExport } from '../evals/index.ts';
import { createEngine } from '../index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
} from './command.ts';
import { openProject } from './project.ts';

interface ExportFlags extends CommonOptions {
  readonly good?: boolean;
  readonly bad?: boolean;
  readonly out: string;
  readonly scrub?: boolean;
}

/** `nl2sql feedback export`: drafts of good runs, or a list of bad ones. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .option('--good', 'each run that was rated up and has exactly one SQL becomes a draft')
      .option(
        '--bad',
        'a list of the questions that were rated down (Markdown, or JSON for FILE.json)',
      )
      .requiredOption('--out <file>', 'the file; drafts are added to a file of drafts of its own')
      .option('--scrub', 'take names, emails, phone and other long numbers out of the questions')
      .addHelpText(
        'after',
        `
Examples:
  nl2sql feedback export --good --out drafts.yaml --scrub
  nl2sql feedback export --bad --out look-at.md`,
      )
      .action(() =>
        run(command, async (context) => {
          const flags = command.opts<ExportFlags>();
          if ((flags.good === true) === (flags.bad === true)) {
            throw new Nl2sqlError('USAGE', {
              problem: 'feedback export takes exactly one of --good and --bad',
              fix: 'For example: nl2sql feedback export --good --out drafts.yaml',
            });
          }
          const engine = createEngine({ config: openProject(flags, context) });
          const report = await engine.feedback.export({
            what: flags.good === true ? 'good' : 'bad',
            out: resolve(context.cwd, flags.out),
            scrub: flags.scrub === true,
            signal: context.signal,
          });
          await context.write(
            flags.json === true
              ? `${JSON.stringify(report, null, 2)}\n`
              : describe(report, context),
          );
          return 0;
        }),
      );
  },
};

const skipNames: Readonly<Record<string, string>> = {
  refused: 'that were refused',
  noSql: 'without SQL',
  severalSql: 'with several SQL texts',
  noDatasource: 'that name no datasource',
  severalDatasources: 'over several datasources',
  noRole: 'without a role',
  notReadOnly: 'whose SQL does more than read',
};

function describe(report: FeedbackExport, context: CliContext): string {
  const lines = [`${relative(context.cwd, report.path) || report.path}: ${report.written} written`];
  if (report.duplicates > 0) lines.push(`  skipped: ${report.duplicates} there already`);
  for (const [reason, count] of Object.entries(report.skipped)) {
    if (count > 0) lines.push(`  skipped: ${count} ${skipNames[reason] ?? reason}`);
  }
  return `${lines.join('\n')}\n`;
}
