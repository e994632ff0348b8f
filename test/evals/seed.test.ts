import {
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packagedSuitesFolder, writeDemoProject } from '../../src/demo/index.ts';
import { loadSuite } from '../../src/evaluation/suite/index.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import { runCli } from '../cli/run-cli.ts';

let folder = '';
let engine: Engine;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-seed-'));
  writeDemoProject({ dir: folder });
  engine = createEngine({ config: join(folder, 'nl2sql.yaml') });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const out = (name: string) => join(folder, name);

describe('drafting questions from a schema', () => {
  it('spreads fifty over the tables, each with a plan, SQL that runs, tables, columns and tags', async () => {
    const report = await engine.evals.seed({
      datasource: 'chinook',
      out: 'fifty.yaml',
      count: 50,
      roles: ['admin', 'viewer'],
    });
    expect(report).toMatchObject({ path: out('fifty.yaml'), written: 50, tables: { of: 11 } });
    expect(report.tables.touched).toBeGreaterThanOrEqual(10);
    const { suite, findings } = await loadSuite(out('fifty.yaml'));
    expect(findings).toEqual([]);
    expect(suite.cases).toHaveLength(50);
    for (const draft of suite.cases) {
      expect(draft).toMatchObject({
        status: 'draft',
        origin: 'seeded',
        datasources: ['chinook'],
        rows: null,
      });
      expect(draft.tags[0]).toBe('seeded');
      expect(draft.plan).not.toBeNull();
      expect(draft.tables.length).toBeGreaterThan(0);
      expect(draft.outcome.get('admin')).toBe('allowed');
    }
    const customers = suite.cases.filter((draft) => draft.tables.includes('Customer'));
    expect(customers.length).toBeGreaterThan(0);
    expect(customers.every((draft) => !draft.outcome.has('viewer'))).toBe(true);
    expect(suite.cases.some((draft) => draft.outcome.get('viewer') === 'allowed')).toBe(true);
    const patterns = new Set(suite.cases.map((draft) => draft.tags[1]));
    for (const pattern of [
      'count',
      'top-n',
      'group-by',
      'group-by-key',
      'anti-join',
      'date-bucket',
    ]) {
      expect(patterns, pattern).toContain(pattern);
    }
  });

  it('gives the same drafts for the same seed', async () => {
    await engine.evals.seed({
      datasource: 'support',
      out: 'one.yaml',
      count: 8,
      roles: ['admin'],
      seed: 7,
    });
    await engine.evals.seed({
      datasource: 'support',
      out: 'two.yaml',
      count: 8,
      roles: ['admin'],
      seed: 7,
    });
    expect(readFileSync(out('two.yaml'), 'utf8')).toBe(readFileSync(out('one.yaml'), 'utf8'));
  });

  it('asks only of what the role sees', async () => {
    const report = await engine.evals.seed({
      datasource: 'chinook',
      out: 'viewer.yaml',
      count: 30,
      roles: ['viewer'],
    });
    const { suite } = await loadSuite(out('viewer.yaml'));
    const text = readFileSync(out('viewer.yaml'), 'utf8');
    expect(report.tables.of).toBe(7);
    expect(suite.cases.length).toBeGreaterThan(10);
    expect(text).not.toMatch(/Customer|Employee|Invoice/);
  });

  it('adds to a file of drafts: edits stay, questions in it are skipped and counted', async () => {
    await engine.evals.seed({
      datasource: 'support',
      out: 'again.yaml',
      count: 4,
      roles: ['admin'],
    });
    const edited = readFileSync(out('again.yaml'), 'utf8').replace(
      'difficulty: easy',
      'difficulty: hard  # I think',
    );
    writeFileSync(out('again.yaml'), edited);
    const report = await engine.evals.seed({
      datasource: 'support',
      out: 'again.yaml',
      count: 3,
      roles: ['admin'],
    });
    expect(report).toMatchObject({ written: 3, dropped: { duplicateQuestion: 4 } });
    const after = readFileSync(out('again.yaml'), 'utf8');
    expect(after.startsWith(edited)).toBe(true);
    const { suite } = await loadSuite(out('again.yaml'));
    expect(suite.cases.map((draft) => draft.id)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((number) => `support_seed_00${number}`),
    );
  });

  it('never runs in a suite run', async () => {
    await engine.evals.seed({
      datasource: 'support',
      out: 'norun.yaml',
      count: 2,
      roles: ['admin'],
    });
    const report = await engine.evals.run('norun.yaml');
    expect(report.summary.total).toBe(0);
  });
});

describe('where drafts are not written', () => {
  const attempt = (path: string) =>
    engine.evals.seed({ datasource: 'support', out: path, count: 1, roles: ['admin'] });

  it('refuses a suite that the package ships', async () => {
    await expect(attempt(join(packagedSuitesFolder, 'drafts.yaml'))).rejects.toMatchObject({
      code: 'DRAFT_TARGET_REFUSED',
      message: expect.stringContaining('the package ships'),
    });
    expect(existsSync(join(packagedSuitesFolder, 'drafts.yaml'))).toBe(false);
  });

  it('refuses a suite that the project names, also through links', async () => {
    const suite = join(folder, 'evals/chinook.yaml');
    const before = readFileSync(suite, 'utf8');
    symlinkSync(suite, out('symbolic.yaml'));
    linkSync(suite, out('hard.yaml'));
    for (const path of [
      'evals/chinook.yaml',
      './evals/../evals/chinook.yaml',
      'symbolic.yaml',
      'hard.yaml',
    ]) {
      await expect(attempt(path), path).rejects.toMatchObject({
        code: 'DRAFT_TARGET_REFUSED',
        message: expect.stringContaining('the project names it'),
      });
    }
    expect(readFileSync(suite, 'utf8')).toBe(before);
  });

  it('refuses a file that holds an approved case, and one that does not load', async () => {
    writeFileSync(
      out('mixed.yaml'),
      'version: 1\ncases:\n- {id: a, question: q, status: approved, outcome: {admin: unanswerable}}\n',
    );
    await expect(attempt('mixed.yaml')).rejects.toMatchObject({
      message: expect.stringContaining('it holds 1 approved case (a)'),
      remedy: 'Write the drafts into a file of their own.',
    });
    writeFileSync(out('broken.yaml'), 'version: 1\ncases: {\n');
    await expect(attempt('broken.yaml')).rejects.toMatchObject({ code: 'SUITE_INVALID' });
  });

  it('is closed without a role where policies exist, and for a role that reads nothing', async () => {
    await expect(engine.evals.seed({ datasource: 'chinook', out: 'x.yaml' })).rejects.toMatchObject(
      {
        code: 'USAGE',
        remedy: 'Name one: --role admin',
      },
    );
    await expect(
      engine.evals.seed({ datasource: 'chinook', out: 'x.yaml', roles: ['nobody'] }),
    ).rejects.toMatchObject({ message: 'the role "nobody" reads no table of chinook' });
    expect(existsSync(out('x.yaml'))).toBe(false);
  });
});

describe('nl2sql eval seed', () => {
  it('prints what was added and dropped', async () => {
    const run = await runCli(
      [
        'eval',
        'seed',
        'support',
        '--out',
        'cli.yaml',
        '--count',
        '3',
        '--role',
        'admin',
        '--offline',
        '--json',
      ],
      { cwd: folder },
    );
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ path: out('cli.yaml'), written: 3 });
    const unknown = await runCli(
      ['eval', 'seed', 'suport', '--out', 'cli.yaml', '--role', 'admin'],
      { cwd: folder },
    );
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toContain('Did you mean "support"?');
  });

  it('loses nothing when several processes add to one file at once', async () => {
    const runs = await Promise.all(
      ['chinook', 'support', 'webanalytics'].map((datasource) =>
        runCli(
          [
            'eval',
            'seed',
            datasource,
            '--out',
            'shared.yaml',
            '--count',
            '5',
            '--role',
            'admin',
            '--json',
          ],
          { cwd: folder },
        ),
      ),
    );
    expect(runs.map((run) => run.exitCode)).toEqual([0, 0, 0]);
    const { suite, findings } = await loadSuite(out('shared.yaml'));
    expect(findings).toEqual([]);
    expect(suite.cases).toHaveLength(15);
  });
});
