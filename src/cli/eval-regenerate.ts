import { relative, resolve } from 'node:path';
import type { ExitCode } from '../errors.ts';
import type { RegenerateReport } from '../evaluation/suite/index.ts';
import { createEngine } from '../index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
} from './command.ts';
import { openProject } from './project.ts';
import { readCount } from './read-flag.ts';

interface RegenerateFlags extends CommonOptions {
  readonly check?: boolean;
  readonly allowPackaged?: boolean;
  readonly rowLimit?: string;
  readonly timeoutMs?: string;
}

/** `nl2sql eval regenerate`: the reviewed SQL is run, and the rows that changed are written. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .argument('<suite>', 'the suite file')
      .option('--check', 'write nothing; exit 1 when rows differ from the database')
      .option('--allow-packaged', 'also a suite that the package ships')
      .option('--row-limit <n>', 'rows a result may have (default: the project, else 10000)')
      .option('--timeout-ms <n>', 'deadline of each query (default: the project, else 30000)')
      .addHelpText(
        'after',
        `
Runs sql and each alt_sql of every approved case, read-only and twice, and writes rows and alt_rows
where they differ. Nothing else in the file changes. A case that fails is left as it is and listed.

Examples:
  nl2sql eval regenerate evals/chinook.yaml
  nl2sql eval regenerate evals/chinook.yaml --check
  nl2sql eval regenerate suite.yaml --datasource shop=sqlite:./shop.sqlite

Exit codes: 0 done; 1 a case failed, or rows differ with --check; 2 usage, config or suite; 3 stopped.`,
      )
      .action((suite: string) =>
        run(command, (context) => evalRegenerate(suite, command.opts<RegenerateFlags>(), context)),
      );
  },
};

async function evalRegenerate(
  suite: string,
  flags: RegenerateFlags,
  context: CliContext,
): Promise<ExitCode> {
  const rowLimit = readCount('--row-limit', flags.rowLimit);
  const timeoutMs = readCount('--timeout-ms', flags.timeoutMs);
  const engine = createEngine({ config: openProject(flags, context) });
  const report = await engine.evals.regenerate(resolve(context.cwd, suite), {
    check: flags.check === true,
    allowPackaged: flags.allowPackaged === true,
    ...(rowLimit === undefined ? {} : { rowLimit }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    signal: context.signal,
  });
  if (flags.json === true) await context.write(`${JSON.stringify(report, null, 2)}\n`);
  else await context.write(describe(report, flags, context));
  if (report.stopped) return 3;
  const differs = flags.check === true && report.changed.length > 0;
  return report.failed.length > 0 || differs ? 1 : 0;
}

function describe(report: RegenerateReport, flags: RegenerateFlags, context: CliContext): string {
  const path = relative(context.cwd, report.path) || report.path;
  const cases = report.changed.length;
  const changed =
    flags.check === true
      ? `${cases} ${cases === 1 ? 'case differs' : 'cases differ'}`
      : `${report.written} changed`;
  const sets = `${report.checked} result ${report.checked === 1 ? 'set' : 'sets'} checked`;
  const lines = [`${path}: ${sets}, ${changed}`];
  if (report.stopped) lines.push('Stopped; nothing was written.');
  if (flags.quiet !== true) {
    const word = flags.check === true ? 'differs' : 'written';
    lines.push(...report.changed.map((id) => `  ${word}: ${id}`));
    lines.push(
      ...report.failed.map((failure) => `  left as it is: ${failure.case}: ${failure.message}`),
    );
    const ties = report.warnings.filter((warning) => warning.code === 'tie-at-limit');
    lines.push(...ties.map((warning) => `  warning: ${warning.case}: ${warning.message}`));
  } else if (report.failed.length > 0) {
    lines.push(`${report.failed.length} left as they are`);
  }
  return `${lines.join('\n')}\n`;
}
