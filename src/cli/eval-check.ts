import { resolve } from 'node:path';
import { type ExitCode, Nl2sqlError } from '../errors.ts';
import { createEngine } from '../index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
} from './command.ts';
import { describeFindings, describeSum } from './eval-check-report.ts';
import { openProject } from './project.ts';

interface CheckFlags extends CommonOptions {
  readonly run?: boolean;
  readonly fix?: boolean;
}

/** `nl2sql eval check`: everything that is wrong or doubtful in suites. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .argument('[suite...]', 'suite files (default: the suites of the project)')
      .option('--run', 'run the gold too: failures, drift, ties, what differs from run to run')
      .option('--fix', 'write what is safe to fix: quotes where YAML readers differ')
      .addHelpText(
        'after',
        `
Finds what keeps a suite from loading (all of it at once), and lints its gold: names the database does
not have, SQL that writes or cannot be read, questions asked twice, order asked and not given, what no
case covers. Notes of one code are shown together; --json has each. docs/cases.md lists every code.

Examples:
  nl2sql eval check
  nl2sql eval check evals/*.yaml --run
  nl2sql eval check suite.yaml --datasource shop=sqlite:./shop.sqlite --json

Exit codes: 0 no errors (warnings may be); 1 lint errors; 2 a file does not load, usage or config.`,
      )
      .action((suites: readonly string[]) =>
        run(command, (context) => evalCheck(suites, command.opts<CheckFlags>(), context)),
      );
  },
};

async function evalCheck(
  suites: readonly string[],
  flags: CheckFlags,
  context: CliContext,
): Promise<ExitCode> {
  const project = openProject(flags, context);
  if (suites.length + project.evals.suites.length === 0) {
    throw new Nl2sqlError('USAGE', {
      problem: 'no suite to check: none was named, and no project here names one in evals.suites',
      fix: 'Name one: nl2sql eval check evals/first.yaml',
    });
  }
  const engine = createEngine({ config: project });
  const check = await engine.evals.check(
    suites.length > 0 ? suites.map((path) => resolve(context.cwd, path)) : project.evals.suites,
    { run: flags.run === true, fix: flags.fix === true, signal: context.signal },
  );
  const { findings, cases, approved, fixed } = check;
  if (flags.json === true) {
    const output = { findings, cases, approved, fixed };
    await context.write(`${JSON.stringify(output, null, 2)}\n`);
  } else {
    if (flags.quiet !== true) await context.write(describeFindings(findings, context));
    await context.write(describeSum(check));
  }
  if (check.unloadable.length > 0) return 2;
  if (check.stopped) return 3;
  return findings.some((finding) => finding.severity === 'error') ? 1 : 0;
}
