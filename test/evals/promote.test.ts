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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packagedSuitesFolder } from '../../src/demo/index.ts';
import { loadSuite } from '../../src/evaluation/suite/index.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import { runCli } from '../cli/run-cli.ts';
import { rowFilter, writeShopProject } from './shop-project.ts';

let folder = '';
let engine: Engine;
const out = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(out(name), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-promote-'));
  writeShopProject(
    folder,
    `CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, area TEXT);
     INSERT INTO item VALUES (1, 'pen', 'north'), (2, 'cup', 'south'), (3, 'mug', 'north');`,
    `policies:
  roles:
    admin: {allow: ['*']}
    north:
      allow: [shop]
      row_filters: [${rowFilter('shop.main.item', 'area')}]
    closed: {allow: []}
evals:
  suites: [suite.yaml]
  users: {north: {area: north}}
`,
  );
  engine = createEngine({ config: out('nl2sql.yaml') });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const draft = (id: string, more = '') => `- id: ${id}
  question: Which names are there in ${id}?
  datasources: [shop]
  difficulty: easy
  tags: [x]
  outcome: {admin: allowed, north: allowed, closed: refused}
  tables: [item]
  columns: [item.name]
  sql: SELECT name FROM item ORDER BY name
${more}`;
const writeDrafts = (...cases: readonly string[]) =>
  writeFileSync(out('drafts.yaml'), `version: 1\ncases:\n${cases.join('')}`);
const promote = (more: object = {}) =>
  engine.evals.promote({ drafts: 'drafts.yaml', to: 'suite.yaml', by: 'Ann', ...more });

describe('promoting', () => {
  it('stores the rows that each role gets, and the suite passes at once', async () => {
    writeDrafts(draft('a'));
    expect(await promote()).toMatchObject({ promoted: ['a'] });
    const { suite } = await loadSuite(out('suite.yaml'));
    expect(suite.cases[0]?.rows?.rows).toEqual([['cup'], ['mug'], ['pen']]);
    expect(suite.cases[0]?.rows_by_role?.get('north')?.rows).toEqual([['mug'], ['pen']]);
    expect([...(suite.cases[0]?.rows_by_role?.keys() ?? [])]).toEqual(['north']);
    expect((await engine.evals.regenerate('suite.yaml', { check: true })).changed).toEqual([]);
    expect((await engine.evals.run()).summary).toMatchObject({ total: 3, pass: 3 });
  });

  it('stores a tie at the limit, and no rows where the suite runs its gold', async () => {
    writeFileSync(out('executed.yaml'), 'version: 1\ngold: executed\ncases: []\n');
    writeDrafts(
      draft('a').replace('outcome: {admin: allowed, north: allowed,', 'outcome: {admin: allowed,'),
    );
    await promote({ to: 'executed.yaml' });
    const { suite } = await loadSuite(out('executed.yaml'));
    expect(suite.cases[0]).toMatchObject({ id: 'a', status: 'approved', rows: null });
  });

  it('says for a script what the SQL reads, and who may not run it', async () => {
    writeDrafts(
      draft('a').replace('tables: [item]', 'tables: []').replace('[item.name]', '[]'),
      draft('b').replace('closed: refused', 'closed: allowed'),
      draft('c').replace('SELECT name FROM item ORDER BY name', 'DELETE FROM item'),
    );
    const { failed, promoted } = await promote();
    expect(promoted).toEqual([]);
    expect(failed).toMatchObject([
      { case: 'a', offers: { tables: ['item'], columns: ['item.name'] } },
      {
        case: 'b',
        problems: [expect.stringContaining('rows_by_role.closed: the role may not run it')],
      },
      { case: 'c', problems: [expect.stringMatching(/^sql: /)] },
    ]);
    expect(existsSync(out('suite.yaml'))).toBe(false);
  });

  it('moves a draft that expects a refusal and has no SQL', async () => {
    writeDrafts(
      '- {id: r, question: Who earns most?, datasources: [shop], difficulty: easy, tags: [x], outcome: {closed: refused}}\n',
    );
    expect(await promote()).toMatchObject({ promoted: ['r'] });
    expect((await engine.evals.run()).summary).toMatchObject({ total: 1, pass: 1 });
  });

  it('keeps a suite with comments, CRLF and odd spaces as it is, but for the new case', async () => {
    const suite =
      `# ours\nversion: 1\ncases:\n\n${draft('old').replace('[item.name]', '[item.name]   # all')}  rows: null\n`.replaceAll(
        '\n',
        '\r\n',
      );
    writeFileSync(out('suite.yaml'), suite);
    writeDrafts(draft('a'), '# the other one\n', draft('b'));
    await promote({ cases: ['a'] });
    expect(read('suite.yaml').startsWith(suite)).toBe(true);
    expect(read('suite.yaml').slice(suite.length)).not.toMatch(/[^\r]\n/);
    expect(read('drafts.yaml')).toBe(`version: 1\ncases:\n# the other one\n${draft('b')}`);
  });

  it('refuses the drafts themselves, also through links, a folder, a device, a packaged suite and nobody as reviewer', async () => {
    writeDrafts(draft('a'));
    const before = read('drafts.yaml');
    symlinkSync('drafts.yaml', out('link.yaml'));
    linkSync(out('drafts.yaml'), out('hard.yaml'));
    for (const to of ['drafts.yaml', 'link.yaml', 'hard.yaml']) {
      await expect(promote({ to }), to).rejects.toMatchObject({
        code: 'USAGE',
        message: expect.stringContaining('names the file of drafts itself'),
      });
    }
    for (const to of ['.', '/dev/full']) {
      await expect(promote({ to }), to).rejects.toMatchObject({ code: 'USAGE' });
    }
    await expect(promote({ to: join(packagedSuitesFolder, 'x.yaml') })).rejects.toMatchObject({
      code: 'SUITE_PACKAGED',
    });
    await expect(promote({ by: '  ' })).rejects.toMatchObject({
      message: expect.stringContaining('--by is empty'),
    });
    await expect(promote({ cases: ['another'] })).rejects.toMatchObject({
      message: expect.stringContaining('has this id'),
      remedy: 'nl2sql eval check lists the drafts.',
    });
    await expect(promote({ to: 'no/folder/suite.yaml' })).rejects.toMatchObject({
      code: 'FILE_NOT_WRITABLE',
    });
    expect(read('drafts.yaml')).toBe(before);
  });

  it('says in words that there is no folder for locks', async () => {
    writeDrafts(draft('a'));
    const before = read('drafts.yaml');
    const run = await runCli(
      ['eval', 'promote', 'drafts.yaml', '--to', 'suite.yaml', '--by', 'Ann'],
      {
        cwd: folder,
        env: { TMPDIR: out('not-there') },
      },
    );
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain('Lock folder');
    expect(read('drafts.yaml')).toBe(before);
  });

  it('loses and doubles nothing when two promote at once', async () => {
    writeDrafts(...['a', 'b', 'c', 'd'].map((id) => draft(id)));
    const cli = (ids: string) =>
      runCli(
        ['eval', 'promote', 'drafts.yaml', '--to', 'suite.yaml', '--by', 'Ann', '--case', ids],
        {
          cwd: folder,
        },
      );
    const runs = await Promise.all([cli('a,b'), cli('c'), cli('d')]);
    expect(runs.map((run) => run.exitCode)).toEqual([0, 0, 0]);
    const { suite, findings } = await loadSuite(out('suite.yaml'));
    expect(findings).toEqual([]);
    expect(suite.cases.map((one) => one.id).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect((await loadSuite(out('drafts.yaml'))).suite.cases).toEqual([]);
  });
});
