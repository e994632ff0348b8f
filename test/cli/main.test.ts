import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { runCli } from './run-cli.ts';

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'nl2sql-cli-'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

describe('nl2sql', () => {
  it('lists its commands and says its version', async () => {
    const help = await runCli(['--help'], { cwd });
    expect(help.exitCode).toBe(0);
    expect(help.stdout).toContain('eval');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect((await runCli(['--version'], { cwd })).stdout.trim()).toBe(version);
  });

  it('without arguments shows the help and exits 2', async () => {
    const run = await runCli([], { cwd });
    expect(run.exitCode).toBe(2);
    expect(run.stdout + run.stderr).toContain('Usage: nl2sql');
  });

  it.each([
    [['evl', 'run'], 'eval'],
    [['eval', 'rnu'], 'run'],
    [['eval', 'run', '--predictoins', 'x'], '--predictions'],
  ])('names the nearest word for %j', async (args, nearest) => {
    const run = await runCli(args, { cwd });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain(nearest);
    expect(run.stdout).toBe('');
    const asJson = await runCli([...args, '--json'], { cwd });
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      error: { code: 'USAGE', remedy: `Did you mean ${nearest}?` },
    });
  });

  it.each([
    [['eval', 'show'], "missing required argument 'report'", 'eval show --help'],
    [['eval', 'seed', 'shop'], "required option '--out <file>' not specified", 'eval seed --help'],
    [['eval', 'zzz'], "unknown command 'zzz'", 'eval --help'],
    [['zzz'], "unknown command 'zzz'", '--help'],
  ])('names the help to look at for %j', async (args, problem, help) => {
    const run = await runCli(args, { cwd });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain(`error: ${problem}\n(nl2sql ${help} lists `);
  });

  it('has written down the help that it would give', async () => {
    const { stdout } = await runCli(['help'], { cwd });
    expect(stdout).toContain('introspect');
    expect(await runCli(['--help'], { cwd })).toMatchObject({ exitCode: 0, stdout, stderr: '' });
  });

  it('ends quietly when its reader goes away', async () => {
    const run = await new Promise<{ code: number | null; stderr: string }>((resolve) => {
      const child = spawn(process.execPath, [join(root, 'dist/cli/main.js'), '--help'], { cwd });
      let stderr = '';
      child.stderr.on('data', (chunk) => {
        stderr += String(chunk);
      });
      child.stdout.destroy();
      child.on('close', (code) => resolve({ code, stderr }));
    });
    expect(run).toEqual({ code: 0, stderr: '' });
  });

  it.each(commands.map(({ name }) => [name]))('%s explains itself', async (name) => {
    const help = await runCli([...name.split(' '), '--help'], { cwd });
    expect(help.exitCode).toBe(0);
    // What the command is for comes before what every command has.
    const [own = '', common = ''] = help.stdout.split('Common options:\n');
    expect(common).toContain('--log-level');
    expect(own).not.toContain('--log-level');
    expect(common.split('\n\n')[0]).not.toContain(' --out ');
    expect(help.stdout).toContain(`Usage: nl2sql ${name}`);
    expect(help.stdout).toContain('Examples:');
  });
});
