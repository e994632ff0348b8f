import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/evaluation/records/index.ts';
import { hasShared, sharedPath } from '../shared.ts';
import { runCli } from './run-cli.ts';
import { writeShop } from './shop-database.ts';

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'nl2sql-eval-plans-'));
  writeShop(dir, `CREATE TABLE salary (name TEXT, amount REAL);`);
  writeFileSync(
    join(dir, 'nl2sql.yaml'),
    `version: 2
datasources:
- {id: shop, type: sqlite, connection: {database: shop.sqlite}}
policies:
  roles:
    admin: {allow: ['*']}
    clerk: {allow: [shop.main.customer]}
    nobody: {allow: [other]}
evals: {suites: [suite.yaml]}
`,
  );
});

afterAll(() => rmSync(dir, { recursive: true }));

const customerPlan = `
    tables:
    - {name: customer, alias: c}
    select_items:
    - expr: {kind: func, func_name: COUNT, args: [{kind: column, column_name: '*'}]}`;

function writeSuite(cases: string): void {
  writeFileSync(join(dir, 'suite.yaml'), `version: 1\ncases:\n${cases}`);
}

async function run(...args: string[]): Promise<{ code: number | null; report: Report }> {
  const { exitCode: code, stdout } = await runCli(
    ['eval', 'run', '--mode', 'plans', '--json', ...args],
    {
      cwd: dir,
    },
  );
  return { code, report: JSON.parse(stdout) as Report };
}

describe('eval run --mode plans', () => {
  it('runs the plan of the case as each role, and refuses what a role may not see', async () => {
    writeSuite(`
- id: customers
  question: How many customers?
  datasources: [shop]
  status: approved
  outcome: {admin: allowed, clerk: allowed, nobody: refused}
  sql: SELECT COUNT(*) AS n FROM customer
  rows:
  - {n: 3}
  plan:${customerPlan}
- id: salaries
  question: How many salaries?
  datasources: [shop]
  status: approved
  outcome: {admin: allowed, clerk: refused}
  sql: SELECT COUNT(*) AS n FROM salary
  rows:
  - {n: 0}
  plan:${customerPlan.replace('customer', 'salary')}
- id: weather
  question: What is the weather?
  datasources: [shop]
  status: approved
  outcome: {admin: unanswerable, clerk: unanswerable}
- id: traffic
  question: How was the traffic?
  datasources: []
  status: approved
  outcome: {admin: unanswerable, nobody: refused}
`);
    const { code, report } = await run();
    expect(code).toBe(0);
    expect(report.summary).toMatchObject({ total: 9, pass: 9, fail: 0, error: 0 });
  });

  it('never serves the plan of an earlier run', async () => {
    writeSuite(`
- id: customers
  question: How many customers?
  datasources: [shop]
  status: approved
  outcome: {admin: allowed}
  sql: SELECT COUNT(*) AS n FROM customer
  rows:
  - {n: 3}
  plan:
    tables: [{name: customer, alias: c}]
    select_items: [{expr: {kind: literal, value: 1}}]
`);
    const { report } = await run();
    expect(report.cases[0]).toMatchObject({ status: 'fail', reasonCode: 'wrong-rows' });
  });

  it('lists every case without a plan before anything runs', async () => {
    writeSuite(`
- id: one
  question: How many?
  datasources: [shop]
  status: approved
  outcome: {admin: allowed}
  sql: SELECT 1 AS n
  rows: [{n: 1}]
- id: two
  question: How many?
  datasources: [shop]
  status: approved
  outcome: {admin: allowed}
  sql: SELECT 2 AS n
  rows: [{n: 2}]
`);
    const { exitCode: code, stdout } = await runCli(['eval', 'run', '--mode', 'plans', '--json'], {
      cwd: dir,
    });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        code: 'PLANS_MISSING',
        message:
          'Mode plans needs a plan for every approved answer case with SQL; without one: one, two',
      },
    });
  });

  it('says what is wrong with a plan', async () => {
    writeSuite(`
- id: typo
  question: How many?
  datasources: [shop]
  status: approved
  outcome: {admin: allowed}
  sql: SELECT 1 AS n
  rows: [{n: 1}]
  plan:${customerPlan.replace('customer', 'custmer')}
`);
    const { code, report } = await run();
    expect(code).toBe(1);
    expect(report.cases[0]).toMatchObject({
      status: 'error',
      errorKind: 'system',
      reason: 'the plan is not valid: tables[0].name: no table "custmer"; did you mean "customer"?',
    });
  });
});

describe.skipIf(!hasShared)('a project of version 0.7', () => {
  it('passes all of its 141 runs unchanged', async () => {
    const copy = join(dir, 'reference');
    cpSync(sharedPath('reference/nl2sql/demo-project'), copy, { recursive: true });
    const out = join(dir, 'report.json');
    const { exitCode: code } = await runCli(['eval', 'run', '--mode', 'plans', '--out', out], {
      cwd: copy,
    });
    const report = JSON.parse(readFileSync(out, 'utf8')) as Report;
    expect(report.summary).toMatchObject({ total: 141, pass: 141, fail: 0, error: 0, skip: 0 });
    expect(report.accuracy.execution).toMatchObject({ passed: 96, of: 96 });
    expect(code).toBe(0);
  });
});
