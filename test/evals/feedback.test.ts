import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSuite } from '../../src/evaluation/suite/index.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import { runCli } from '../cli/run-cli.ts';

let folder = '';
let engine: Engine;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-feedback-'));
  const database = new DatabaseSync(join(folder, 'shop.sqlite'));
  database.exec(`
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price REAL);
    CREATE TABLE sale (id INTEGER PRIMARY KEY, item_id INTEGER REFERENCES item(id), n INTEGER);
    INSERT INTO item VALUES (1, 'pen', 1.5), (2, 'cup', 3.0);
    INSERT INTO sale VALUES (1, 1, 5);
  `);
  database.close();
  writeFileSync(
    join(folder, 'nl2sql.yaml'),
    'version: 2\ndatasources:\n- {id: shop, type: sqlite, connection: {path: shop.sqlite}}\nevals: {suites: [suite.yaml]}\n',
  );
  writeFileSync(join(folder, 'suite.yaml'), 'version: 1\ncases: []\n');
  engine = createEngine({ config: join(folder, 'nl2sql.yaml') });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const run = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  rating: 'up',
  question: `What about ${id}?`,
  role: 'admin',
  status: 'success',
  sql: ['SELECT name FROM item ORDER BY name'],
  datasources: ['shop'],
  ...more,
});

describe('keeping feedback', () => {
  it('makes no file where somebody only looks', async () => {
    expect(await engine.feedback.list()).toEqual([]);
    expect(await engine.feedback.stats()).toMatchObject({ total: 0, up: 0 });
    expect(await engine.feedback.clear(new Date())).toBe(0);
    expect(existsSync(join(folder, '.nl2sql'))).toBe(false);
  });

  it('keeps what it should, and never rows, answers or the SQL of a refused run', async () => {
    await engine.feedback.add(
      run('a', {
        rows: [[1]],
        answer: 'secret',
        messages: ['x'],
        at: '2024-01-31T10:00:00Z',
        versions: { nl2sql: '1.0' },
      }),
    );
    await engine.feedback.add(run('b', { status: 'refused' }));
    await engine.feedback.add(run('c', { error_codes: ['SECURITY_VIOLATION'], status: 'error' }));
    const all = await engine.feedback.list();
    expect(all.find((one) => one.id === 'a')).toEqual({
      id: 'a',
      at: '2024-01-31T10:00:00.000Z',
      rating: 'up',
      note: null,
      question: 'What about a?',
      role: 'admin',
      status: 'success',
      sql: ['SELECT name FROM item ORDER BY name'],
      datasources: ['shop'],
      errorCodes: [],
      versions: { nl2sql: '1.0' },
    });
    expect(all.filter((one) => one.id !== 'a').map((one) => one.sql)).toEqual([[], []]);
    const file = readFileSync(join(folder, '.nl2sql/feedback.sqlite')).toString('latin1');
    expect(file).not.toContain('secret');
  });

  it('replaces what was said of a run before', async () => {
    await engine.feedback.add(run('a'));
    await engine.feedback.add(run('a', { rating: 'down', note: 'wrong year' }));
    expect(await engine.feedback.list()).toMatchObject([
      { id: 'a', rating: 'down', note: 'wrong year' },
    ]);
  });

  it('says everything that is wrong with it', async () => {
    await expect(
      engine.feedback.add({ rating: 'great', note: 'x'.repeat(281), sql: 5 }),
    ).rejects.toMatchObject({
      code: 'FEEDBACK_INVALID',
      details: {
        problems: [
          'id is missing',
          'rating: expected up or down, found "great"',
          'note: 281 characters, at most 280 are kept',
          'question is missing',
          'sql: expected texts, found a number',
        ],
      },
    });
  });

  it('adds up by datasource, role and error, and clears what is old', async () => {
    await engine.feedback.add(run('a', { at: '2020-01-01T00:00:00Z' }));
    await engine.feedback.add(
      run('b', { rating: 'down', role: 'viewer', status: 'refused', errorCodes: ['E1'] }),
    );
    await engine.feedback.add(run('c', { datasources: [] }));
    const stats = await engine.feedback.stats();
    expect(stats).toMatchObject({
      total: 3,
      up: 2,
      down: 1,
      refused: 1,
      byDatasource: { shop: { total: 2, up: 1 }, '(none)': { total: 1 } },
      byRole: { admin: { total: 2, upRate: 1 }, viewer: { total: 1, upRate: 0, refused: 1 } },
      errorCodes: { E1: 1 },
    });
    expect(await engine.feedback.clear(new Date('2021-01-01'))).toBe(1);
    expect((await engine.feedback.stats()).total).toBe(2);
  });

  it('says in words that the disk is full, and keeps what was there', async () => {
    const add = (id: string, question: string, fileBlocks?: number) =>
      runCli(['feedback', 'add', '--rating', 'up', '--id', id, '--question', question], {
        cwd: folder,
        ...(fileBlocks === undefined ? {} : { fileBlocks }),
      });
    expect((await add('first', 'one?')).exitCode).toBe(0);
    const full = await add('second', 'x'.repeat(60_000), 64);
    expect(full.exitCode).toBe(2);
    expect(full.stderr).toMatch(/^error: Feedback store .*\n/);
    expect(full.stderr).not.toContain('fault of nl2sql');
    const list = await runCli(['feedback', 'list', '--json'], { cwd: folder });
    expect(list.stdout).toContain('"first"');
    expect(list.stdout).not.toContain('"second"');
  });

  it('refuses a file that is no store', async () => {
    await engine.feedback.add(run('a'));
    writeFileSync(
      join(folder, '.nl2sql/feedback.sqlite'),
      'no database at all, only text that is long enough'.repeat(50),
    );
    await expect(engine.feedback.list()).rejects.toMatchObject({
      code: 'FEEDBACK_STORE',
      exitCode: 2,
    });
  });
});

describe('several writers of the store', () => {
  const child = fileURLToPath(new URL('../../dist/index.js', import.meta.url));
  const script = (from: number, count: number) => `
    const { createEngine } = await import(${JSON.stringify(child)});
    const engine = createEngine({ config: ${JSON.stringify(join(folder, 'nl2sql.yaml'))} });
    for (let index = ${from}; index < ${from + count}; index += 1) {
      await engine.feedback.add({ id: 'r' + index, rating: 'up', question: 'q' + index });
      process.stdout.write('r' + index + '\\n');
    }`;
  const start = (from: number, count: number) => {
    const process_ = spawn(process.execPath, ['--input-type=module', '-e', script(from, count)]);
    const kept: string[] = [];
    process_.stdout.on('data', (chunk) => kept.push(...String(chunk).trim().split('\n')));
    const ended = new Promise<void>((resolve) => process_.on('close', () => resolve()));
    return { process_, kept, ended };
  };

  it('loses nothing, also of a process that is killed at work', async () => {
    const writers = [start(0, 40), start(100, 40), start(200, 5000)];
    const [, , victim] = writers;
    victim?.process_.stdout.on('data', () => {
      if ((victim?.kept.length ?? 0) >= 10) victim?.process_.kill('SIGKILL');
    });
    await Promise.all(writers.map(({ ended }) => ended));
    const ids = new Set((await engine.feedback.list()).map((one) => one.id));
    for (const { kept } of writers) {
      for (const id of kept) expect(ids, id).toContain(id);
    }
    expect(writers[0]?.kept).toHaveLength(40);
    expect(writers[1]?.kept).toHaveLength(40);
  });
});

describe('exporting feedback', () => {
  it('makes a draft of each good run with exactly one SQL, its lineage filled in', async () => {
    await engine.feedback.add(run('good', { question: 'What did Ann Smith (ann@x.org) sell?' }));
    await engine.feedback.add(run('bad', { rating: 'down' }));
    await engine.feedback.add(run('none', { sql: [] }));
    await engine.feedback.add(run('two', { sql: ['SELECT 1', 'SELECT 2'] }));
    await engine.feedback.add(run('both', { sql: 'SELECT 1 AS a; SELECT name FROM item' }));
    await engine.feedback.add(run('refused', { status: 'refused' }));
    await engine.feedback.add(run('writes', { sql: 'DELETE FROM item' }));
    const report = await engine.feedback.export({ what: 'good', out: 'drafts.yaml', scrub: true });
    expect(report).toMatchObject({
      path: join(folder, 'drafts.yaml'),
      written: 1,
      skipped: { noSql: 1, severalSql: 2, refused: 1, notReadOnly: 1 },
    });
    const { suite, findings } = await loadSuite(join(folder, 'drafts.yaml'));
    expect(findings).toEqual([]);
    expect(suite.cases).toMatchObject([
      {
        question: 'What did [name] ([email]) sell?',
        status: 'draft',
        origin: 'feedback',
        datasources: ['shop'],
        outcome: new Map([['admin', 'allowed']]),
        tables: ['item'],
        columns: ['item.name'],
        rows: null,
      },
    ]);
  });

  it('keeps ids stable and adds a run once, whatever its draft became', async () => {
    await engine.feedback.add(run('a'));
    await engine.feedback.export({ what: 'good', out: 'drafts.yaml' });
    const edited = readFileSync(join(folder, 'drafts.yaml'), 'utf8').replace(
      'What about a?',
      'Which items are there?',
    );
    writeFileSync(join(folder, 'drafts.yaml'), edited);
    await engine.feedback.add(run('b'));
    const report = await engine.feedback.export({ what: 'good', out: 'drafts.yaml' });
    expect(report).toMatchObject({ written: 1, duplicates: 1 });
    expect(readFileSync(join(folder, 'drafts.yaml'), 'utf8').startsWith(edited)).toBe(true);
  });

  it('lists the bad ones to look at', async () => {
    await engine.feedback.add(
      run('bad', { rating: 'down', note: 'wrong\nyear', at: '2024-01-31T10:00:00Z' }),
    );
    await engine.feedback.export({ what: 'bad', out: 'look.md' });
    expect(readFileSync(join(folder, 'look.md'), 'utf8')).toBe(
      '# Questions to look at\n\n- [ ] What about bad? (2024-01-31, admin, success)\n  Note: wrong year\n  ```sql\n  SELECT name FROM item ORDER BY name\n  ```\n',
    );
  });

  it('writes no drafts into a suite that runs', async () => {
    await engine.feedback.add(run('a'));
    await expect(engine.feedback.export({ what: 'good', out: 'suite.yaml' })).rejects.toMatchObject(
      {
        code: 'DRAFT_TARGET_REFUSED',
      },
    );
  });
});

describe('promoting drafts', () => {
  const draft = (id: string, more = '') => `- id: ${id}
  question: What about ${id}?  # asked by Ann
  datasources: [shop]
  status: draft
  difficulty: easy
  tags: [x]
  outcome: {admin: allowed}
  tables: [item]
  columns: [item.name]
  sql: SELECT name FROM item ORDER BY name
  rows: null
${more}`;
  const drafts = () => join(folder, 'drafts.yaml');
  const suite = () => join(folder, 'suite.yaml');
  const promote = (more: object = {}) =>
    engine.evals.promote({
      drafts: 'drafts.yaml',
      to: 'suite.yaml',
      by: 'Ann',
      now: new Date('2024-01-31T12:00:00Z'),
      ...more,
    });

  it('approves, stores the rows, says who and when, and moves the case', async () => {
    writeFileSync(drafts(), `# mine\nversion: 1\ncases:\n\n${draft('a')}\n${draft('b')}`);
    expect(await promote({ cases: ['a'] })).toEqual({ path: suite(), promoted: ['a'], failed: [] });
    expect(readFileSync(drafts(), 'utf8')).toBe(`# mine\nversion: 1\ncases:\n\n${draft('b')}`);
    const { suite: after, findings } = await loadSuite(suite());
    expect(findings).toEqual([]);
    expect(after.cases).toMatchObject([
      {
        id: 'a',
        status: 'approved',
        reviewed: { by: 'Ann', at: '2024-01-31' },
        rows: { columns: ['name'], rows: [['cup'], ['pen']] },
      },
    ]);
    expect((await engine.evals.run('suite.yaml')).summary).toMatchObject({ total: 1, pass: 1 });
  });

  it('moves all or none, and says what each lacks with what the SQL reads', async () => {
    const text = `version: 1\ncases:\n\n${draft('a')}\n${draft('b').replace('tables: [item]', 'tables: []').replace('  difficulty: easy\n', '')}\n${draft('c').replace('FROM item', 'FROM itm')}`;
    writeFileSync(drafts(), text);
    const before = readFileSync(suite(), 'utf8');
    const report = await promote();
    expect(report.promoted).toEqual([]);
    expect(report.failed).toMatchObject([
      {
        case: 'b',
        problems: [
          'difficulty is missing: easy, medium or hard',
          'tables is empty; the SQL reads [item], and --fill writes that',
        ],
      },
      { case: 'c' },
    ]);
    expect(readFileSync(drafts(), 'utf8')).toBe(text);
    expect(readFileSync(suite(), 'utf8')).toBe(before);
    expect(await promote({ cases: ['a'] })).toMatchObject({ promoted: ['a'] });
  });

  it('fills tables and columns from the SQL when asked to', async () => {
    writeFileSync(
      drafts(),
      `version: 1\ncases:\n${draft('a').replace('[item]', '[]').replace('[item.name]', '[]')}`,
    );
    expect(await promote({ fill: true })).toMatchObject({ promoted: ['a'] });
    const { suite: after } = await loadSuite(suite());
    expect(after.cases[0]).toMatchObject({ tables: ['item'], columns: ['item.name'] });
  });

  it('ends a promotion that was killed between its two files', async () => {
    const text = `version: 1\ncases:\n\n${draft('a')}\n${draft('b')}`;
    writeFileSync(drafts(), text);
    await promote({ cases: ['a'] });
    const moved = readFileSync(suite(), 'utf8');
    // The suite was written, the drafts were not.
    writeFileSync(drafts(), text);
    expect(await promote({ cases: ['a'] })).toEqual({ path: suite(), promoted: ['a'], failed: [] });
    expect(readFileSync(suite(), 'utf8')).toBe(moved);
    expect(readFileSync(drafts(), 'utf8')).not.toContain('id: a');
    expect(readFileSync(drafts(), 'utf8')).toContain('id: b');
  });

  it('refuses an id and a question that the suite has', async () => {
    writeFileSync(drafts(), `version: 1\ncases:\n${draft('a')}`);
    await promote();
    writeFileSync(
      drafts(),
      `version: 1\ncases:\n${draft('a').replace('What about a?', 'Other?')}\n${draft('b').replace('What about b?', 'what about A')}`,
    );
    expect((await promote()).failed.map((one) => one.problems[0])).toEqual([
      'the suite has a case with the id a; give the draft another one',
      'the suite asks that question already: a',
    ]);
  });
});

describe('coverage', () => {
  it('tells what approved cases leave out, and drafts that would close a gap', async () => {
    writeFileSync(
      join(folder, 'suite.yaml'),
      `version: 1\ncases:\n- id: a\n  question: q\n  datasources: [shop]\n  status: approved\n  outcome: {admin: allowed}\n  sql: SELECT name FROM item\n  rows: [{name: pen}, {name: cup}]\n`,
    );
    writeFileSync(
      join(folder, 'drafts.yaml'),
      `version: 1\ncases:\n- id: d\n  question: r\n  datasources: [shop]\n  outcome: {admin: allowed}\n  sql: SELECT n FROM sale\n`,
    );
    const found = await engine.evals.coverage(['suite.yaml', 'drafts.yaml']);
    expect(found).toMatchObject({
      approved: 1,
      datasources: [
        {
          datasource: 'shop',
          tables: { covered: 1, of: 2, missing: ['main.sale'] },
          columns: { covered: 1, of: 6 },
          joins: { covered: 0, of: 1, missing: ['sale.item_id → item.id'] },
          drafts: [{ case: 'd', file: join(folder, 'drafts.yaml'), tables: ['main.sale'] }],
        },
      ],
      uncoveredDatasources: [],
      roles: null,
    });
  });
});

describe('the commands', () => {
  const cli = (args: readonly string[], stdin?: string) =>
    runCli(args, { cwd: folder, ...(stdin === undefined ? {} : { stdin }) });

  it('add from flags and from JSON, list, stats, clear, export, promote, coverage', async () => {
    const added = await cli([
      'feedback',
      'add',
      '--rating',
      'up',
      '--id',
      'r1',
      '--question',
      'Which items?',
      '--sql',
      'SELECT name FROM item',
      '--role',
      'admin',
      '--source',
      'shop',
    ]);
    expect(added).toEqual({ exitCode: 0, stdout: 'Kept: up for r1\n', stderr: '' });
    const piped = await cli(
      ['feedback', 'add', '--rating', 'down'],
      JSON.stringify({ id: 'r2', question: 'Why?', rows: [1] }),
    );
    expect(piped.stdout).toBe('Kept: down for r2\n');
    const bad = await cli(['feedback', 'add', '--rating', 'down'], 'no json');
    expect(bad.exitCode).toBe(2);
    const list = await cli(['feedback', 'list', '--json', '--rating', 'up']);
    expect(JSON.parse(list.stdout)).toMatchObject([{ id: 'r1', sql: ['SELECT name FROM item'] }]);
    const stats = await cli(['feedback', 'stats']);
    expect(stats.stdout).toContain('all: 2 rated, 1 up, 1 down (50.0 % up), 0 refused\n');
    const exported = await cli(['feedback', 'export', '--good', '--out', 'drafts.yaml']);
    expect(exported).toMatchObject({ exitCode: 0, stdout: 'drafts.yaml: 1 written\n' });
    const both = await cli(['feedback', 'export', '--good', '--bad', '--out', 'drafts.yaml']);
    expect(both.exitCode).toBe(2);
    const early = await cli([
      'eval',
      'promote',
      'drafts.yaml',
      '--to',
      'suite.yaml',
      '--by',
      'Ann',
    ]);
    expect(early.exitCode).toBe(1);
    expect(early.stdout).toMatch(
      /^Nothing moved; not ready:\n {2}feedback-[0-9a-f]{16}: difficulty is missing: easy, medium or hard\n/,
    );
    const covered = await cli(['eval', 'coverage', '--json']);
    expect(JSON.parse(covered.stdout)).toMatchObject({
      approved: 0,
      uncoveredDatasources: ['shop'],
    });
    const cleared = await cli(['feedback', 'clear', '--older-than', '0d']);
    expect(cleared.stdout).toBe('2 taken out\n');
    expect(existsSync(join(folder, '.nl2sql/feedback.sqlite'))).toBe(true);
  }, 120_000);
});
