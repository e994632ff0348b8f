import type { Command } from 'commander';
import type { ExitCode } from '../errors.ts';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;

/** `error` leaves out warnings and progress, `warn` progress; `debug` adds the stack of an error. */
export type LogLevel = (typeof logLevels)[number];

/** What a command gets from the process: streams, surroundings, and the signal of Ctrl-C. */
export interface CliContext {
  /** Writes to standard output; resolves when the text is handed over, so nothing is cut at exit. */
  readonly write: (text: string) => Promise<void>;
  /** Writes to standard error: logs, progress, warnings. */
  readonly log: (text: string) => void;
  readonly readStdin: () => Promise<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether standard error is a terminal, where progress may redraw a line. */
  readonly isTerminal: boolean;
  /** What goes to standard error; errors always do. */
  readonly logLevel: LogLevel;
  /** Whether standard output takes colour. */
  readonly color: boolean;
  /** Aborts on SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
}

/** A command's file under `cli/` exports this as `command`. */
export interface CommandModule {
  /**
   * Adds arguments, options and the action to `command` (its name and summary are set by `main.ts`).
   * The action calls `run`, which maps what it returns or throws to the exit code.
   */
  configure(command: Command, run: RunAction): void;
}

/** Wraps an action: gives it the context, prints errors as the command line promises, sets the exit code. */
export type RunAction = (
  command: Command,
  action: (context: CliContext) => Promise<ExitCode>,
) => Promise<void>;

/** Flags that mean the same everywhere. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly color?: boolean;
  readonly logLevel?: string;
  readonly config?: string;
  readonly datasource?: readonly string[];
}

/** The heading of the flags that mean the same everywhere; help shows it last. */
export const commonHeading = 'Common options:';

/** Adds the flags that mean the same everywhere. */
export function addCommonOptions(command: Command): Command {
  return command
    .optionsGroup(commonHeading)
    .option('--json', 'write only JSON to standard output')
    .option('--quiet', 'print only the summary')
    .option('--no-color', 'no colour (also: NO_COLOR)')
    .option('--log-level <level>', 'error, warn, info or debug (default: info)')
    .option('--config <file>', 'the project file; default: nl2sql.yaml, looked for upward')
    .option(
      '--datasource <id=url>',
      'bind a datasource: chinook=sqlite:./chinook.sqlite (repeatable)',
      collect,
      [],
    )
    .helpOption('-h, --help', 'show this help')
    .optionsGroup('Options:');
}

/** Collects a repeatable option. */
export function collect(value: string, previous: readonly string[]): string[] {
  return [...previous, value];
}
