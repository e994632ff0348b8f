import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

let dir: string;

const policies = `roles:
  admin: {allow: ['*']}
  clerk:
    allow: [shop]
    deny: [shop.main.salary]
    deny_columns: [shop.main.customer.email]
    row_filters:
    - table: shop.main.customer
      where:
        kind: binary
        op: '='
        left: {kind: column, column_name: country}
        right: {kind: literal, value: $user.country}
  typo: {allow: [shop], deny: [shop.main.salery]}
`;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'nl2sql-plan-cli-'));
  const database = new DatabaseSync(join(dir, 'shop.sqlite'));
  database.exec(`
    CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, country TEXT, email TEXT);
    CREATE TABLE salary (customer_id INTEGER REFERENCES customer (id), amount REAL);
  `);
  database.close();
  writeFileSync(join(dir, 'policies.yaml'), policies);
});

afterAll(() => rmSync(dir, { recursive: true }));

const bound = ['--datasource', 'shop=sqlite:shop.sqlite'];

async function plan(text: string, ...args: string[]) {
  writeFileSync(join(dir, 'plan.yaml'), text);
  const { exitCode, stdout } = await runCli(['plan', 'plan.yaml', '--json', ...args], { cwd: dir });
  return { exitCode, check: JSON.parse(stdout) };
}

function reading(table: string, column: string): string {
  return `{tables: [{name: ${table}, alias: t}], select_items: [{expr: {kind: column, alias: t, column_name: ${column}}}]}`;
}

describe('nl2sql plan', () => {
  it('gives words and the SQL of every database', async () => {
    const { exitCode, check } = await plan(reading('customer', 'name'), ...bound);
    expect(exitCode).toBe(0);
    expect(check.words).toBe('Takes customer (t). Shows: t.name.');
    expect(Object.keys(check.sql)).toEqual(['sqlite', 'duckdb', 'postgres', 'mysql']);
    expect(check.sql.sqlite).toEqual({
      text: 'SELECT t.name AS name FROM customer AS t',
      parameters: [],
    });
  });

  it('exits 1 on a plan with errors and 2 on what is no plan at all', async () => {
    const wrong = await plan(reading('custmer', 'name'), ...bound, '--dialect', 'postgres');
    expect(wrong.exitCode).toBe(1);
    expect(wrong.check.issues).toEqual([
      {
        code: 'TABLE_NOT_FOUND',
        severity: 'error',
        path: 'tables[0].name',
        message: 'no table "custmer"; did you mean "customer"?',
        found: 'custmer',
        expected: 'customer, salary',
        suggestion: 'customer',
      },
    ]);
    expect((await plan('{tables: [', ...bound)).exitCode).toBe(2);
  });

  it('says the same of a denied name and of one that does not exist', async () => {
    const asked = [
      reading('salary', 'amount'),
      reading('nowhere', 'amount'),
      reading('customer', 'email'),
      reading('customer', 'nothing'),
      reading('sqlite_master', 'sql'),
    ];
    for (const text of asked) {
      const { exitCode, check } = await plan(
        text,
        ...bound,
        '--policies',
        'policies.yaml',
        '--role',
        'clerk',
        '--user',
        'country=NO',
      );
      expect(exitCode).toBe(1);
      expect(check.sql).toEqual({});
      const [{ path, ...issue }] = check.issues;
      expect(check.issues).toHaveLength(1);
      expect(issue).toEqual({
        code: 'SECURITY_VIOLATION',
        severity: 'error',
        message: 'You do not have permission to see the data this question requires.',
        found: null,
        expected: null,
        suggestion: null,
      });
    }
  });

  it('wraps a table in the rows its reader sees, and refuses without the value', async () => {
    const role = ['--policies', 'policies.yaml', '--role', 'clerk', '--dialect', 'sqlite'];
    const told = await plan(reading('customer', 'name'), ...bound, ...role, '--user', 'country=NO');
    expect(told.check.filtered).toEqual(['main.customer']);
    expect(told.check.sql.sqlite).toEqual({
      text: 'SELECT t.name AS name FROM (SELECT visible.name FROM customer AS visible WHERE (visible.country COLLATE BINARY = ?)) AS t',
      parameters: ['NO'],
    });
    const untold = await plan(reading('customer', 'name'), ...bound, ...role);
    expect(untold.check.issues.map((issue: { code: string }) => issue.code)).toEqual([
      'SECURITY_VIOLATION',
    ]);
  });
});

describe('nl2sql policy check', () => {
  it('shows what each role sees, judges a query and finds rules that say nothing', async () => {
    const { exitCode, stdout } = await runCli(
      [
        'policy',
        'check',
        ...bound,
        '--policies',
        'policies.yaml',
        '--json',
        '--query',
        'SELECT * FROM customer',
      ],
      { cwd: dir },
    );
    const check = JSON.parse(stdout);
    expect(exitCode).toBe(1);
    expect(check.roles.clerk.shop).toEqual({
      tables: ['main.customer'],
      hiddenColumns: ['main.customer.email'],
      filteredTables: [{ table: 'main.customer', missing: ['country'] }],
    });
    expect(check.idleRules).toEqual([
      { role: 'typo', rule: 'deny[0]: shop.main.salery', reason: 'no table here matches it' },
    ]);
    expect(check.verdicts.admin).toEqual({ allowed: true, reason: null });
    expect(check.verdicts.clerk).toEqual({ allowed: false, reason: 'outside-scope' });
  });
});

describe('a file made to exhaust its reader', () => {
  const layers = Array.from({ length: 12 }, (_, depth) => {
    const below = depth === 0 ? '["x","x"]' : `[${`*a${depth - 1},`.repeat(9)}]`;
    return `a${depth}: &a${depth} ${below}\n`;
  });
  it.each([
    ['aliases of aliases', layers.join(''), 'its aliases stand for far too much'],
    ['brackets', '['.repeat(100_000), 'nested too deep to read'],
    ['dashes', `${'- '.repeat(20_000)}1\n`, 'nested too deep'],
  ])('is refused in words, whatever reads it: %s', async (_, text, problem) => {
    writeFileSync(join(dir, 'bomb.yaml'), text);
    for (const args of [
      ['plan', 'bomb.yaml', ...bound],
      ['policy', 'check', ...bound, '--policies', 'bomb.yaml'],
      ['eval', 'check', 'bomb.yaml'],
    ]) {
      const run = await runCli(args, { cwd: dir });
      expect(run.exitCode, args[0]).toBe(2);
      if (args[0] !== 'eval') expect(run.stderr).toContain(problem);
      expect(run.stderr + run.stdout).not.toMatch(/RangeError|call stack|fault of nl2sql/);
    }
  });
});
