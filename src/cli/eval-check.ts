import { relative, resolve } from 'node:path';
import pc from 'picocolors';
import type { ExitCode } from '../errors.ts';
import type { SuiteCheck } from '../evals/index.ts';
import type { Finding } from '../evaluation/suite/index.ts';
import { createEngine } from '../index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
} from './command.ts';
import { openProject } from './project.ts';

interface CheckFlags extends CommonOptions {
  readonly run?: boolean;
  readonly fix?: boolean;
}

/** `nl2sql eval check`: everything that is wrong or doubtful in suites. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .argument('<suite...>', 'suite files')
      .option('--run', 'run the gold too: failures, drift, ties, what differs from run to run')
      .option('--fix', 'write what is safe to fix: quotes where YAML readers differ')
      .addHelpText(
        'after',
        `
Finds what keeps a suite from loading (all of it at once), and lints its gold: names the database does
not have, SQL that writes or cannot be read, questions asked twice, order asked and not given, what no
case covers. docs/cases.md lists every code.

Examples:
  nl2sql eval check evals/chinook.yaml
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
  const engine = createEngine({ config: openProject(flags, context) });
  const check = await engine.evals.check(
    suites.map((path) => resolve(context.cwd, path)),
    { run: flags.run === true, fix: flags.fix === true, signal: context.signal },
  );
  const { findings, cases, approved, fixed } = check;
  if (flags.json === true) {
    const output = { findings, cases, approved, fixed };
    await context.write(`${JSON.stringify(output, null, 2)}\n`);
  } else {
    if (flags.quiet !== true) {
      for (const finding of findings) await context.write(describeFinding(finding, context));
    }
    await context.write(describeSum(check));
  }
  if (check.unloadable.length > 0) return 2;
  if (check.stopped) return 3;
  return findings.some((finding) => finding.severity === 'error') ? 1 : 0;
}

function describeFinding(finding: Finding, context: CliContext): string {
  const colors = pc.createColors(context.color);
  const file =
    finding.file === null ? 'suite' : relative(context.cwd, finding.file) || finding.file;
  const place = finding.line === null ? file : `${file}:${finding.line}`;
  const paint = { error: colors.red, warning: colors.yellow, info: colors.cyan }[finding.severity];
  const name = finding.case === null ? '' : ` ${finding.case}:`;
  return `${place} ${paint(finding.severity)} ${finding.code}${name} ${finding.message}\n    ${colors.dim(finding.fix)}\n`;
}

function describeSum({ findings, cases, approved, fixed }: SuiteCheck): string {
  const count = (severity: Finding['severity'], one: string, many: string) => {
    const found = findings.filter((finding) => finding.severity === severity).length;
    return `${found} ${found === 1 ? one : many}`;
  };
  const sum = [
    count('error', 'error', 'errors'),
    count('warning', 'warning', 'warnings'),
    count('info', 'note', 'notes'),
  ].join(', ');
  const fixes = fixed === 0 ? '' : `; ${fixed} fixed`;
  return `${cases} cases, ${approved} approved: ${sum}${fixes}\n`;
}
