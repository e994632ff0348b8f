import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const main = join(dirname(fileURLToPath(import.meta.url)), '../../dist/cli/main.js');

function nl2sql(args: readonly string[], nodeFlags: readonly string[] = []) {
  return spawnSync(process.execPath, [...nodeFlags, main, ...args], { encoding: 'utf8' });
}

/** Makes Node.js not find these packages, as if they were not installed. */
function without(...packages: string[]): string[] {
  const hook = `export async function resolve(name, context, next) {
    if (${JSON.stringify(packages)}.includes(name)) throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });
    return next(name, context);
  }`;
  const url = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
  return [
    '--import',
    url(`import { register } from 'node:module'; register(${JSON.stringify(url(hook))});`),
  ];
}

describe('nl2sql fixtures load', () => {
  it('says which server it cannot reach, and no password', () => {
    const { status, stderr } = nl2sql(['fixtures', 'load', 'postgres://ann:p@ss@127.0.0.1:1/shop']);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /making the demo database in postgres:\/\/ann@127\.0\.0\.1:1\/shop failed: .*ECONNREFUSED/,
    );
    expect(stderr).toMatch(/a login that may create schemas or databases/);
    expect(stderr).not.toContain('p@ss');
  });

  it('cannot load into a file without rows', () => {
    const { status, stdout } = nl2sql(['fixtures', 'load', 'fixture:schema.json', '--json']);
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'USAGE', remedy: expect.stringMatching(/sqlite:FOLDER/) },
    });
  });
});

describe('a driver that is not installed', () => {
  it.each([
    ['postgres', 'pg', 'npm i pg pg-cursor'],
    ['mysql', 'mysql2', 'npm i mysql2'],
  ])('%s: is named with the command that installs it', (type, name, command) => {
    const { status, stderr } = nl2sql(
      ['introspect', `${type}://ann:s3cret@db.example/shop`],
      without(name),
    );
    expect(stderr).toBe(
      `error: Datasource "${type}://ann@db.example:${type === 'mysql' ? 3306 : 5432}/shop": no driver for ${type}\nInstall it: ${command}\n`,
    );
    expect(status).toBe(2);
  });
});
