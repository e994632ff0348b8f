import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/evaluation/records/index.ts';
import { runCli } from './run-cli.ts';
import { writeShop } from './shop-database.ts';

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'nl2sql-eval-run-'));
  writeShop(
    dir,
    `CREATE TABLE salary (name TEXT, amount REAL);
     INSERT INTO salary VALUES ('Ann', 60000.0);`,
  );
  writeFileSync(
    join(dir, 'nl2sql.yaml'),
    `version: 2
datasources:
- {id: shop, type: sqlite, connection: {path: shop.sqlite}}
evals: {suites: [suite.yaml]}
`,
  );
  writeFileSync(
    join(dir, 'suite.yaml'),
    `version: 1
cases:

- id: by_country
  question: How many customers per country?
  datasources: [shop]
  status: approved
  difficulty: easy
  tags: [group]
  outcome: {admin: allowed, viewer: refused}
  sql: |
    SELECT country, COUNT(*) AS customers FROM customer GROUP BY country ORDER BY country
  rows:
  - {country: 'NO', customers: 2}
  - {country: SE, customers: 1}

- id: weather
  question: What is the weather?
  datasources: [shop]
  status: approved
  outcome: {admin: unanswerable}

- id: which_one
  question: Which customer?
  datasources: [shop]
  status: approved
  outcome: {admin: clarify}

- id: a_draft
  question: Not reviewed
  outcome: {admin: allowed}
`,
  );
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function write(name: string, lines: readonly unknown[]): string {
  writeFileSync(join(dir, name), lines.map((line) => JSON.stringify(line)).join('\n'));
  return name;
}

async function report(args: readonly string[]): Promise<Report & { exitCode: number | null }> {
  const run = await runCli(['eval', 'run', '--json', ...args], { cwd: dir });
  return { ...(JSON.parse(run.stdout) as Report), exitCode: run.exitCode };
}

describe('nl2sql eval run', () => {
  it('runs gold once per role and counts what was only stated', async () => {
    const { summary, exitCode, accuracy } = await report([]);
    expect(summary).toMatchObject({ total: 4, pass: 3, fail: 0, error: 0, skip: 1, stated: 2 });
    expect(accuracy.execution).toMatchObject({ passed: 1, of: 1 });
    expect(exitCode).toBe(0);
  });

  it('judges recorded answers, each failure with its reason', async () => {
    const predictions = write('p.jsonl', [
      {
        id: 'by_country',
        role: 'admin',
        sql: 'SELECT country, COUNT(*) FROM customer GROUP BY 1 LIMIT 1',
      },
      { id: 'by_country', role: 'viewer', sql: 'SELECT 1' },
      { id: 'weather', unanswerable: true },
    ]);
    const { cases, exitCode, mode } = await report(['--predictions', predictions]);
    expect(mode).toBe('recorded');
    expect(cases.map((run) => [run.id, run.role, run.status, run.reasonCode])).toEqual([
      ['by_country', 'admin', 'fail', 'wrong-rows'],
      ['by_country', 'viewer', 'fail', 'silent-denial'],
      ['weather', 'admin', 'pass', null],
      ['which_one', 'admin', 'skip', 'clarify-not-asked'],
    ]);
    expect(exitCode).toBe(0);
  });

  it('takes the SQL out of a model’s text', async () => {
    const text = 'Here:\n```sql\nSELECT country, COUNT(*) FROM customer GROUP BY country\n```';
    const predictions = write('p.jsonl', [{ id: 'by_country', role: 'admin', sql: text }]);
    const { cases } = await report([
      '--predictions',
      predictions,
      '--role',
      'admin',
      '--cases',
      'group',
    ]);
    expect(cases[0]?.status).toBe('pass');
  });

  it('counts a missing prediction as an error of the system, and exits 1', async () => {
    const predictions = write('p.jsonl', [{ id: 'weather', unanswerable: true }]);
    const { summary, exitCode, accuracy } = await report(['--predictions', predictions]);
    expect(summary.errors).toEqual({ gold: 0, infrastructure: 0, system: 2 });
    expect(accuracy.overall).toMatchObject({ passed: 1, of: 3 });
    expect(exitCode).toBe(1);
    expect((await report(['--predictions', predictions, '--allow-errors'])).exitCode).toBe(0);
  });

  it.each([
    ['SELECT nope FROM customer', 'sql-rejected'],
    ['DELETE FROM customer', 'not-read-only'],
    ['', 'no-sql'],
    ['```sql\nSELECT 1\n```\nor\n```sql\nSELECT 2\n```', 'several-candidates'],
  ])('fails %j as %s', async (sql, reasonCode) => {
    const predictions = write('p.jsonl', [{ id: 'by_country', sql }]);
    const args = ['--predictions', predictions, '--cases', 'by_country', '--role', 'admin'];
    const { cases } = await report(args);
    expect(cases[0]).toMatchObject({ status: 'fail', reasonCode });
  });

  it('cuts at the row cap and stops at the deadline', async () => {
    const slow =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n';
    const many = 'SELECT a.id, b.id FROM customer a, customer b';
    const first = write('p.jsonl', [{ id: 'by_country', role: 'admin', sql: slow }]);
    const base = ['--cases', 'by_country', '--role', 'admin', '--predictions', first];
    expect((await report([...base, '--timeout-ms', '1000'])).cases[0]).toMatchObject({
      reasonCode: 'timeout',
    });
    write('p.jsonl', [{ id: 'by_country', role: 'admin', sql: many }]);
    expect((await report([...base, '--row-limit', '5'])).cases[0]).toMatchObject({
      reasonCode: 'truncated',
    });
  });

  it('holds a threshold at equality and exits 1 below it', async () => {
    const predictions = write('p.jsonl', [
      { id: 'by_country', sql: 'SELECT country, COUNT(*) FROM customer GROUP BY 1' },
      { id: 'weather', sql: 'SELECT 1' },
    ]);
    const args = ['--predictions', predictions, '--role', 'admin'];
    expect((await report([...args, '--fail-under', '0.5'])).exitCode).toBe(0);
    expect((await report([...args, '--fail-under', '0.51'])).exitCode).toBe(1);
  });

  it('looks at the files it is given before it runs', async () => {
    const refused = async (...args: string[]) => {
      const run = await runCli(['eval', 'run', ...args], { cwd: dir });
      expect(run).toMatchObject({ exitCode: 2, stdout: '' });
      return run.stderr;
    };
    expect(await refused('--baseline', 'absent.json')).toBe(
      `error: Baseline ${join(dir, 'absent.json')}: there is no such file
Check the path; Baseline must be a file this user may read.
`,
    );
    writeFileSync(join(dir, 'plans.json'), '{"formatVersion":1,"mode":"plans","cases":[]}');
    expect(await refused('--baseline', 'plans.json')).toContain(
      'it is of mode plans, this run of mode gold',
    );
    expect(await refused('--predictions', 'absent.jsonl')).toContain(
      'absent.jsonl: there is no such file\n',
    );
    expect(await refused('--mode', 'gold', '--predictions', 'p.jsonl')).toBe(
      `error: --predictions is read in mode recorded only; found --mode gold
Leave out one of the two.
`,
    );
    expect(await refused('--fixture', 'schema.json')).toBe(
      `error: --fixture is read in mode retrieval only; found no --mode
Say --mode retrieval, or leave it out.
`,
    );
  });

  it('warns of a limit that only mode retrieval keeps', async () => {
    const run = await runCli(['eval', 'run', '--max-tables', '3', '--quiet'], { cwd: dir });
    expect(run).toMatchObject({
      exitCode: 0,
      stderr: 'warning: --max-tables is read in mode retrieval only\n',
    });
  });

  it('names a datasource that is away once, with the likely fix', async () => {
    const away = ['--datasource', 'shop=postgres://reader:secret@127.0.0.1:1/shop'];
    const run = await runCli(['eval', 'run', ...away], { cwd: dir });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toMatch(
      /^error: Datasource "shop": opening it failed: connecting to postgres:\/\/reader@127\.0\.0\.1:1\/shop failed: .*Check host and port/,
    );
  });

  it('judges where an answer to a routing case went, and does not run its SQL', async () => {
    const suite = (id: string) =>
      `- {id: ${id}, question: 'Where is ${id}?', kind: routing, datasources: [shop], status: approved, outcome: {admin: allowed, viewer: refused}}\n`;
    writeFileSync(join(dir, 'routing.yaml'), `version: 1\ncases:\n${suite('one')}${suite('two')}`);
    const predictions = write('p.jsonl', [
      { id: 'one', role: 'admin', sql: 'SELECT no_such_thing', datasources: ['shop'] },
      { id: 'two', role: 'admin', sql: 'SELECT 1', datasources: ['elsewhere'] },
      { id: 'one', role: 'viewer', refused: true },
      { id: 'two', role: 'viewer', sql: 'SELECT 1', datasources: ['shop'] },
    ]);
    const { cases } = await report(['--suite', 'routing.yaml', '--predictions', predictions]);
    expect(cases.map((run) => [run.id, run.role, run.status, run.reasonCode])).toEqual([
      ['one', 'admin', 'pass', null],
      ['one', 'viewer', 'pass', null],
      ['two', 'admin', 'fail', 'wrong-datasource'],
      ['two', 'viewer', 'fail', 'answered'],
    ]);
    const gold = await runCli(['eval', 'run', '--suite', 'routing.yaml', '--role', 'admin'], {
      cwd: dir,
    });
    expect(gold.exitCode).toBe(1);
    expect(gold.stderr).toContain(
      'Routing cases run with --mode retrieval, or with --predictions.',
    );
  });

  it('says what to do where nothing ran', async () => {
    const run = await runCli(['eval', 'run', '--cases', 'which_one'], { cwd: dir });
    expect(run).toMatchObject({
      exitCode: 1,
      stderr: `error: nothing ran: no case is approved, or every run was skipped or filtered out
Approve a case (status: approved), widen --cases and --role, or add --clarify.
`,
    });
  });

  it('shows the failure in full on a terminal', async () => {
    const predictions = write('p.jsonl', [
      { id: 'by_country', sql: 'SELECT country, 7 FROM customer GROUP BY country' },
    ]);
    const run = await runCli(
      ['eval', 'run', '--predictions', predictions, '--cases', 'by_country', '--role', 'admin'],
      { cwd: dir },
    );
    expect(run.stdout).toContain('How many customers per country?');
    expect(run.stdout).toContain('GROUP BY country ORDER BY country');
    expect(run.stdout).toContain('SELECT country, 7');
    expect(run.stdout).toContain('wrong-rows');
    expect(run.stdout).toContain('Execution accuracy: 0.0 % (0 of 1');
  });

  it('says as little as --log-level asks for', async () => {
    const predictions = write('p.jsonl', [
      { id: 'nobody', sql: 'SELECT 1' },
      { id: 'by_country', sql: 'SELECT country, COUNT(*) FROM customer GROUP BY 1' },
    ]);
    const stderr = async (...args: string[]) =>
      (
        await runCli(['eval', 'run', '--predictions', predictions, '--cases', 'group', ...args], {
          cwd: dir,
        })
      ).stderr;
    expect(await stderr()).toContain('warning: ');
    expect(await stderr('--log-level', 'warn')).toContain('warning: ');
    expect(await stderr('--log-level', 'error')).not.toContain('warning: ');
    expect(await stderr('--log-level', 'loud')).toBe(
      'error: --log-level expects error, warn, info, debug; found "loud"\nUse one of the known words.\n',
    );
  });

  it('warns of names that the project does not have, and runs', async () => {
    const suite = `version: 1
cases:
- id: misnamed
  question: q
  datasources: [shop]
  status: approved
  outcome: {admin: allowed}
  tables: [custmer]
  columns: [customer.contry]
  sql: SELECT 1 AS one
  rows:
  - {one: 1}
`;
    writeFileSync(join(dir, 'misnamed.yaml'), suite);
    const { warnings, summary } = await report(['--suite', 'misnamed.yaml']);
    expect(warnings).toEqual([
      expect.stringMatching(/misnamed: unknown table "custmer".*customer/),
      expect.stringMatching(/misnamed: unknown column "contry".*country/),
    ]);
    expect(summary).toMatchObject({ total: 1, pass: 1 });
  });

  it('tells suites of one name apart and runs a suite named twice once', async () => {
    const suite = (n: number) => `version: 1
cases:
- id: one
  question: q
  datasources: [shop]
  status: approved
  outcome: {admin: allowed}
  sql: SELECT ${n} AS n
  rows:
  - {n: ${n}}
`;
    for (const [index, folder] of ['a', 'b'].entries()) {
      mkdirSync(join(dir, folder), { recursive: true });
      writeFileSync(join(dir, folder, 'same.yaml'), suite(index));
    }
    const paths = ['a/same.yaml', 'b/same.yaml', './a/same.yaml'];
    const { cases } = await report(paths.flatMap((path) => ['--suite', path]));
    expect(cases.map((run) => [run.suite, run.status])).toEqual([
      ['a/same.yaml', 'pass'],
      ['b/same.yaml', 'pass'],
    ]);
  });

  it('compares against what the reviewed SQL returns now, where the suite or the run says so', async () => {
    const suite = (head: string) => `version: 1
${head}cases:
- id: live
  question: q
  datasources: [shop]
  status: approved
  outcome: {admin: allowed}
  sql: SELECT COUNT(*) AS n FROM customer
`;
    writeFileSync(join(dir, 'live.yaml'), suite(''));
    writeFileSync(join(dir, 'declared.yaml'), suite('gold: executed\n'));
    const predictions = write('p.jsonl', [{ id: 'live', sql: 'SELECT COUNT(*) FROM customer' }]);
    const args = ['--predictions', predictions, '--suite'];
    expect((await report([...args, 'declared.yaml'])).summary).toMatchObject({ pass: 1, error: 0 });
    expect((await report([...args, 'live.yaml', '--gold', 'executed'])).summary).toMatchObject({
      pass: 1,
    });
    const stored = await runCli(['eval', 'run', ...args, 'live.yaml'], { cwd: dir });
    expect(stored.exitCode).toBe(2);
    expect(stored.stderr).toContain('rows');
  });

  it('tells every reason to exit 1, and every file that it wrote', async () => {
    const predictions = write('p.jsonl', [
      { id: 'by_country', role: 'admin', sql: 'SELECT 1' },
      {
        id: 'by_country',
        role: 'viewer',
        sql: 'SELECT country, COUNT(*) FROM customer GROUP BY 1',
      },
    ]);
    const files = ['--out', 'r.json', '--html', 'r.html', '--junit', 'r.xml', '--markdown', 'r.md'];
    const run = await runCli(
      ['eval', 'run', '--predictions', predictions, '--fail-under', '0.9', ...files],
      { cwd: dir },
    );
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toBe(
      'error: 1 run leaked: a role got, or read, what it must not have\n' +
        'error: 1 run could not be judged (--allow-errors lets them be)\n' +
        'error: accuracy 0.0000 is under 0.9\n',
    );
    expect(run.stdout).toContain(
      'Report: r.json\nHTML report: r.html\nJUnit XML: r.xml\nMarkdown: r.md\n',
    );
    const quiet = await runCli(['eval', 'show', 'r.json', '--quiet'], { cwd: dir });
    expect(quiet.stdout).toBe('0 passed, 2 failed, 1 error, 1 skipped of 4; accuracy 0.0 %\n');
  });

  it('writes the report whole and warns of unknown ids', async () => {
    const predictions = write('p.jsonl', [{ id: 'nope', sql: 'SELECT 1' }]);
    const run = await runCli(
      ['eval', 'run', '--predictions', predictions, '--out', 'r.json', '--quiet'],
      { cwd: dir },
    );
    const written = JSON.parse(readFileSync(join(dir, 'r.json'), 'utf8')) as Report;
    expect(written.formatVersion).toBe(1);
    expect(written.warnings.join()).toContain('nope');
    expect(run.stderr).toContain('warning: predictions name cases that no suite here has: nope');
  });

  it.each([
    [['--cases', 'by_countri'], '--cases by_countri', 'by_country'],
    [
      ['--cases', 'nosuch'],
      '--cases nosuch',
      'Name the id of an approved case in the suites that run, or a tag: group.',
    ],
    [['--cases', 'a_draft'], 'the case a_draft is draft', 'Approve it first (status: approved'],
    [['--role', 'amdin'], 'no case names the role "amdin"', 'admin'],
    [['--fail-under', '90'], '--fail-under expects a share from 0 to 1; found "90"', '0.9'],
    [['--mode', 'golden'], '--mode expects gold', 'gold'],
    [['--suite', 'nope.yaml'], 'nope.yaml', ''],
    [['--predictions', 'nope.jsonl'], 'nope.jsonl', ''],
    [['--out', 'no/such/folder/r.json'], 'could not be written: its folder does not exist', ''],
    [['--html', '.'], 'could not be written: it is a folder', ''],
    [['--datasource', 'shop'], '--datasource expects ID=URL; found "shop"', ''],
    [['--datasource', 'shop=sqlite:nope.sqlite'], 'nope.sqlite', ''],
    [['--fail-undr', '1'], 'fail-under', ''],
  ])('exits 2 on %j and says the fix', async (args, problem, fix) => {
    const run = await runCli(['eval', 'run', ...args], { cwd: dir });
    expect(run.stderr).toContain(problem);
    expect(run.stderr).toContain(fix);
    expect(run.exitCode).toBe(2);
    const asJson = await runCli(['eval', 'run', '--json', ...args], { cwd: dir });
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      error: { message: expect.any(String), remedy: expect.any(String) },
    });
  });

  it('keeps what is done when it is interrupted, and exits 3', async () => {
    const slow =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n';
    const predictions = write('p.jsonl', [
      { id: 'weather', unanswerable: true },
      { id: 'by_country', sql: slow },
    ]);
    const run = await runCli(
      [
        'eval',
        'run',
        '--predictions',
        predictions,
        '--out',
        'stopped.json',
        '--role',
        'admin',
        '--timeout-ms',
        '60000',
      ],
      { cwd: dir, onStart: (kill) => setTimeout(() => kill('SIGINT'), 5_000) },
    );
    expect(run.exitCode).toBe(3);
    const written = JSON.parse(readFileSync(join(dir, 'stopped.json'), 'utf8')) as Report;
    expect(written.stopped).toBe('user');
    expect(written.cases.map((line) => line.id)).toContain('weather');
  });
});
