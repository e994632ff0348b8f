import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { writeDemoProject } from '../demo/index.ts';
import { type ExitCode, Nl2sqlError } from '../errors.ts';
import type { EvalRunOptions } from '../evals/index.ts';
import { type Report, reportText } from '../evaluation/records/index.ts';
import {
  formatFailures,
  formatHtml,
  formatScoreboard,
  formatSummaryLine,
} from '../evaluation/reports/index.ts';
import { createEngine } from '../index.ts';
import { writeFileAtomically } from '../validation/index.ts';
import { addCommonOptions, type CliContext, type CommandModule } from './command.ts';
import { createProgress } from './progress.ts';

interface DemoOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Enough to see what a failure looks like; the report holds all of them. */
const shownFailures = 3;
const allSuites = ['evals/chinook.yaml', 'evals/support.yaml', 'evals/webanalytics.yaml'];
const predictions = 'predictions.jsonl';

/** `nl2sql demo`: the demo project, a run in which all is right, and one in which much is not. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .argument('[dir]', 'the folder of the demo project; written if it is not there yet', 'demo')
      .addHelpText(
        'after',
        `
Writes the demo project, runs the reviewed SQL of its three suites against itself, then judges the
recorded answers of a system that makes mistakes. Needs no key and no network.

Examples:
  nl2sql demo
  nl2sql demo ./somewhere --quiet
`,
      )
      .action((dir: string, options: DemoOptions) =>
        run(command, (context) => demo(dir, options, context)),
      );
  },
};

async function demo(dir: string, options: DemoOptions, context: CliContext): Promise<ExitCode> {
  const folder = resolve(context.cwd, dir);
  const config = join(folder, 'nl2sql.yaml');
  const isNew = !existsSync(config);
  if (isNew) writeDemoProject({ dir: folder });
  else requireDemo(folder);
  const say = async (text: string) => {
    if (options.json !== true) await context.write(text);
  };
  await say(`${isNew ? 'Wrote the demo project to' : 'Using the project in'} ${folder}\n\n`);

  const isSilent = options.quiet === true || options.json === true;
  const { evals } = createEngine({ config, env: context.env });
  const runSuites = async (suites: readonly string[], how: EvalRunOptions): Promise<Report> => {
    const progress = createProgress(context, isSilent);
    const { signal } = context;
    const report = await evals.run(suites, { ...how, signal, onProgress: progress.show });
    progress.end();
    return report;
  };

  await say('The reviewed SQL of three suites against itself (nl2sql eval run):\n  ');
  const gold = await runSuites(allSuites, { mode: 'gold', store: 'none' });
  await say(formatSummaryLine(gold));
  if (gold.stopped !== null) return 3;

  await say(`\nA system that makes mistakes (nl2sql eval run --predictions ${predictions}):\n`);
  const recorded = await runSuites(allSuites.slice(0, 1), {
    predictions: join(folder, predictions),
  });
  if (recorded.stopped !== null) return 3;
  const reportPath = join(folder, 'report.json');
  const htmlPath = join(folder, 'report.html');
  await writeFileAtomically(reportPath, reportText(recorded), 'Report');
  await writeFileAtomically(htmlPath, formatHtml(recorded), 'HTML report');

  const shown = (path: string) => relative(context.cwd, path);
  if (options.json === true) {
    for (const piece of reportText(recorded)) await context.write(piece);
  } else if (options.quiet === true) {
    await context.write(`  ${formatSummaryLine(recorded)}`);
  } else {
    const { color } = context;
    const path = shown(reportPath);
    const failures = formatFailures(recorded, { color, limit: shownFailures, path });
    await context.write(`\n${failures}\n`);
    await context.write(formatScoreboard(recorded, { color }));
  }
  await say(`\nReport: ${shown(reportPath)}\nHTML report: ${shown(htmlPath)}\n`);
  if (!isSilent) {
    await say(
      `\nNext:\n  nl2sql eval show ${shown(reportPath)} chinook_025    one failure in full\n` +
        '  nl2sql init --url sqlite:./yours.sqlite       a project of your own (docs/start.md)\n',
    );
  }
  return isAllPassed(gold) ? 0 : 1;
}

/** A project of this name that is not the demo is somebody's work: it is neither run nor touched. */
function requireDemo(folder: string): void {
  const missing = [...allSuites, predictions].find((path) => !existsSync(join(folder, path)));
  if (missing === undefined) return;
  throw new Nl2sqlError('USAGE', {
    problem: `${folder} holds a project that is not the demo: it has no ${missing}`,
    fix: 'Name a folder of its own for the demo: nl2sql demo DIR',
  });
}

function isAllPassed({ summary }: Report): boolean {
  return summary.fail === 0 && summary.error === 0 && summary.pass > 0;
}
