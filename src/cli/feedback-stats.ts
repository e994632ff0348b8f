import type { FeedbackStats, RatingCount } from '../feedback/index.ts';
import { createEngine } from '../index.ts';
import { addCommonOptions, type CommandModule, type CommonOptions } from './command.ts';
import { openProject } from './project.ts';

/** `nl2sql feedback stats`: what the ratings add up to. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .addHelpText('after', '\nExamples:\n  nl2sql feedback stats --json')
      .action(() =>
        run(command, async (context) => {
          const flags = command.opts<CommonOptions>();
          const engine = createEngine({ config: openProject(flags, context) });
          const stats = await engine.feedback.stats();
          await context.write(
            flags.json === true ? `${JSON.stringify(stats, null, 2)}\n` : describe(stats),
          );
          return 0;
        }),
      );
  },
};

function describe(stats: FeedbackStats): string {
  const lines = [`all: ${sum(stats)}`];
  for (const [title, groups] of [
    ['by datasource', stats.byDatasource],
    ['by role', stats.byRole],
  ] as const) {
    if (Object.keys(groups).length > 0) lines.push(`${title}:`);
    for (const [name, group] of Object.entries(groups)) lines.push(`  ${name}: ${sum(group)}`);
  }
  for (const [code, count] of Object.entries(stats.errorCodes))
    lines.push(`error ${code}: ${count}`);
  return `${lines.join('\n')}\n`;
}

function sum({ total, up, down, upRate, refused }: RatingCount): string {
  const rate = upRate === null ? 'not rated' : `${(upRate * 100).toFixed(1)} % up`;
  return `${total} rated, ${up} up, ${down} down (${rate}), ${refused} refused`;
}
