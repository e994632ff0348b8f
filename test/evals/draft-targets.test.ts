import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packagedShopFolder } from '../../src/demo/index.ts';
import { loadSuite } from '../../src/evaluation/suite/index.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import { writeShopProject } from './shop-project.ts';

let folder = '';
let engine: Engine;
const out = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(out(name), 'utf8');
const seed = (path: string, count = 1) =>
  engine.evals.seed({ datasource: 'shop', out: path, count });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-targets-'));
  writeShopProject(
    folder,
    `CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price REAL);
     INSERT INTO item VALUES (1, 'pen', 1.5), (2, 'cup', 3.0), (3, 'mug', 3.0);`,
    'evals: {suites: [evals/shop.yaml, evals/later.yaml]}\n',
  );
  mkdirSync(out('evals'));
  writeFileSync(out('evals/shop.yaml'), 'version: 1\ncases: []\n');
  engine = createEngine({ config: out('nl2sql.yaml') });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const named = {
  code: 'DRAFT_TARGET_REFUSED',
  message: expect.stringContaining('the project names it as a suite that runs'),
};

describe('where drafts are not written', () => {
  it('refuses a suite that the project names and that is not there yet, also through links to nothing', async () => {
    symlinkSync('evals/later.yaml', out('dangling.yaml'));
    symlinkSync('evals', out('folder'));
    for (const path of ['evals/later.yaml', 'dangling.yaml', 'folder/later.yaml']) {
      await expect(seed(path), path).rejects.toMatchObject(named);
    }
    expect(existsSync(out('evals/later.yaml'))).toBe(false);
  });

  it('refuses a file among the packaged shop', async () => {
    const path = join(packagedShopFolder, 'drafts.yaml');
    await expect(seed(path)).rejects.toMatchObject({ code: 'DRAFT_TARGET_REFUSED' });
    expect(existsSync(path)).toBe(false);
  });

  it('refuses one approved case among drafts, and takes a case without status for a draft', async () => {
    const draft = '- {id: a, question: q, outcome: {admin: unanswerable}}\n';
    const text = `version: 1\ncases:\n${draft}- {id: b, question: r, status: approved, outcome: {admin: unanswerable}}\n`;
    writeFileSync(out('mixed.yaml'), text);
    await expect(seed('mixed.yaml')).rejects.toMatchObject({
      message: expect.stringContaining('it holds 1 approved case (b)'),
    });
    expect(read('mixed.yaml')).toBe(text);
    writeFileSync(out('drafts.yaml'), `version: 1\ncases:\n${draft}`);
    expect(await seed('drafts.yaml')).toMatchObject({ written: 1 });
  });

  it('refuses what is no file that may be written, before any question is asked', async () => {
    execFileSync('mkfifo', [out('pipe')]);
    writeFileSync(out('locked.yaml'), 'version: 1\ncases: []\n');
    chmodSync(out('locked.yaml'), 0o444);
    for (const [path, reason] of [
      ['evals', 'it is a folder'],
      ['', 'it is a folder'],
      ['pipe', 'it is a pipe or a device, no file'],
      ['/dev/null', 'it is a pipe or a device, no file'],
      ['/dev/full', 'it is a pipe or a device, no file'],
      ['locked.yaml', 'it is read-only'],
    ] as const) {
      await expect(seed(path), path).rejects.toMatchObject({
        code: 'DRAFT_TARGET_REFUSED',
        message: expect.stringContaining(reason),
      });
    }
    await expect(seed('no/folder/drafts.yaml')).rejects.toMatchObject({
      code: 'FILE_NOT_WRITABLE',
    });
    for (const path of ['nl2sql.yaml', 'shop.sqlite']) {
      const before = readFileSync(out(path));
      await expect(seed(path), path).rejects.toMatchObject({ code: 'SUITE_INVALID' });
      expect(readFileSync(out(path))).toEqual(before);
    }
  });

  it('writes no list of bad questions over a suite or any other file', async () => {
    await engine.feedback.add({ id: 'a', rating: 'down', question: 'Why?' });
    const list = (path: string) => engine.feedback.export({ what: 'bad', out: path });
    for (const path of ['evals/shop.yaml', 'evals/later.yaml']) {
      await expect(list(path), path).rejects.toMatchObject(named);
    }
    const before = read('nl2sql.yaml');
    await expect(list('nl2sql.yaml')).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('is no list of questions that feedback export wrote'),
    });
    expect(read('nl2sql.yaml')).toBe(before);
    for (const path of ['look.md', 'look.json']) {
      await list(path);
      await list(path);
      expect(read(path)).toContain('Why?');
    }
  });
});

describe('where drafts are written', () => {
  it('follows a link to a file that is not there yet', async () => {
    symlinkSync('evals/mine.yaml', out('link.yaml'));
    await seed('link.yaml');
    expect(lstatSync(out('link.yaml')).isSymbolicLink()).toBe(true);
    expect(read('evals/mine.yaml')).toContain('shop_seed_001');
  });

  it.each([
    ['an empty file', '', ''],
    ['a note', '# my notes\n', '# my notes\n'],
    ['a note without line end', '# my notes', '# my notes'],
    ['a note with CRLF and a mark', '\uFEFF# my notes\r\n\r\n', '\uFEFF# my notes\r\n\r\n'],
  ])('begins below %s', async (_, text, start) => {
    writeFileSync(out('drafts.yaml'), text);
    await seed('drafts.yaml');
    expect(read('drafts.yaml').startsWith(start)).toBe(true);
    const { suite, findings } = await loadSuite(out('drafts.yaml'));
    expect(findings).toEqual([]);
    expect(suite.cases).toHaveLength(1);
  });

  const own = `- id: mine
  question: 'What is dear?'   # asked by Ann
  outcome:   {admin: allowed}
  tags: [ x,y ]\t# a tab before the comment
  sql: SELECT name FROM item
  alt_sql: []`;
  const indented = own.replace(/^/gm, '    ');
  it.each([
    ['comments and odd spaces', `# head\nversion: 1\ncases:\n\n${own}\n# tail\n`],
    ['no final line end', `version: 1\ncases:\n${own}`],
    ['deep indentation', `version: 1\ncases:\n${indented}\n`],
    ['CRLF', `version: 1\ncases:\n${own}\n`.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFFversion: 1\ncases:\n${own}\n`],
    ['flow style', 'version: 1\ncases: [{id: mine, question: q, outcome: {admin: allowed}}]\n'],
    [
      'JSON',
      '{"version": 1, "cases": [{"id": "mine", "question": "q", "outcome": {"a": "allowed"}}]}\n',
    ],
    ['a document mark', `---\nversion: 1\ncases:\n${own}\n...\n`],
    ['fields behind the cases', `cases:\n${own}\nversion: 1\n`],
    ['a file without cases', 'version: 1\ncases: []  # none yet\n'],
    ['no cases at all', 'version: 1'],
  ])('keeps every line of a file with %s', async (_, text) => {
    writeFileSync(out('drafts.yaml'), text);
    const before = (await loadSuite(out('drafts.yaml'))).suite.cases;
    expect(await seed('drafts.yaml', 2)).toMatchObject({ written: 2 });
    const { suite, findings } = await loadSuite(out('drafts.yaml'));
    expect(findings.filter((finding) => finding.severity === 'error')).toEqual([]);
    expect(suite.cases).toHaveLength(before.length + 2);
    expect(suite.cases.map((one) => one.id)).toContain('shop_seed_002');
    const after = read('drafts.yaml');
    let position = 0;
    for (const line of text.split('\n')) {
      const kept = line.replace('cases: []', 'cases:').replace(/\]\}?$/, '');
      const found = after.indexOf(kept, position);
      expect(found, line).toBeGreaterThanOrEqual(position);
      position = found + kept.length;
    }
  });

  it('refuses a hard link to a suite after the suite got it', async () => {
    linkSync(out('evals/shop.yaml'), out('hard.yaml'));
    await expect(seed('hard.yaml')).rejects.toMatchObject(named);
  });

  it('asks nothing that a suite of the project asks, and takes no id of one', async () => {
    await seed('drafts.yaml', 1);
    const { suite } = await loadSuite(out('drafts.yaml'));
    await engine.evals.promote({ drafts: 'drafts.yaml', to: 'evals/shop.yaml', by: 'Ann' });
    expect(await seed('drafts.yaml', 1)).toMatchObject({
      written: 1,
      dropped: { duplicateQuestion: 1 },
    });
    const again = (await loadSuite(out('drafts.yaml'))).suite.cases;
    expect(again[0]?.question).not.toBe(suite.cases[0]?.question);
    expect(again[0]?.id).toBe('shop_seed_002');
  });
});
