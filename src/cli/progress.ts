import type { EvalProgress } from '../evals/index.ts';
import type { CliContext } from './command.ts';

/** Milliseconds between two redraws on a terminal, and between two plain lines elsewhere. */
const terminalEveryMs = 100;
const plainEveryMs = 5_000;

/** Shows how far a run is: one line that redraws itself on a terminal, plain lines elsewhere. */
export function createProgress(context: CliContext, isQuiet: boolean) {
  let shownAt = performance.now();
  let isDrawn = false;
  const say = (text: string): void => {
    if (isQuiet || context.logLevel === 'error' || context.logLevel === 'warn') return;
    const now = performance.now();
    if (now - shownAt < (context.isTerminal ? terminalEveryMs : plainEveryMs)) return;
    shownAt = now;
    context.log(context.isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
    isDrawn = context.isTerminal;
  };
  return {
    say,
    show({ done, total, failed, errors }: EvalProgress): void {
      say(`${done} of ${total} runs, ${failed} failed, ${errors} errors`);
    },
    /** Takes the redrawn line away. */
    end(): void {
      if (isDrawn) context.log('\r\u001b[K');
    },
  };
}
