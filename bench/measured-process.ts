import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The built command line; benches run in the root of the checkout. */
export const cliMain = join(process.cwd(), 'dist/cli/main.js');

/** What a process took: wall-clock milliseconds, and the most memory it and its children held at once. */
export interface Measured {
  readonly wallMs: number;
  /** Resident megabytes of the process and its children, sampled every 10 ms; null where /proc is absent. */
  readonly peakMb: number | null;
  readonly exitCode: number | null;
  readonly stdout: string;
}

/** Runs node with arguments and measures the whole process. */
export function measureProcess(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: options.cwd,
      env: { ...process.env, NO_COLOR: '1', ...options.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk);
    });
    let peakKb: number | null = null;
    const sampler = setInterval(() => {
      const now = child.pid === undefined ? null : residentKb(child.pid);
      if (now !== null && (peakKb === null || now > peakKb)) peakKb = now;
    }, 10);
    child.on('error', reject);
    child.on('close', (exitCode) => {
      clearInterval(sampler);
      resolve({
        wallMs: performance.now() - started,
        peakMb: peakKb === null ? null : peakKb / 1024,
        exitCode,
        stdout,
      });
    });
  });
}

/** Resident memory of a process and its direct children. */
function residentKb(pid: number): number | null {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
    );
    return [String(pid), ...children].reduce((sum, id) => {
      const match = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'));
      return sum + Number(match?.[1] ?? 0);
    }, 0);
  } catch {
    return null;
  }
}

/** The middle one of several measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
