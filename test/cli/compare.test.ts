import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'nl2sql-compare-'));
  const files: Readonly<Record<string, string>> = {
    'gold.json':
      '{"columns": ["name", "total"], "rows": [["Ann", 1.5], ["Bob", 9007199254740993]]}',
    'same.csv': '\uFEFFname;total\r\n"Bob";9007199254740993\r\n"Ann";1.5\r\n',
    'moved.jsonl': '{"columns": ["n", "who"]}\n[1.5, "Ann"]\n[9007199254740993, "Bob"]\n',
    'off.json': '[{"name": "Ann", "total": 1.5}, {"name": "Bob", "total": 9007199254740992}]',
    'null.csv': 'a,b\n,x\n"",x\n"two\nlines",007\n',
    'null.json':
      '{"columns": ["a", "b"], "rows": [[null, "x"], ["", "x"], ["two\\nlines", "007"]]}',
    'empty.json': '',
    'broken.json': '{"columns": ["a"], "rows": [[1]',
    'ragged.json': '{"columns": ["a", "b"], "rows": [[1, 2], [3]]}',
    'ragged.csv': 'a,b\n1,2\n3\n',
    'tag.json': '{"columns": ["a"], "rows": [[{"$money": "1"}]]}',
    'cases.json': JSON.stringify({
      cases: [
        {
          id: 'one',
          gold: { columns: ['a'], rows: [[1]] },
          predicted: { columns: ['b'], rows: [[1]] },
          order_matters: false,
          expect_strict: true,
          expect_lenient: true,
        },
        {
          id: 'two',
          gold: { columns: ['a'], rows: [[1]] },
          predicted: { columns: ['b'], rows: [[2]] },
          order_matters: false,
          expect_strict: true,
          expect_lenient: true,
          why: 'wrong on purpose',
        },
      ],
    }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('nl2sql compare', () => {
  it('reads JSON against CSV: BOM, semicolons, CRLF, every digit', async () => {
    const run = await runCli(['compare', 'gold.json', 'same.csv', '--json'], { cwd });
    expect(JSON.parse(run.stdout)).toMatchObject({
      id: null,
      strict: true,
      lenient: true,
      verdict: 'strict',
    });
    expect(run.exitCode).toBe(0);
  });

  it('tells NULL from an empty text in CSV, keeps line breaks and leading zeros', async () => {
    const run = await runCli(['compare', 'null.json', 'null.csv'], { cwd });
    expect(run).toMatchObject({ exitCode: 0, stdout: 'strict: the results are equal\n' });
  });

  it('exits 1 on a lenient match, 0 with --lenient', async () => {
    expect((await runCli(['compare', 'gold.json', 'moved.jsonl'], { cwd })).exitCode).toBe(1);
    const run = await runCli(['compare', 'gold.json', 'moved.jsonl', '--lenient'], { cwd });
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain('columns: name = who, total = n');
  });

  it('shows the differing cell', async () => {
    const run = await runCli(['compare', 'gold.json', 'off.json'], { cwd });
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toMatch(/"Bob"\s+total\s+9007199254740993\s+9007199254740992/);
  });

  it("judges by somebody else's rules", async () => {
    const run = await runCli(['compare', 'gold.json', 'off.json', '--rules', 'nl2sql-0.7'], {
      cwd,
    });
    expect(run.stdout).toContain('nl2sql-0.7: match');
    expect(run.exitCode).toBe(0);
  });

  it.each([
    ['missing.json', 'no such file'],
    ['empty.json', 'the file is empty'],
    ['broken.json', 'not JSON'],
    ['ragged.json', 'row 2: 1 cells, but there are 2 columns'],
    ['ragged.csv', 'line 3'],
    ['tag.json', 'unknown tag $money'],
  ])('refuses %s with exit 2: %s', async (file, problem) => {
    const run = await runCli(['compare', 'gold.json', file], { cwd });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain(file);
    expect(run.stderr).toContain(problem);
    expect(run.stdout).toBe('');
  });

  it('prints a line per case and exits 1 when an expectation does not hold', async () => {
    const run = await runCli(['compare', '--cases', 'cases.json', '--json'], { cwd });
    const lines = run.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { id: 'one', strict: true, lenient: true },
      { id: 'two', strict: false, lenient: false, verdict: 'different' },
    ]);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('two: expected strict true, lenient true, found different');
  });

  it('says what is missing', async () => {
    const run = await runCli(['compare', 'gold.json'], { cwd });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain('compare needs two files; found one');
  });
});
