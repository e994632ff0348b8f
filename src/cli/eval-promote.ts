import { relative, resolve } from 'node:path';
import type { ExitCode } from '../errors.ts';
import { createEngine } from '../index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
} from './command.ts';
import { openProject } from './project.ts';
import { collectList } from './read-flag.ts';

interface PromoteFlags extends CommonOptions {
  readonly case: readonly string[];
  readonly to: string;
  readonly by: string;
  readonly fill?: boolean;
}

/** `nl2sql eval promote`: reviewed drafts become approved cases of a suite. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .argument('<drafts>', 'the file of drafts')
      .requiredOption('--to <suite>', 'the suite they go to; made if it is not there')
      .requiredOption('--by <name>', 'who reviewed them')
      .option(
        '--case <id>',
        'only this draft (repeatable, or separated by commas)',
        collectList,
        [],
      )
      .option('--fill', 'fill empty tables and columns with what the SQL reads')
      .addHelpText(
        'after',
        `
Each draft must have SQL that runs, difficulty, tags, tables, columns and an outcome per role. Its rows
are stored, status becomes approved, reviewed says who and when, and it moves to the end of the suite.
All of them move, or none.

Examples:
  nl2sql eval promote drafts.yaml --to evals/shop.yaml --by Ann --case shop_seed_004
  nl2sql eval promote drafts.yaml --to evals/shop.yaml --by Ann --fill

Exit codes: 0 moved; 1 a draft is not ready, nothing changed; 2 usage, config or a file that does not load;
3 stopped, nothing changed.`,
      )
      .action((drafts: string) =>
        run(command, (context) => evalPromote(drafts, command.opts<PromoteFlags>(), context)),
      );
  },
};

async function evalPromote(
  drafts: string,
  flags: PromoteFlags,
  context: CliContext,
): Promise<ExitCode> {
  const engine = createEngine({ config: openProject(flags, context) });
  const report = await engine.evals.promote({
    drafts: resolve(context.cwd, drafts),
    to: resolve(context.cwd, flags.to),
    by: flags.by,
    cases: flags.case,
    fill: flags.fill === true,
    signal: context.signal,
  });
  if (flags.json === true) {
    await context.write(`${JSON.stringify(report, null, 2)}\n`);
  } else {
    const path = relative(context.cwd, report.path) || report.path;
    const count = report.promoted.length;
    const lines = [`${path}: ${count} ${count === 1 ? 'case' : 'cases'} approved`];
    if (report.failed.length > 0) lines[0] = 'Nothing moved; not ready:';
    for (const failure of report.failed) {
      lines.push(...failure.problems.map((problem) => `  ${failure.case}: ${problem}`));
    }
    await context.write(`${lines.join('\n')}\n`);
  }
  if (context.signal.aborted && report.promoted.length === 0) return 3;
  return report.failed.length > 0 ? 1 : 0;
}
