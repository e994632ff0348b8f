import { relative, resolve } from 'node:path';
import type { ExitCode } from '../errors.ts';
import type { SeedReport } from '../evals/index.ts';
import { createEngine } from '../index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
  collect,
} from './command.ts';
import { createProgress } from './progress.ts';
import { openProject } from './project.ts';
import { readCount } from './read-flag.ts';
import { warnOfUnknownRole } from './warn-unknown-role.ts';

interface SeedFlags extends CommonOptions {
  readonly out: string;
  readonly count?: string;
  readonly role: readonly string[];
  readonly seed?: string;
  readonly offline?: boolean;
  readonly rowLimit?: string;
  readonly timeoutMs?: string;
}

/** `nl2sql eval seed`: drafts of questions that a schema suggests. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .argument('<datasource>', 'the id of the datasource')
      .requiredOption(
        '--out <file>',
        'a file of drafts of its own; new drafts are added at its end',
      )
      .option('--count <n>', 'drafts wanted (default: 20)')
      .option(
        '--role <role>',
        'ask as this role (repeatable: the others get an outcome too); needed where policies exist',
        collect,
        [],
      )
      .option('--seed <n>', 'another seed gives other questions (default: 1)')
      .option('--offline', 'from the schema alone, without a model; the only way so far')
      .option('--row-limit <n>', 'rows a result may have (default: the project, else 10000)')
      .option('--timeout-ms <n>', 'deadline of each query (default: the project, else 30000)')
      .addHelpText(
        'after',
        `
Each question comes with a plan, its SQL, tables and columns. It was bound under the role and run
read-only; what failed, was empty or gave what another gives is dropped and counted. Drafts never run:
check them, then move them with nl2sql eval promote.

Examples:
  nl2sql eval seed chinook --out drafts.yaml --role admin
  nl2sql eval seed shop --out drafts.yaml --count 50 --datasource shop=sqlite:./shop.sqlite

Exit codes: 0 done; 2 usage, config, or a target that drafts are not written into; 3 stopped.`,
      )
      .action((datasource: string) =>
        run(command, (context) => evalSeed(datasource, command.opts<SeedFlags>(), context)),
      );
  },
};

async function evalSeed(
  datasource: string,
  flags: SeedFlags,
  context: CliContext,
): Promise<ExitCode> {
  const count = readCount('--count', flags.count);
  const seed = readCount('--seed', flags.seed);
  const rowLimit = readCount('--row-limit', flags.rowLimit);
  const timeoutMs = readCount('--timeout-ms', flags.timeoutMs);
  const project = openProject(flags, context);
  for (const role of flags.role) warnOfUnknownRole(role, project.policies, context);
  const progress = createProgress(context, flags.quiet === true);
  const engine = createEngine({ config: project });
  const seeding = engine.evals.seed({
    datasource,
    out: resolve(context.cwd, flags.out),
    roles: flags.role,
    ...(count === undefined ? {} : { count }),
    ...(seed === undefined ? {} : { seed }),
    ...(rowLimit === undefined ? {} : { rowLimit }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    signal: context.signal,
    onProgress: ({ drafts, count: wanted, tried }) =>
      progress.say(`${drafts} of ${wanted} drafts, ${tried} questions tried`),
  });
  const report = await seeding.finally(() => progress.end());
  await context.write(
    flags.json === true ? `${JSON.stringify(report, null, 2)}\n` : describe(report, flags, context),
  );
  return report.stopped ? 3 : 0;
}

const dropNames: Readonly<Record<keyof SeedReport['dropped'], string>> = {
  invalid: 'with a plan that does not bind',
  failed: 'with SQL that fails',
  empty: 'empty',
  large: 'with too many rows to check',
  duplicateQuestion: 'asked already',
  sameResult: 'with the rows of another draft',
  ambiguous: 'that leave open which rows are meant (ties, missing values)',
};

function describe(report: SeedReport, flags: SeedFlags, context: CliContext): string {
  const path = relative(context.cwd, report.path) || report.path;
  const drafts = `${report.written} ${report.written === 1 ? 'draft' : 'drafts'}`;
  const lines = [
    `${path}: ${drafts} added, ${report.tables.touched} of ${report.tables.of} tables touched`,
  ];
  if (flags.quiet !== true) {
    for (const [reason, count] of Object.entries(report.dropped)) {
      if (count > 0)
        lines.push(`  dropped: ${count} ${dropNames[reason as keyof SeedReport['dropped']]}`);
    }
    if (report.written > 0) {
      lines.push(
        '',
        `Next: read them, correct what is wrong, then approve one or all:`,
        `  nl2sql eval promote ${path} --to SUITE --by YOUR_NAME --case ID`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}
