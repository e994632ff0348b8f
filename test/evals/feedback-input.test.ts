import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSuite } from '../../src/evaluation/suite/index.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import { runCli } from '../cli/run-cli.ts';

let folder = '';
let engine: Engine;
const out = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-feedback-input-'));
  for (const [name, table] of [
    ['shop', 'item'],
    ['help', 'ticket'],
  ] as const) {
    const database = new DatabaseSync(out(`${name}.sqlite`));
    database.exec(
      `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO ${table} VALUES (1, 'x');`,
    );
    database.close();
  }
  writeFileSync(
    out('nl2sql.yaml'),
    'version: 2\ndatasources:\n- {id: shop, type: sqlite, connection: {path: shop.sqlite}}\n- {id: help, type: sqlite, connection: {path: help.sqlite}}\nevals: {suites: [suite.yaml]}\n',
  );
  writeFileSync(
    out('suite.yaml'),
    'version: 1\ncases:\n- {id: a, question: Which items are there?, datasources: [shop], status: approved, difficulty: easy, tags: [x], outcome: {admin: allowed, viewer: refused}, sql: SELECT name FROM item, rows: [{name: x}]}\n',
  );
  engine = createEngine({ config: out('nl2sql.yaml') });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const add = (stdin: string, ...flags: readonly string[]) =>
  runCli(['feedback', 'add', '--rating', 'up', '--json', ...flags], { cwd: folder, stdin });

describe('feedback from standard input', () => {
  it('reads one case of a report, without its rows, and no SQL of a refusal or a leak', async () => {
    writeFileSync(
      out('predictions.jsonl'),
      '{"id":"a","role":"admin","sql":"SELECT name FROM item"}\n{"id":"a","role":"viewer","refused":true}\n',
    );
    await runCli(
      ['eval', 'run', '--predictions', 'predictions.jsonl', '--out', 'report.json', '--quiet'],
      { cwd: folder },
    );
    const report = JSON.parse(readFileSync(out('report.json'), 'utf8'));
    for (const one of report.cases) {
      expect((await add(JSON.stringify(one))).exitCode).toBe(0);
    }
    await add(JSON.stringify({ ...report.cases[0], id: 'b', roleClass: 'leak' }));
    const kept = await engine.feedback.list();
    expect(
      kept
        .map(({ id, status, sql }) => ({ id, status, sql }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    ).toEqual([
      { id: 'suite/a/admin/recorded', status: 'success', sql: ['SELECT name FROM item'] },
      { id: 'suite/a/viewer/recorded', status: 'refused', sql: [] },
      { id: 'suite/b/admin/recorded', status: 'leak', sql: [] },
    ]);
    expect(kept.every((one) => one.question === 'Which items are there?')).toBe(true);
    expect(await engine.feedback.stats()).toMatchObject({ total: 3, refused: 2 });
  });

  it.each([
    ['no JSON', '{', 'standard input is no JSON'],
    ['nothing', '', 'standard input is no JSON'],
    ['a list', '[{}]', 'it is not a JSON object'],
    ['a number', '5', 'it is not a JSON object'],
    ['no fields', '{}', 'id is missing; question is missing'],
    [
      'a long note',
      JSON.stringify({ id: 'a', question: 'q', note: '😀'.repeat(281) }),
      'note: 281 characters, at most 280 are kept',
    ],
    ['a time that is none', '{"id":"a","question":"q","at":"5"}', 'at: expected a time'],
  ])('says what is wrong with %s', async (_, stdin, message) => {
    const run = await add(stdin);
    expect(run.exitCode).toBe(2);
    expect(JSON.parse(run.stdout).error.message).toContain(message);
    expect(existsSync(out('.nl2sql'))).toBe(false);
  });

  it('never repeats what stands in the wrong place', async () => {
    const run = await add(
      '{"id":{"rows":["secret-1"]},"question":"q","sql":[{"x":"secret-2"}],"role":["secret-3"]}',
    );
    expect(run.exitCode).toBe(2);
    expect(run.stdout + run.stderr).not.toContain('secret');
    expect(run.stdout).toContain('id: expected text, found an object');
  });

  it('takes 280 characters of any kind, and an empty field as none', async () => {
    const run = await add(
      JSON.stringify({
        id: 'a',
        question: 'q',
        note: '😀'.repeat(280),
        role: '',
        status: ' ',
        datasources: ['shop', 'shop'],
      }),
    );
    expect(run.exitCode).toBe(0);
    expect(await engine.feedback.list()).toMatchObject([
      { note: '😀'.repeat(280), role: null, status: 'success', datasources: ['shop'] },
    ]);
  });

  it('takes every field from flags', async () => {
    const flags = [
      '--id=a',
      '--question=q',
      '--note=n',
      '--role=r',
      '--status=error',
      '--sql=SELECT 1',
    ];
    const more = [
      '--source=shop',
      '--datasource=audit',
      '--error-code=E1',
      '--at=2024-01-31T10:00:00Z',
      '--versions=nl2sql=1.0',
    ];
    expect((await add('', ...flags, ...more)).exitCode).toBe(0);
    expect(await engine.feedback.list()).toEqual([
      {
        id: 'a',
        at: '2024-01-31T10:00:00.000Z',
        rating: 'up',
        note: 'n',
        question: 'q',
        role: 'r',
        status: 'error',
        sql: ['SELECT 1'],
        datasources: ['shop', 'audit'],
        errorCodes: ['E1'],
        versions: { nl2sql: '1.0' },
      },
    ]);
    expect((await add('', '--id=b', '--question=q', '--versions=1.0')).exitCode).toBe(2);
  });

  it('lets a flag win', async () => {
    const run = await add(
      '{"id":"a","question":"q","rating":"down","role":"viewer"}',
      '--role',
      'admin',
    );
    expect(JSON.parse(run.stdout)).toMatchObject({ rating: 'up', role: 'admin' });
  });
});

describe('the store', () => {
  it('loses nothing of twenty processes at once', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `run-${index}`);
    const runs = await Promise.all(ids.map((id) => add(JSON.stringify({ id, question: id }))));
    expect(runs.map((run) => run.exitCode)).toEqual(ids.map(() => 0));
    expect((await engine.feedback.list()).map((one) => one.id).sort()).toEqual([...ids].sort());
  }, 120_000);

  it('refuses a newer store, and a database of somebody else, and leaves both', async () => {
    mkdirSync(out('.nl2sql'));
    const path = out('.nl2sql/feedback.sqlite');
    const make = (sql: string) => {
      rmSync(path, { force: true });
      const database = new DatabaseSync(path);
      database.exec(sql);
      database.close();
      return readFileSync(path);
    };
    for (const [sql, reason] of [
      ['PRAGMA user_version = 2', 'its format is 2, and this version reads 1'],
      ['CREATE TABLE mine (x)', 'it is another database: it holds "mine"'],
    ] as const) {
      const before = make(sql);
      await expect(
        engine.feedback.add({ id: 'a', rating: 'up', question: 'q' }),
      ).rejects.toMatchObject({
        code: 'FEEDBACK_STORE',
        message: expect.stringContaining(reason),
      });
      expect(readFileSync(path)).toEqual(before);
    }
  });

  it('clears by age, and says which ages there are', async () => {
    await engine.feedback.add({ id: 'a', rating: 'up', question: 'q', at: '2020-01-01' });
    for (const age of ['5', '-1d', '1.5d', 'd', '1y', '']) {
      const run = await runCli(['feedback', 'clear', `--older-than=${age}`], { cwd: folder });
      expect(run.exitCode, age).toBe(2);
      expect(run.stderr, age).toContain('90d');
    }
    const clear = (age: string) =>
      runCli(['feedback', 'clear', '--older-than', age], { cwd: folder });
    expect((await clear('99999999999999999w')).stdout).toBe('0 taken out\n');
    expect((await clear('52w')).stdout).toBe('1 taken out\n');
  });
});

describe('exporting', () => {
  it('finds the datasource by what the SQL reads, and counts refused runs whatever they are called', async () => {
    const base = { rating: 'up', role: 'admin' };
    await engine.feedback.add({
      ...base,
      id: 'a',
      question: 'Which tickets?',
      sql: 'SELECT name FROM ticket',
    });
    await engine.feedback.add({ ...base, id: 'b', question: 'One?', sql: 'SELECT 1' });
    await engine.feedback.add({
      ...base,
      id: 'c',
      question: 'No?',
      status: 'Denied',
      sql: 'SELECT name FROM ticket',
    });
    await engine.feedback.add({
      ...base,
      id: 'd',
      question: 'which  ITEMS are there?',
      datasources: ['shop'],
      sql: 'SELECT name FROM item',
    });
    const report = await engine.feedback.export({ what: 'good', out: 'drafts.yaml' });
    // The suite asks the last one already.
    expect(report).toMatchObject({
      written: 1,
      duplicates: 1,
      skipped: { noDatasource: 1, refused: 1, noSql: 0 },
    });
    const { suite } = await loadSuite(out('drafts.yaml'));
    expect(suite.cases).toMatchObject([
      { datasources: ['help'], tables: ['ticket'], columns: ['ticket.name'] },
    ]);
    const check = await runCli(['eval', 'check', 'drafts.yaml'], { cwd: folder });
    expect(check.stdout).toContain(
      'a draft, which never runs; for approval it lacks difficulty, tags',
    );
  });

  it('leaves the words of the schema in a scrubbed question', async () => {
    await engine.feedback.add({
      id: 'a',
      rating: 'up',
      role: 'admin',
      question: 'Did Ann Smith see Ticket Name?',
      datasources: ['help'],
      sql: 'SELECT name FROM ticket',
    });
    await engine.feedback.export({ what: 'good', out: 'drafts.yaml', scrub: true });
    expect((await loadSuite(out('drafts.yaml'))).suite.cases[0]?.question).toBe(
      'Did [name] see Ticket Name?',
    );
  });

  it('loses nothing when several export into one file at once', async () => {
    for (let index = 0; index < 12; index += 1) {
      await engine.feedback.add({
        id: `r${index}`,
        rating: 'up',
        role: 'admin',
        question: `q${index}`,
        datasources: ['help'],
        sql: 'SELECT name FROM ticket',
      });
    }
    const runs = await Promise.all(
      [1, 2, 3, 4].map(() =>
        runCli(['feedback', 'export', '--good', '--out', 'drafts.yaml', '--json'], { cwd: folder }),
      ),
    );
    const reports = runs.map(
      (run) => JSON.parse(run.stdout) as { written: number; duplicates: number },
    );
    expect(reports.map((one) => one.written + one.duplicates)).toEqual([12, 12, 12, 12]);
    expect(reports.reduce((sum, one) => sum + one.written, 0)).toBe(12);
    const { suite, findings } = await loadSuite(out('drafts.yaml'));
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(new Set(suite.cases.map((one) => one.id)).size).toBe(12);
  });
});
