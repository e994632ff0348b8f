import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const main = join(dirname(fileURLToPath(import.meta.url)), '../../dist/cli/main.js');
const nl2sql = (...args: string[]) =>
  spawnSync(process.execPath, [main, ...args], { cwd: folder, encoding: 'utf8' });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-init-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('nl2sql init', () => {
  it('writes the demo, says what next, and refuses to write it again', () => {
    const first = nl2sql('init', 'demo', '--demo');
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(first.stdout).toContain('evals/chinook.yaml');
    expect(first.stdout).toContain('cd demo');
    expect(existsSync(join(folder, 'demo/data/chinook.sqlite'))).toBe(true);
    const second = nl2sql('init', 'demo', '--demo');
    expect(second.status).toBe(2);
    expect(second.stderr).toContain('nothing was written');
    expect(second.stderr).toContain('--force');
    expect(nl2sql('init', 'demo', '--demo', '--force').status).toBe(0);
  }, 60_000);

  it('writes down where a file is, relative to the project', () => {
    execFileSync(process.execPath, [main, 'init', 'one', '--demo'], { cwd: folder });
    const { status, stdout } = nl2sql('init', 'two', '--url', 'one/data/support.sqlite', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      dir: join(folder, 'two'),
      files: ['evals/first.yaml', 'nl2sql.yaml'],
    });
    expect(readFileSync(join(folder, 'two/nl2sql.yaml'), 'utf8')).toContain(
      "id: support\n  type: sqlite\n  # What is in it, in the words people use when they ask.\n  description: ''\n  connection:\n    database: '../one/data/support.sqlite'",
    );
  });

  it('writes a skeleton in which eval check finds nothing', () => {
    expect(nl2sql('init', 'bare').status).toBe(0);
    const config = join(folder, 'bare/nl2sql.yaml');
    const check = nl2sql('eval', 'check', 'bare/evals/first.yaml', '--config', config, '--json');
    expect(check.status).toBe(0);
    expect(JSON.parse(check.stdout)).toMatchObject({ findings: [] });
  });

  it('never writes or prints a password', () => {
    const { status, stdout, stderr } = nl2sql(
      'init',
      'three',
      '--url',
      'postgres://ann:p@ss@db.example/shop',
    );
    expect(status).toBe(0);
    const config = readFileSync(join(folder, 'three/nl2sql.yaml'), 'utf8');
    expect(config).toContain('url: "${env:SHOP_URL}"');
    expect(stdout).toContain('export SHOP_URL=');
    expect(config + stdout + stderr).not.toContain('p@ss');
  });

  it('warns of a file that is not there yet, and says how to draft the first questions', () => {
    const { status, stdout, stderr } = nl2sql('init', 'five', '--url', 'sqlite:absent.sqlite');
    expect(status).toBe(0);
    expect(stderr).toBe(
      `warning: there is no file ${join(folder, 'absent.sqlite')} yet; correct connection: in nl2sql.yaml\n`,
    );
    expect(stdout).toContain('nl2sql eval seed absent --out drafts.yaml');
  });

  it('refuses --demo together with --url', () => {
    const { status, stderr } = nl2sql('init', 'four', '--demo', '--url', 'sqlite:x');
    expect(status).toBe(2);
    expect(stderr).toContain('--demo brings its own databases');
    expect(existsSync(join(folder, 'four'))).toBe(false);
  });
});
