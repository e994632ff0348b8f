import { createEngine } from '../index.ts';
import { addCommonOptions, type CommandModule, type CommonOptions } from './command.ts';
import { openProject } from './project.ts';
import { readCount, readWord } from './read-flag.ts';

interface ListFlags extends CommonOptions {
  readonly limit?: string;
  readonly rating?: string;
}

/** `nl2sql feedback list`: the newest ratings. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .option('--limit <n>', 'the newest ones at most (default: 50)')
      .option('--rating <word>', 'only up, or only down')
      .addHelpText('after', '\nExamples:\n  nl2sql feedback list --rating down --limit 10')
      .action(() =>
        run(command, async (context) => {
          const flags = command.opts<ListFlags>();
          const rating = readWord('--rating', flags.rating, ['up', 'down'] as const);
          const engine = createEngine({ config: openProject(flags, context) });
          const all = await engine.feedback.list({
            limit: readCount('--limit', flags.limit) ?? 50,
            ...(rating === undefined ? {} : { rating }),
          });
          if (flags.json === true) {
            await context.write(`${JSON.stringify(all, null, 2)}\n`);
            return 0;
          }
          for (const one of all) {
            const mark = one.rating === 'up' ? '+' : '-';
            const note = one.note === null ? '' : `\n    ${one.note}`;
            const who = `${one.at.slice(0, 16).replace('T', ' ')} ${one.role ?? 'no role'}, ${one.status}`;
            await context.write(`${mark} ${one.id}  ${who}\n    ${one.question}${note}\n`);
          }
          if (all.length === 0) await context.write('No feedback yet.\n');
          return 0;
        }),
      );
  },
};
