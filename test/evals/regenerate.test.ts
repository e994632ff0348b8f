import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packagedSuitesFolder } from '../../src/demo/index.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import { runCli } from '../cli/run-cli.ts';
import { hasShared, sharedPath } from '../shared.ts';

let folder = '';
let suite = '';
let engine: Engine;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-regenerate-'));
  suite = join(folder, 'suite.yaml');
  const database = new DatabaseSync(join(folder, 'shop.sqlite'));
  database.exec(`
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price REAL);
    INSERT INTO item VALUES (1, 'pen', 1.5), (2, 'NO', 60000.0), (3, 'cup', 3.0);
  `);
  database.close();
  writeFileSync(
    join(folder, 'nl2sql.yaml'),
    `version: 2
datasources:
- {id: shop, type: sqlite, connection: {path: shop.sqlite}, limits: {row_limit: 100, timeout_ms: 5000}}
- {id: other, type: sqlite, connection: {path: shop.sqlite}}
- {id: gone, type: sqlite, connection: {path: gone.sqlite}}
`,
  );
  engine = createEngine({ config: join(folder, 'nl2sql.yaml') });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** An approved case with these lines below its outcome. */
function caseText(id: string, lines: string): string {
  return `- id: ${id}
  question: What about ${id}?
  datasources: [shop]
  status: approved
  outcome: {admin: allowed}
${lines}`;
}

function write(...cases: readonly string[]): string {
  const text = `# kept\nversion: 1\ncases:\n\n${cases.join('\n')}`;
  writeFileSync(suite, text);
  return text;
}

describe('regenerating a suite', () => {
  it('fills missing rows and alternatives, with types kept and text quoted', async () => {
    write(
      caseText('a', '  sql: SELECT name, price FROM item ORDER BY id\n  rows: null\n'),
      caseText('b', '  sql: SELECT 1 AS n\n  rows:\n  - {n: 1}\n  alt_sql:\n  - SELECT 2 AS n\n'),
    );
    const report = await engine.evals.regenerate('suite.yaml');
    expect(report).toEqual({
      path: suite,
      checked: 3,
      written: 2,
      changed: ['a', 'b'],
      failed: [],
      warnings: [],
      stopped: false,
    });
    const text = readFileSync(suite, 'utf8');
    expect(text).toContain(
      "  rows:\n  - {name: pen, price: 1.5}\n  - {name: 'NO', price: 60000.0}\n  - {name: cup, price: 3.0}\n",
    );
    expect(text).toContain('  - SELECT 2 AS n\n  alt_rows:\n  - - {n: 2}\n');
    expect(await engine.evals.regenerate('suite.yaml')).toMatchObject({
      checked: 3,
      written: 0,
      changed: [],
    });
    expect(readFileSync(suite, 'utf8')).toBe(text);
  });

  it('leaves another spelling of the same value, and writes what differs and nothing else', async () => {
    const before = write(
      caseText(
        'same',
        '  sql: SELECT price FROM item WHERE id = 3\n  rows:\n  - {price: 3.00}  # by hand\n',
      ),
      caseText(
        'drift',
        '  sql: SELECT id, name FROM item\n  rows:\n  - {id: 1, name: pen}\n  - {id: 2, name: old}\n  - {id: 3, name: cup}\n',
      ),
      caseText('type', '  sql: SELECT 60000.0 AS v\n  rows:\n  - {v: 60000}\n'),
      caseText(
        'order',
        '  sql: SELECT id FROM item ORDER BY id DESC\n  rows:\n  - {id: 1}\n  - {id: 2}\n  - {id: 3}\n',
      ),
      caseText('name', '  sql: SELECT 1 AS b\n  rows:\n  - {a: 1}\n'),
    );
    const report = await engine.evals.regenerate('suite.yaml');
    expect(report).toMatchObject({
      checked: 5,
      written: 4,
      changed: ['drift', 'type', 'order', 'name'],
    });
    expect(readFileSync(suite, 'utf8')).toBe(
      before
        .replace('{id: 2, name: old}', "{id: 2, name: 'NO'}")
        .replace('{v: 60000}', '{v: 60000.0}')
        .replace(
          '  - {id: 1}\n  - {id: 2}\n  - {id: 3}\n',
          '  - {id: 3}\n  - {id: 2}\n  - {id: 1}\n',
        )
        .replace('{a: 1}', '{b: 1}'),
    );
  });

  it('stores the rows that tie where LIMIT cuts, and takes them out when none do', async () => {
    const sql = 'SELECT name FROM item ORDER BY length(name) DESC LIMIT 2';
    write(
      caseText('tie', `  sql: ${sql}\n  rows: null\n`),
      caseText(
        'none',
        `  sql: ${sql.replace('DESC', 'DESC, id')}\n  rows:\n  - {name: pen}\n  - {name: cup}\n  boundary_tie:\n  - {name: pen}\n`,
      ),
      caseText('unsure', '  sql: SELECT name FROM item LIMIT 2\n  rows: null\n'),
    );
    const database = new DatabaseSync(join(folder, 'shop.sqlite'));
    database.exec("INSERT INTO item VALUES (4, 'mug', 2.0)");
    database.close();
    const report = await engine.evals.regenerate('suite.yaml');
    expect(report).toMatchObject({ written: 3, changed: ['tie', 'none', 'unsure'], failed: [] });
    expect(report.warnings.map((one) => [one.case, one.code])).toEqual([
      ['tie', 'tie-at-limit'],
      ['unsure', 'tie-unknown'],
    ]);
    const text = readFileSync(suite, 'utf8');
    expect(text).toContain('  boundary_tie:\n  - {name: pen}\n  - {name: cup}\n  - {name: mug}\n');
    expect(text.match(/boundary_tie/g)).toHaveLength(1);
    expect(await engine.evals.regenerate('suite.yaml')).toMatchObject({ written: 0, changed: [] });
  });

  it('keeps a stored choice among rows that tie at the LIMIT, and writes a value of another type', async () => {
    const database = new DatabaseSync(join(folder, 'shop.sqlite'));
    database.exec("INSERT INTO item VALUES (4, 'cap', 3.0)");
    database.close();
    const sql = `  order_matters: true
  sql: SELECT name, price FROM item ORDER BY price DESC LIMIT 2
  rows:
  - {name: 'NO', price: 60000.0}`;
    // cup and cap cost the same: whichever the database takes, the other one is no change.
    for (const name of ['cup', 'cap']) {
      write(caseText('tie', `${sql}\n  - {name: ${name}, price: 3.0}\n`));
      await engine.evals.regenerate(suite);
      const after = readFileSync(suite, 'utf8');
      expect(after).toContain(`  - {name: ${name}, price: 3.0}\n  boundary_tie:`);
    }
    write(caseText('tie', `${sql}\n  - {name: cup, price: 3}\n`));
    await engine.evals.regenerate(suite);
    expect(readFileSync(suite, 'utf8')).not.toContain('price: 3}');
  });

  it('says of each case that fails why, and writes the others', async () => {
    const failing: Record<string, [string, string]> = {
      rejected: ['sql-rejected', 'SELECT nope FROM item'],
      writes: ['not-read-only', 'DELETE FROM item'],
      cut: [
        'truncated',
        'WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n WHERE v < 200) SELECT v FROM n',
      ],
      twice: ['duplicate-columns', 'SELECT 1 AS a, 2 AS a'],
      chance: ['volatile', 'SELECT random() AS r'],
      today: ['volatile', "SELECT date('now') AS d"],
      slow: [
        'timeout',
        'WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n) SELECT count(*) AS c FROM n',
      ],
    };
    write(
      ...Object.entries(failing).map(([id, [, sql]]) =>
        caseText(id, `  sql: "${sql}"\n  rows: []\n`),
      ),
      caseText('two', '  sql: SELECT 1 AS n\n  rows: []\n').replace('[shop]', '[shop, other]'),
      caseText('nowhere', '  sql: SELECT 1 AS n\n  rows: []\n').replace('[shop]', '[shp]'),
      caseText('away', '  sql: SELECT 1 AS n\n  rows: []\n').replace('[shop]', '[gone]'),
      caseText('literal', `  sql: SELECT 'random() of date(now)' AS t\n  rows: []\n`),
    );
    const report = await engine.evals.regenerate('suite.yaml', { timeoutMs: 500 });
    expect(Object.fromEntries(report.failed.map((one) => [one.case, one.code]))).toEqual({
      ...Object.fromEntries(Object.entries(failing).map(([id, [code]]) => [id, code])),
      two: 'datasource-count',
      nowhere: 'unknown-datasource',
      away: 'unavailable',
    });
    expect(report.failed.find((one) => one.case === 'twice')?.message).toBe(
      'sql: two output columns are called "a". Give each a name of its own with AS',
    );
    expect(report.failed.find((one) => one.case === 'nowhere')?.message).toContain(
      'Did you mean "shop"?',
    );
    expect(report.changed).toEqual(['literal']);
    expect(readFileSync(suite, 'utf8')).toContain('  rows:\n  - {t: random() of date(now)}\n');
  });

  it('leaves drafts, retired and unanswerable cases alone', async () => {
    const before = write(
      caseText('draft', '  sql: SELECT 5 AS n\n  rows: null\n').replace('approved', 'draft'),
      caseText('retired', '  sql: SELECT 5 AS n\n  rows: null\n').replace('approved', 'retired'),
      caseText('none', '  sql: null\n  rows: null\n').replace('allowed', 'unanswerable'),
    );
    expect(await engine.evals.regenerate('suite.yaml')).toMatchObject({ checked: 0, changed: [] });
    expect(readFileSync(suite, 'utf8')).toBe(before);
  });

  it('keeps the rows out of a suite that compares with executed gold and has none', async () => {
    write(caseText('a', '  sql: SELECT 1 AS n\n  rows: null\n'));
    writeFileSync(
      suite,
      readFileSync(suite, 'utf8').replace('version: 1', 'version: 1\ngold: executed'),
    );
    const before = readFileSync(suite, 'utf8');
    expect(await engine.evals.regenerate('suite.yaml')).toMatchObject({
      checked: 1,
      written: 0,
      changed: [],
    });
    expect(readFileSync(suite, 'utf8')).toBe(before);
  });

  it('writes nothing with check, also no new time stamp', async () => {
    write(caseText('a', '  sql: SELECT 1 AS n\n  rows:\n  - {n: 2}\n'));
    const before = { text: readFileSync(suite, 'utf8'), mtime: statSync(suite).mtimeMs };
    const report = await engine.evals.regenerate('suite.yaml', { check: true });
    expect(report).toMatchObject({ checked: 1, written: 0, changed: ['a'] });
    expect({ text: readFileSync(suite, 'utf8'), mtime: statSync(suite).mtimeMs }).toEqual(before);
  });

  it('refuses a suite that does not load, and one that the package ships', async () => {
    writeFileSync(suite, 'version: 1\ncases:\n- id: a\n  outcom: {}\n');
    await expect(engine.evals.regenerate('suite.yaml')).rejects.toMatchObject({
      code: 'SUITE_INVALID',
      exitCode: 2,
      details: {
        findings: [{ code: 'missing-field' }, { code: 'missing-field' }, { code: 'unknown-key' }],
      },
    });
    await expect(
      engine.evals.regenerate(join(packagedSuitesFolder, 'chinook.yaml')),
    ).rejects.toMatchObject({
      code: 'SUITE_PACKAGED',
      remedy: 'Copy it into your project and work on the copy.',
    });
  });

  it('stops on a signal and writes nothing', async () => {
    const before = write(caseText('a', '  sql: SELECT 1 AS n\n  rows:\n  - {n: 2}\n'));
    const report = await engine.evals.regenerate('suite.yaml', { signal: AbortSignal.abort() });
    expect(report).toMatchObject({ stopped: true, written: 0 });
    expect(readFileSync(suite, 'utf8')).toBe(before);
  });
});

describe('nl2sql eval regenerate', () => {
  it('says what it did, and exits 1 with --check when rows differ', async () => {
    write(caseText('a', '  sql: SELECT 1 AS n\n  rows:\n  - {n: 2}\n'));
    const check = await runCli(['eval', 'regenerate', 'suite.yaml', '--check'], { cwd: folder });
    expect(check).toEqual({
      exitCode: 1,
      stdout: 'suite.yaml: 1 result set checked, 1 case differs\n  differs: a\n',
      stderr: '',
    });
    const written = await runCli(['eval', 'regenerate', 'suite.yaml', '--json'], { cwd: folder });
    expect(written.exitCode).toBe(0);
    expect(JSON.parse(written.stdout)).toMatchObject({
      path: suite,
      checked: 1,
      written: 1,
      changed: ['a'],
      failed: [],
    });
    const again = await runCli(['eval', 'regenerate', 'suite.yaml', '--check'], { cwd: folder });
    expect(again).toMatchObject({
      exitCode: 0,
      stdout: 'suite.yaml: 1 result set checked, 0 cases differ\n',
    });
  });

  it('exits 1 when a case fails and 2 when the suite does not load, with every finding', async () => {
    write(caseText('a', '  sql: SELECT nope\n  rows: []\n'));
    const failed = await runCli(['eval', 'regenerate', 'suite.yaml'], { cwd: folder });
    expect(failed.exitCode).toBe(1);
    expect(failed.stdout).toContain('left as it is: a: sql: the database rejected it');
    writeFileSync(suite, 'version: 1\ncases: {}\n');
    const broken = await runCli(['eval', 'regenerate', 'suite.yaml', '--json'], { cwd: folder });
    expect(broken.exitCode).toBe(2);
    expect(JSON.parse(broken.stdout)).toMatchObject({
      error: { code: 'SUITE_INVALID' },
      findings: [{ code: 'wrong-type', line: 2 }],
    });
  });
});

describe.skipIf(!hasShared)('regenerating the reference suites (needs the reference data)', () => {
  it.each([
    ['chinook', 57],
    ['routing', 10],
  ])('leaves a copy of %s byte for byte', async (name, checked) => {
    const project = join(folder, 'project');
    cpSync(sharedPath('reference/nl2sql/demo-project'), project, { recursive: true });
    const path = join(project, `evals/${name}.yaml`);
    const before = readFileSync(path);
    const own = createEngine({ config: join(project, 'nl2sql.yaml') });
    const report = await own.evals.regenerate(`evals/${name}.yaml`);
    expect(report).toMatchObject({ checked, written: 0, changed: [], failed: [] });
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
