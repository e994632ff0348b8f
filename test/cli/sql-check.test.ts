import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

const column = (name: string) => ({
  name,
  data_type: 'text',
  nullable: true,
  is_primary_key: false,
  comment: null,
});
const table = (name: string, columns: readonly string[], more: object = {}) => ({
  schema: 'main',
  name,
  kind: 'table',
  comment: null,
  columns: columns.map(column),
  foreign_keys: [],
  ...more,
});

const catalog = {
  _meta: { default_schema: 'main', dialect: 'duckdb' },
  tables: [
    table('c', ['id', 'email']),
    table('o', ['id', 'total']),
    table('v', ['id', 'email'], { kind: 'view', definition: 'SELECT * FROM c' }),
    table('w', ['id'], { kind: 'view', definition: 'SELECT id FROM o' }),
    table('secrets', ['k']),
  ],
};
const policies = `roles:
  viewer:
    allow: [shop]
    deny: [shop.main.secrets]
    deny_columns: [shop.main.c.email]
  reader:
    allow: [shop.main.w]
  admin:
    allow: ['*']
`;

describe('nl2sql sql check', () => {
  let cwd: string;
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'sql-check-'));
    writeFileSync(join(cwd, 'shop.json'), JSON.stringify(catalog));
    writeFileSync(join(cwd, 'policies.yaml'), policies);
  });
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  const check = async (stdin: string, ...more: string[]) => {
    const run = await runCli(['sql', 'check', '--json', ...more], { cwd, stdin });
    return { ...run, json: JSON.parse(run.stdout) };
  };
  const checkAs = (role: string, stdin: string) =>
    check(
      stdin,
      ...['--catalog', 'shop.json', '--policies', 'policies.yaml'],
      ...['--role', role, '--datasource-id', 'shop'],
    );

  it('prints the shape scripts rely on', async () => {
    const { json, exitCode } = await check(
      '```sql\nSELECT id, email FROM c ORDER BY email DESC LIMIT 3;\n```',
      ...['--catalog', 'shop.json'],
    );
    expect(exitCode).toBe(0);
    expect(json).toEqual({
      dialect: 'duckdb',
      readOnly: true,
      allowed: null,
      reasons: [],
      tables: ['main.c'],
      columns: ['main.c.email', 'main.c.id'],
      statements: [
        {
          kind: 'select',
          readOnly: true,
          reasons: [],
          tables: ['main.c'],
          columns: ['main.c.email', 'main.c.id'],
          orderBy: [{ expression: 'email', direction: 'desc', nulls: null, position: 1 }],
          limit: 3,
          outputs: ['id', 'email'],
        },
      ],
      text: 'SELECT id, email FROM c ORDER BY email DESC LIMIT 3',
    });
  });

  it('exits 1 with the reasons for a text that does more than read', async () => {
    const { json, exitCode } = await check(
      'WITH d AS (DELETE FROM c RETURNING *) SELECT * FROM d',
      ...['--dialect', 'postgres'],
    );
    expect(exitCode).toBe(1);
    expect(json.readOnly).toBe(false);
    expect(json.reasons.map((reason: { code: string }) => reason.code)).toContain('write-in-cte');
  });

  it('says when there is no SQL, or several queries that differ', async () => {
    const none = await check('I cannot answer that.');
    expect([none.exitCode, none.json.reasons[0].code, none.json.text]).toEqual([1, 'no-sql', '']);
    const several = await check('```sql\nSELECT 1\n```\n```sql\nSELECT 2\n```');
    expect(several.json.reasons[0].code).toBe('several-candidates');
  });

  it('refuses a role the policies do not know, and says so', async () => {
    const run = await checkAs('vewer', 'SELECT id FROM c');
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toBe(
      'warning: the policies have no role "vewer", which sees nothing; roles: viewer, reader, admin. Did you mean "viewer"?\n',
    );
  });

  it('refuses a role what it reads of a denied column, whatever way it is read', async () => {
    for (const sql of [
      'SELECT to_json(c) FROM c',
      'SELECT * FROM v',
      'SELECT 1 FROM c JOIN v USING (email)',
      'SELECT nothing FROM nowhere',
    ]) {
      const { json, exitCode } = await checkAs('viewer', sql);
      expect([json.allowed, exitCode], sql).toEqual([false, 1]);
      expect(json.reasons.at(-1), sql).toEqual({
        code: 'not-allowed',
        message: 'You do not have permission to see the data this question requires.',
      });
    }
  });

  it('says of a denied table what it says of one that is not there', async () => {
    for (const text of ['SELECT * FROM ?', 'SELECT k FROM ?', 'SELECT k FROM main.? ORDER BY k']) {
      const denied = await checkAs('viewer', text.replace('?', 'secrets'));
      const absent = await checkAs('viewer', text.replace('?', 'nowhere'));
      expect(denied.json.allowed).toBe(false);
      expect(denied.stdout.replaceAll('secrets', 'nowhere')).toBe(absent.stdout);
      expect(denied.exitCode).toBe(absent.exitCode);
    }
    const star = await checkAs('viewer', 'SELECT * FROM c');
    expect(star.json.allowed).toBe(false);
    expect(star.stdout).not.toContain('email');
  });

  it('allows a role what it may read, and an unrestricted one everything', async () => {
    for (const sql of ['SELECT id FROM c', 'SELECT * FROM w']) {
      const { json, exitCode } = await checkAs('viewer', sql);
      expect([json.allowed, exitCode], sql).toEqual([true, 0]);
    }
    const { json } = await checkAs('admin', 'SELECT email FROM c');
    expect(json.allowed).toBe(true);
  });

  it('tells a role nothing of what stands behind a view that it does not see', async () => {
    const reader = await checkAs('reader', 'SELECT id FROM w');
    expect(reader.json).toMatchObject({
      allowed: true,
      tables: ['main.w'],
      columns: ['main.w.id'],
      statements: [{ tables: ['main.w'], columns: ['main.w.id'] }],
    });
    for (const role of ['viewer', 'admin']) {
      const { json } = await checkAs(role, 'SELECT id FROM w');
      expect(json, role).toMatchObject({
        tables: ['main.o', 'main.w'],
        columns: ['main.o.id', 'main.w.id'],
        statements: [{ tables: ['main.o', 'main.w'] }],
      });
    }
  });

  it('keeps the plan of a view, which names what stands behind it, from a restricted role', async () => {
    const plan = 'EXPLAIN SELECT id FROM w';
    expect((await checkAs('reader', plan)).json).toMatchObject({ readOnly: true, allowed: false });
    expect((await checkAs('admin', plan)).json.allowed).toBe(true);
    expect((await checkAs('viewer', 'EXPLAIN SELECT id FROM o')).json.allowed).toBe(true);
  });

  it('takes a database for names and dialect', async () => {
    const { json } = await check('SELECT * FROM w', ...['--datasource', 'shop=fixture:shop.json']);
    expect(json).toMatchObject({
      dialect: 'duckdb',
      tables: ['main.o', 'main.w'],
      columns: ['main.o.id', 'main.w.id'],
    });
  });

  it('names what is wrong with the usage and how to mend it', async () => {
    const wrong = await check('SELECT 1', '--dialect', 'oracle');
    expect([wrong.exitCode, wrong.json.error]).toEqual([
      2,
      {
        code: 'USAGE',
        message: '--dialect oracle: expected one of sqlite, duckdb, postgres, mysql',
        remedy: 'MariaDB is mysql.',
      },
    ]);
    const missing = await check('SELECT 1', '--catalog', 'nope.json');
    expect(missing.json.error.code).toBe('FILE_NOT_READABLE');
    const noId = await check('SELECT 1', ...['--policies', 'policies.yaml', '--role', 'viewer']);
    expect(noId.json.error.remedy).toContain('--datasource-id');
    const badPolicies = await check(
      'SELECT 1',
      ...['--policies', 'shop.json', '--role', 'viewer', '--datasource-id', 'shop'],
    );
    expect(badPolicies.json.error.code).toBe('CONFIG_INVALID');
  });

  it('says a reason that holds of several statements once', async () => {
    const { stdout } = await runCli(['sql', 'check', '--dialect', 'sqlite'], {
      cwd,
      stdin: 'DROP TABLE a; DROP TABLE b',
    });
    expect(stdout).toContain('\n  write: DROP changes data or the schema (2 times)\n');
  });
});
