import { Command, CommanderError, Help } from 'commander';
import { type ExitCode, Nl2sqlError } from '../errors.ts';
import { packageVersion } from '../package-files.ts';
import {
  type CliContext,
  commonHeading,
  type LogLevel,
  logLevels,
  type RunAction,
} from './command.ts';
import { commandGroups, commands } from './commands.ts';
import { printable } from './printable.ts';

/** The command line: finds the command that was typed, loads only that one, and maps errors to exit codes. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  quietOnClosedPipe();
  const controller = new AbortController();
  stopOnSignal(controller);
  const context = createContext(controller.signal);
  const program = new Command('nl2sql')
    .description(
      'Answers questions over databases, and tells whether an answering system is right.',
    )
    .version(packageVersion(), '--version')
    .showHelpAfterError('(nl2sql --help lists the commands)')
    // A repeatable option that was not given is no default worth a line.
    .configureHelp({
      optionDescription: (option) =>
        new Help().optionDescription(option).replace(' (default: [])', ''),
      groupItems: (all, visible, groupOf) => {
        const groups = new Help().groupItems(all, visible, groupOf);
        const common = groups.get(commonHeading);
        // What a command is for comes first, the flags of every command last.
        if (common !== undefined && groups.delete(commonHeading)) groups.set(commonHeading, common);
        return groups;
      },
    })
    .configureOutput({ writeErr: (text) => process.stderr.write(printable(text)) });
  await addCommands(program, argv, createRun(context, argv));
  applyToAll(program, (command) => command.exitOverride());
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version end well; every other complaint of the parser is a usage error.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    if (process.exitCode === 2 && argv.includes('--json')) {
      // The parser writes what it would have understood on a line of its own, in parentheses.
      const [problem = '', suggestion] = error.message
        .split('\n')
        .map((line) => line.replace(/^error: |^\(|\)$/g, ''));
      await context.write(
        jsonError({
          code: 'USAGE',
          message: problem,
          remedy:
            suggestion ?? 'nl2sql --help lists the commands; nl2sql COMMAND --help its flags.',
        }),
      );
    }
  }
}

/** Adds every command by name; loads and configures only the one that argv asks for. */
async function addCommands(program: Command, argv: readonly string[], run: RunAction) {
  const words = argv.filter((word) => !word.startsWith('-'));
  const groups = new Map<string, Command>();
  for (const entry of commands) {
    const [first = '', second] = entry.name.split(' ');
    let parent = program;
    if (second !== undefined) {
      parent = groups.get(first) ?? program.command(first).description(commandGroups[first] ?? '');
      groups.set(first, parent.showHelpAfterError(`(nl2sql ${first} --help lists its commands)`));
    }
    const command = parent.command(second ?? first).description(entry.summary);
    const isAsked = words[0] === first && (second === undefined || words[1] === second);
    const isHelp = words[0] === 'help' && words[1] === first;
    if (!isAsked && !isHelp) continue;
    const { command: module } = await entry.load();
    module.configure(command, run);
    command.showHelpAfterError(`(nl2sql ${entry.name} --help lists its arguments and options)`);
  }
}

function applyToAll(command: Command, change: (command: Command) => void): void {
  change(command);
  for (const child of command.commands) applyToAll(child, change);
}

/** The user's mistake prints a remedy and no stack; our own fault prints a stack and what to report. */
function createRun(context: CliContext, argv: readonly string[]): RunAction {
  return async (command, action) => {
    let exitCode: ExitCode;
    let logLevel: LogLevel = 'info';
    try {
      // Loaded here: help and version do without it.
      const { readWord } = await import('./read-flag.ts');
      logLevel = readWord('--log-level', command.opts()['logLevel'], logLevels) ?? 'info';
      exitCode = await action({
        ...context,
        logLevel,
        log: logLevel === 'error' ? withoutWarnings(context.log) : context.log,
        color: context.color && command.opts()['color'] !== false,
      });
    } catch (error) {
      if (error instanceof Nl2sqlError) {
        exitCode = error.exitCode;
        if (argv.includes('--json')) {
          const findings = (error.details as { findings?: unknown }).findings;
          await context.write(
            jsonError({ code: error.code, message: error.message, remedy: error.remedy }, findings),
          );
        } else {
          context.log(`error: ${error.message}\n${error.remedy}\n`);
          if (logLevel === 'debug') context.log(`${error.stack ?? ''}\n`);
        }
      } else {
        exitCode = 70;
        const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
        context.log(
          `This is a fault of nl2sql ${packageVersion()}, not yours. Please report it with this:\n${stack}\n`,
        );
        if (argv.includes('--json')) {
          const message = error instanceof Error ? error.message : String(error);
          await context.write(
            jsonError({
              code: 'INTERNAL',
              message,
              remedy: 'Please report it with the stack above.',
            }),
          );
        }
      }
    }
    process.exitCode = exitCode;
  };
}

function withoutWarnings(log: CliContext['log']): CliContext['log'] {
  return (text) => {
    if (!text.startsWith('warning: ')) log(text);
  };
}

function jsonError(
  error: { code: string; message: string; remedy: string },
  findings?: unknown,
): string {
  return `${JSON.stringify({ error, ...(findings === undefined ? {} : { findings }) }, null, 2)}\n`;
}

function createContext(signal: AbortSignal): CliContext {
  const env = process.env;
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        process.stdout.write(printable(text), (error) => (error ? reject(error) : resolve()));
      }),
    log: (text) => {
      process.stderr.write(printable(text));
    },
    readStdin,
    env,
    cwd: process.cwd(),
    logLevel: 'info',
    isTerminal: process.stderr.isTTY === true,
    color: process.stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '',
    signal,
  };
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** A reader that went away (`| head`) is no error. */
function quietOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
      throw error;
    });
  }
}

/** The first signal asks to stop and keep what is done; the second one kills. */
function stopOnSignal(controller: AbortController): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(3);
      controller.abort();
    });
  }
}
