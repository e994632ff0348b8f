import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { runCli } from '../cli/run-cli.ts';

let folder = '';
let engine: Engine;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-check-'));
  const database = new DatabaseSync(join(folder, 'shop.sqlite'));
  database.exec(`
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, size TEXT, price REAL);
    CREATE TABLE sale (id INTEGER PRIMARY KEY, item_id INTEGER REFERENCES item(id), n INTEGER);
    INSERT INTO item VALUES (1, 'pen', '10', 1.5), (2, 'cup', '9', 3.0), (3, NULL, '8', 3.0);
    INSERT INTO sale VALUES (1, 1, 5), (2, 2, 5);
  `);
  database.close();
  writeFileSync(
    join(folder, 'nl2sql.yaml'),
    `version: 2
datasources:
- {id: shop, type: sqlite, connection: {path: shop.sqlite}, limits: {row_limit: 100, timeout_ms: 2000}}
policies:
  roles:
    admin: {allow: ['*']}
    viewer: {allow: [shop.main.item]}
`,
  );
  engine = createEngine({ config: join(folder, 'nl2sql.yaml') });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** An approved case; `lines` add to it or stand in for what it has. */
function caseText(id: string, sql: string, lines = ''): string {
  const own = {
    rows: '  rows:\n  - {v: 1}\n  - {v: 2}\n',
    outcome: '  outcome: {admin: allowed, viewer: refused}\n',
  };
  return [
    `- id: ${id}\n  question: What about ${id}?\n  datasources: [shop]\n  status: approved\n`,
    lines.includes('outcome:') ? '' : own.outcome,
    `  sql: |\n    ${sql}\n`,
    /^ {2}rows:/m.test(lines) ? '' : own.rows,
    lines,
  ].join('');
}

async function codesOf(cases: readonly string[], options: { run?: boolean } = {}) {
  const path = join(folder, 'suite.yaml');
  writeFileSync(path, `version: 1\ncases:\n${cases.join('\n')}`);
  const { findings } = await engine.evals.check(path, options);
  return findings
    .filter((finding) => !finding.code.startsWith('uncovered'))
    .map(({ code, severity, case: id, field }) => [id, code, severity, field]);
}

describe('checking the gold of a suite by reading it', () => {
  it('has nothing to say of good gold', async () => {
    expect(
      await codesOf([caseText('a', 'SELECT id AS v FROM item WHERE id < 3', '  tables: [item]\n')]),
    ).toEqual([]);
  });

  it.each([
    ['SELECT id FROM item WHERE (', '', 'sql-unreadable', 'error', 'sql'],
    ['DELETE FROM item', '', 'not-read-only', 'error', 'sql'],
    ['SELECT nope AS v FROM item', '', 'unknown-name', 'error', 'sql'],
    ['SELECT id AS v FROM itm', '', 'unknown-name', 'error', 'sql'],
    ['SELECT id AS v, price AS v FROM item', '', 'duplicate-output', 'error', 'sql'],
    [
      'SELECT COUNT(CASE WHEN price > 2 THEN id ELSE 0 END) AS v FROM item',
      '',
      'count-else',
      'warning',
      'sql',
    ],
    ['SELECT item.id AS v FROM item, sale', '', 'join-without-key', 'warning', 'sql'],
    ["SELECT id AS v FROM item WHERE date('now') > '2020'", '', 'volatile', 'warning', 'sql'],
    [
      'SELECT id AS v FROM item',
      '  order_matters: true\n',
      'order-missing',
      'warning',
      'order_matters',
    ],
    ['SELECT id AS v FROM item ORDER BY id', '', 'order-unasked', 'info', 'order_matters'],
    [
      'SELECT price AS v FROM item ORDER BY v',
      '  order_matters: true\n  rows: [{v: 3.0}, {v: 3.0}]\n',
      'order-partial',
      'warning',
      'sql',
    ],
    [
      'SELECT size AS v FROM item ORDER BY size',
      "  order_matters: true\n  rows: [{v: '10'}, {v: '8'}, {v: '9'}]\n",
      'text-sorted-number',
      'warning',
      'sql',
    ],
    [
      'SELECT name AS v FROM item ORDER BY name LIMIT 2',
      '  rows: [{v: null}, {v: cup}]\n',
      'nulls-at-limit',
      'warning',
      'sql',
    ],
    ['SELECT id AS v FROM item WHERE id > 9', '  rows: []\n', 'empty-result', 'warning', 'rows'],
    [
      'SELECT id, NULL AS v FROM item WHERE id < 3',
      '  rows: [{id: 1, v: null}, {id: 2, v: null}]\n',
      'null-column',
      'warning',
      'rows',
    ],
    [
      'SELECT id AS v FROM item WHERE id < 3',
      '  alt_sql: [SELECT n AS w FROM sale]\n  alt_rows: [[{w: 2}, {w: 1}]]\n',
      'alternative-equal',
      'warning',
      'alt_rows[0]',
    ],
    [
      'SELECT id AS v FROM item WHERE id < 3',
      '  tables: [sale]\n',
      'tables-differ',
      'info',
      'tables',
    ],
    [
      'SELECT id AS v FROM item WHERE id < 3',
      '  tables: [itm]\n',
      'unknown-table',
      'error',
      'tables',
    ],
    [
      'SELECT id AS v FROM item WHERE id < 3',
      '  columns: [item.nam]\n',
      'unknown-column',
      'error',
      'columns',
    ],
    [
      'SELECT id AS v FROM item WHERE id < 3',
      '  outcome: {admn: allowed}\n',
      'unknown-role',
      'error',
      'outcome',
    ],
    [
      'SELECT id AS v FROM item WHERE id < 3',
      '  paraphrase_group: one\n',
      'paraphrase-alone',
      'info',
      'paraphrase_group',
    ],
  ])('says of %j with %j: %s', async (sql, lines, code, severity, field) => {
    expect(await codesOf([caseText('a', sql, lines)])).toContainEqual(['a', code, severity, field]);
  });

  it('tells names nobody has together with what keeps a file from loading, each once', async () => {
    const outcome = '  outcome: {admni: allowed}\n';
    const found = await codesOf([
      caseText('broken', 'SELECT 1 AS v', `${outcome}  rows: null\n  tables: [itm]\n`),
      caseText('sound', 'SELECT 1 AS v', `${outcome}  tables: [itm]\n`),
    ]);
    const names = found.filter(([, code]) =>
      ['missing-rows', 'unknown-role', 'unknown-table'].includes(String(code)),
    );
    expect(names.map(([id, code]) => `${id} ${code}`).sort()).toEqual([
      'broken missing-rows',
      'broken unknown-role',
      'broken unknown-table',
      'sound unknown-role',
      'sound unknown-table',
    ]);
  });

  it('says of an unknown datasource which one is near', async () => {
    const path = join(folder, 'suite.yaml');
    writeFileSync(
      path,
      `version: 1\ncases:\n${caseText('a', 'SELECT 1 AS v').replace('[shop]', '[shp]')}`,
    );
    const { findings, unloadable } = await engine.evals.check(path);
    expect(unloadable).toEqual([]);
    expect(findings).toContainEqual({
      code: 'unknown-datasource',
      severity: 'error',
      file: path,
      line: 5,
      case: 'a',
      field: 'datasources',
      message: 'unknown datasource "shp"',
      fix: 'Did you mean "shop"?',
    });
  });

  it('finds a question that is asked twice, whatever its case and marks', async () => {
    const sql = 'SELECT id AS v FROM item WHERE id < 3';
    const twice = caseText('b', sql).replace('What about b?', 'what  about A ');
    expect(await codesOf([caseText('a', sql), twice])).toEqual([
      ['b', 'duplicate-question', 'warning', 'question'],
    ]);
  });

  it('finds paraphrases whose rows differ', async () => {
    const group = '  paraphrase_group: one\n';
    const other = caseText(
      'b',
      'SELECT id AS v FROM item WHERE id < 3',
      `${group}  rows: [{v: 1}, {v: 3}]\n`,
    );
    expect(
      await codesOf([caseText('a', 'SELECT id AS v FROM item WHERE id < 3', group), other]),
    ).toEqual([['b', 'paraphrase-rows', 'warning', 'paraphrase_group']]);
  });

  it('lists what a draft lacks', async () => {
    const path = join(folder, 'drafts.yaml');
    writeFileSync(
      path,
      'version: 1\ncases:\n- id: a\n  question: x\n  outcome: {admin: allowed}\n',
    );
    const { findings } = await engine.evals.check(path);
    expect(findings).toMatchObject([
      {
        code: 'draft-lacks',
        severity: 'info',
        message: 'a draft, which never runs; for approval it lacks sql, difficulty, tags',
      },
    ]);
  });

  it('lists tables, columns and roles that no approved case touches', async () => {
    const path = join(folder, 'suite.yaml');
    writeFileSync(
      path,
      `version: 1\ncases:\n${caseText('a', 'SELECT id AS v FROM item WHERE id < 3', '  outcome: {admin: allowed}\n')}`,
    );
    const { findings } = await engine.evals.check(path);
    expect(findings.map(({ code, message }) => [code, message])).toEqual([
      ['uncovered-tables', 'shop: no approved case touches 1 of 2 tables: main.sale'],
      [
        'uncovered-columns',
        'shop: no approved case touches 6 of 7 columns: main.item.name, main.item.size, main.item.price, main.sale.id, main.sale.item_id, main.sale.n',
      ],
      ['uncovered-roles', 'no approved case says what these roles get: viewer'],
    ]);
  });
});

describe('checking the gold of a suite by running it', () => {
  it.each([
    ['SELECT id AS v FROM item', 'drift', 'error', 'rows'],
    ['SELECT abs(-9223372036854775807 - 1) AS v', 'sql-rejected', 'error', 'sql'],
    [
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS v FROM n',
      'timeout',
      'error',
      'sql',
    ],
    [
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150) SELECT i AS v FROM n',
      'truncated',
      'error',
      'sql',
    ],
  ])('says of %j: %s', async (sql, code, severity, field) => {
    expect(await codesOf([caseText('a', sql)], { run: true })).toContainEqual([
      'a',
      code,
      severity,
      field,
    ]);
  });

  it('has nothing to say of gold that gives what is stored', async () => {
    expect(
      await codesOf([caseText('a', 'SELECT id AS v FROM item WHERE id < 3')], { run: true }),
    ).toEqual([]);
  });
});

describe('nl2sql eval check', () => {
  it('exits 0 without errors, 1 with lint errors, 2 with a file that does not load', async () => {
    const path = join(folder, 'cli.yaml');
    writeFileSync(
      path,
      `version: 1\ncases:\n${caseText('a', 'SELECT id AS v FROM item WHERE id < 3')}`,
    );
    const good = await runCli(['eval', 'check', 'cli.yaml', '--json'], { cwd: folder });
    expect(good.exitCode).toBe(0);
    expect(JSON.parse(good.stdout)).toMatchObject({ cases: 1, approved: 1 });
    writeFileSync(path, `version: 1\ncases:\n${caseText('a', 'DELETE FROM item')}`);
    const bad = await runCli(['eval', 'check', 'cli.yaml'], { cwd: folder });
    expect(bad.exitCode).toBe(1);
    expect(bad.stdout).toMatch(
      /^cli\.yaml:\d+ error not-read-only a: sql: .+\n {4}Gold only reads/m,
    );
    writeFileSync(path, 'version: 1\ncases:\n- id: a\n  qestion: x\n');
    const broken = await runCli(['eval', 'check', 'cli.yaml', '--json'], { cwd: folder });
    expect(broken.exitCode).toBe(2);
    expect(JSON.parse(broken.stdout).findings).toContainEqual({
      code: 'unknown-key',
      severity: 'error',
      file: path,
      line: 4,
      case: 'a',
      field: 'qestion',
      message: 'unknown field "qestion"',
      fix: 'Did you mean "question"?',
    });
  });

  it('works without a project, and then calls no datasource or role unknown', async () => {
    const alone = mkdtempSync(join(tmpdir(), 'nl2sql-alone-'));
    writeFileSync(
      join(alone, 'a.yaml'),
      `version: 1\ncases:\n${caseText('a', 'SELECT id AS v FROM item WHERE id < 3', '  tables: [nope]\n')}`,
    );
    const run = await runCli(['eval', 'check', 'a.yaml', '--json'], { cwd: alone });
    expect(JSON.parse(run.stdout)).toMatchObject({ findings: [], cases: 1, approved: 1 });
    rmSync(alone, { recursive: true });
  });

  it('quotes what YAML readers differ on with --fix, and changes nothing else', async () => {
    const path = join(folder, 'fix.yaml');
    const text = `version: 1 # one\ncases:\n${caseText('a', "SELECT 'NO' AS v", '  order_matters: no\n  rows:\n  - {v: NO}  # Norway\n')}`;
    writeFileSync(path, text);
    const run = await runCli(['eval', 'check', 'fix.yaml', '--fix', '--json'], { cwd: folder });
    expect(JSON.parse(run.stdout)).toMatchObject({ fixed: 2 });
    expect(readFileSync(path, 'utf8')).toBe(
      text.replace('{v: NO}', "{v: 'NO'}").replace('order_matters: no', 'order_matters: false'),
    );
  });
});
