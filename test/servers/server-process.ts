import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A database server of the tests' own: a private folder, a private port, the user it insists on, and
 * an end that comes also when the tests are killed.
 */

/** A running server. */
export interface TestServer {
  /** A URL of its administrator. */
  readonly url: string;
  /** The server's process, for tests that kill it. */
  readonly pid: number;
  readonly folder: string;
  readonly port: number;
  /** Ends the process and removes its folder. Safe to call twice. */
  stop(): Promise<void>;
}

/** A person the process runs as. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Whom a server runs as: database servers refuse to be root. Root gives way to the server's own user
 * when the machine has one, else to `nobody`; anybody else stays who they are.
 */
export function runAs(userName: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of [userName, 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65534, gid: 65534 };
}

/** A new folder that belongs to the server's user, and goes with this process at the latest. */
export function createServerFolder(prefix: string, user: RunAs | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // A server that is still ending writes there; the shell that holds it removes the rest.
    }
  });
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Runs a set-up command to its end as the server's user. */
export function runSetup(
  command: string,
  args: readonly string[],
  user: RunAs | undefined,
  folder: string,
): void {
  execFileSync(command, args, {
    ...(user ?? {}),
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
}

/** A port nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * The shell that holds a server. It prints the server's process id and waits on its standard input:
 * when whoever started it ends in any way, the pipe closes, and it stops the server and removes the folder.
 */
const keeper = `
  folder=$1; shift
  "$@" >"$folder/server.log" 2>&1 </dev/null &
  pid=$!
  echo "$pid"
  cat >/dev/null
  kill -TERM "$pid" 2>/dev/null
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  kill -KILL "$pid" 2>/dev/null
  wait "$pid" 2>/dev/null
  rm -rf "$folder"
`;

/** A started process, before it is known to answer. */
export interface KeptProcess {
  readonly pid: number;
  readonly hasEnded: () => boolean;
  stop(): Promise<void>;
}

/** Starts a server process that does not outlive this one. */
export async function startKept(
  command: readonly string[],
  user: RunAs | undefined,
  folder: string,
): Promise<KeptProcess> {
  const shell = spawn('/bin/sh', ['-c', keeper, 'keeper', folder, ...command], {
    ...(user ?? {}),
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'ignore'],
    // Its own process group: Ctrl-C reaches the tests, and the closed pipe reaches the server.
    detached: true,
  });
  const pid = await firstLine(shell);
  let ended = false;
  const end = new Promise<void>((resolve) => {
    shell.on('exit', () => {
      ended = true;
      resolve();
    });
  });
  return {
    pid: Number(pid),
    hasEnded: () => ended,
    stop: async () => {
      shell.stdin?.end();
      await end;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function firstLine(shell: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    shell.on('error', reject);
    shell.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
}

/** Asks until the server answers; tells its log when it does not. */
export async function waitUntilReady(
  isReady: () => Promise<boolean>,
  folder: string,
  timeoutMs = 40_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isReady())) {
    if (Date.now() > deadline) {
      throw new Error(
        `The test server did not start:\n${readFileSync(join(folder, 'server.log'), 'utf8')}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
