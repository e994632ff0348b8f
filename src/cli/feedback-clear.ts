import { Nl2sqlError } from '../errors.ts';
import { createEngine } from '../index.ts';
import { addCommonOptions, type CommandModule, type CommonOptions } from './command.ts';
import { openProject } from './project.ts';

interface ClearFlags extends CommonOptions {
  readonly olderThan: string;
}

const unitsMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `nl2sql feedback clear`: takes out what is old. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .requiredOption(
        '--older-than <age>',
        'an age such as 90d, 12h or 4w; 0d takes out everything',
      )
      .addHelpText('after', '\nExamples:\n  nl2sql feedback clear --older-than 90d')
      .action(() =>
        run(command, async (context) => {
          const flags = command.opts<ClearFlags>();
          const ageMs = readAge(flags.olderThan);
          const engine = createEngine({ config: openProject(flags, context) });
          // What was rated this very millisecond is no younger than an age of nothing.
          const before = new Date(Date.now() - ageMs + (ageMs === 0 ? 1 : 0));
          const cleared = await engine.feedback.clear(before);
          await context.write(
            flags.json === true ? `${JSON.stringify({ cleared })}\n` : `${cleared} taken out\n`,
          );
          return 0;
        }),
      );
  },
};

function readAge(text: string): number {
  const match = /^(\d+)([hdw])$/.exec(text.trim());
  const unit = unitsMs[match?.[2] ?? ''];
  // Older than time itself: nothing is.
  if (match && unit !== undefined) return Math.min(Number(match[1]) * unit, Date.now());
  throw new Nl2sqlError('USAGE', {
    problem: `--older-than expects an age; found "${text}"`,
    fix: 'For example: --older-than 90d (h hours, d days, w weeks)',
  });
}
