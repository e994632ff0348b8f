import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = join(dirname(fileURLToPath(import.meta.url)), '../../dist/cli/main.js');

/** What a run of the built command line left behind. */
export interface CliRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** No file may grow beyond this many blocks of 512 bytes. */
  readonly fileBlocks?: number;
  /** Called with the process once it has started, for tests that signal it. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void, seen: () => string) => void;
}

/** Runs the built command line as a process of its own. */
export function runCli(args: readonly string[], options: CliOptions): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const [program, ...words] =
      options.fileBlocks === undefined
        ? [process.execPath, main, ...args]
        : [
            'sh',
            '-c',
            `ulimit -f ${options.fileBlocks}; exec "$0" "$@"`,
            process.execPath,
            main,
            ...args,
          ];
    const child = spawn(program, words, {
      cwd: options.cwd,
      env: { ...process.env, NO_COLOR: '1', ...options.env },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
    child.stdin.end(options.stdin ?? '');
    options.onStart?.(
      (signal) => child.kill(signal),
      () => stdout + stderr,
    );
  });
}
