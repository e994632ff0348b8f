import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/evaluation/records/index.ts';
import { runCli } from './run-cli.ts';
import { writeShop } from './shop-database.ts';

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'nl2sql-row-filters-'));
  writeShop(dir);
  writeFileSync(
    join(dir, 'nl2sql.yaml'),
    `version: 2
datasources:
- {id: shop, type: sqlite, connection: {database: shop.sqlite}}
policies:
  roles:
    admin: {allow: ['*']}
    clerk:
      allow: [shop]
      row_filters:
      - table: shop.main.customer
        where:
          kind: binary
          op: '='
          left: {kind: column, column_name: country}
          right: {kind: literal, value: $user.country}
evals:
  suites: [suite.yaml]
  users: {clerk: {country: 'NO'}}
`,
  );
  writeFileSync(
    join(dir, 'suite.yaml'),
    `version: 1
cases:

- id: names
  question: Who are our customers?
  datasources: [shop]
  status: approved
  outcome: {admin: allowed, clerk: allowed}
  sql: SELECT name FROM customer
  rows: null
  plan:
    tables: [{name: customer, alias: c}]
    select_items: [{expr: {kind: column, alias: c, column_name: name}}]
`,
  );
});

afterAll(() => rmSync(dir, { recursive: true }));

async function run(...args: string[]): Promise<{ exitCode: number | null; report: Report }> {
  const { exitCode, stdout } = await runCli(['eval', 'run', '--json', ...args], { cwd: dir });
  return { exitCode, report: JSON.parse(stdout) as Report };
}

const classes = (report: Report) =>
  report.cases.map(({ role, status, roleClass }) => [role, status, roleClass]);

describe('a role that sees some rows', () => {
  it('gets rows of its own in the suite', async () => {
    const { exitCode } = await runCli(['eval', 'regenerate', 'suite.yaml'], { cwd: dir });
    expect(exitCode).toBe(0);
    expect(readFileSync(join(dir, 'suite.yaml'), 'utf8')).toContain(`  rows:
  - {name: Ann}
  - {name: Bo}
  - {name: Cy}
  rows_by_role:
    clerk:
    - {name: Ann}
    - {name: Cy}
`);
  });

  it('says where to give the value that a filter asks for', async () => {
    const project = readFileSync(join(dir, 'nl2sql.yaml'), 'utf8');
    writeFileSync(join(dir, 'valueless.yaml'), project.replace(/ {2}users: .*\n/, ''));
    const { report } = await run('--config', 'valueless.yaml', '--role', 'clerk');
    const fix =
      'a row filter needs $user.country; give it under evals: users: {ROLE: {country: …}}';
    expect(report.cases[0]?.reason).toBe(fix);
    const regenerate = ['eval', 'regenerate', 'suite.yaml', '--config', 'valueless.yaml'];
    expect((await runCli(regenerate, { cwd: dir })).stdout).toContain(fix);
  });

  it('is judged by its own rows where gold is what the SQL returns now', async () => {
    const { report } = await run('--mode', 'plans', '--gold', 'executed');
    expect(classes(report)).toEqual([
      ['admin', 'pass', 'ok'],
      ['clerk', 'pass', 'ok'],
    ]);
  });

  it('passes by plan and by the reviewed SQL, narrowed to its rows', async () => {
    for (const mode of ['plans', 'gold']) {
      const { exitCode, report } = await run('--mode', mode);
      expect(classes(report)).toEqual([
        ['admin', 'pass', 'ok'],
        ['clerk', 'pass', 'ok'],
      ]);
      expect(exitCode).toBe(0);
    }
    const { report } = await run('--mode', 'plans');
    expect(report.cases[1]?.filtered).toEqual(['main.customer']);
  });

  it('leaks where a system hands it the rows of everybody', async () => {
    const rows = { columns: ['name'], rows: [['Ann'], ['Bo'], ['Cy']] };
    writeFileSync(join(dir, 'told.jsonl'), `${JSON.stringify({ id: 'names', rows })}\n`);
    const { exitCode, report } = await run('--predictions', 'told.jsonl', '--fail-under', '0');
    expect(classes(report)).toEqual([
      ['admin', 'pass', 'ok'],
      ['clerk', 'fail', 'leak'],
    ]);
    expect(report.summary.roleClasses).toMatchObject({ ok: 1, leak: 1 });
    expect(exitCode).toBe(1);
  });

  it('runs the SQL of a system over its own rows', async () => {
    writeFileSync(
      join(dir, 'sql.jsonl'),
      `${JSON.stringify({ id: 'names', sql: 'SELECT name FROM customer' })}\n`,
    );
    const { exitCode, report } = await run('--predictions', 'sql.jsonl');
    expect(classes(report)).toEqual([
      ['admin', 'pass', 'ok'],
      ['clerk', 'pass', 'ok'],
    ]);
    expect(exitCode).toBe(0);
  });
});
