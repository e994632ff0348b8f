import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeShopProject } from './shop-project.ts';

const door = fileURLToPath(new URL('../../dist/index.js', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-inline-'));
  writeShopProject(
    folder,
    `CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
     INSERT INTO customer VALUES (1, 'Ann', 'Oslo'), (2, 'Bo', 'Bergen'), (3, 'Cy', 'Oslo');`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('works in a program given on the command line, whose flags are not for our threads', async () => {
  const program = `
    const { createEngine } = await import(${JSON.stringify(door)});
    const engine = createEngine({ config: 'nl2sql.yaml' });
    const report = await engine.evals.seed({ datasource: 'shop', out: 'drafts.yaml', count: 3 });
    console.log(report.written);`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
  });
  expect((await run).stdout).toBe('3\n');
});
