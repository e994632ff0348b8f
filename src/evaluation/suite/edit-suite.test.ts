import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasShared, sharedPath } from '../../../test/shared.ts';
import { editSuite } from './edit-suite.ts';
import type { EvalCase } from './model.ts';
import { readSuite } from './read-suite.ts';

const text = `# Header.
version: 1   # one
cases:

# About a.
- id: a
  question: "How many?"   # quoted by hand
  datasources: [shop]
  status: draft
  outcome: {admin: allowed}
  sql: SELECT 1 AS n  # quick
  rows: null

- id: b
  question: How much?
  status: approved
  datasources: [shop]
  outcome: {admin: allowed}
  sql: |
    SELECT a, b FROM t

  rows:
  # checked by Ann
  - {a: 1, b: 3.00}  # first
  - {a: 2, b: x}
  - {a: 3, b: y}
  alt_sql: []
  notes: stays
`;

/** The lines that differ, as a unified diff without context. */
function diff(before: string, after: string): string[] {
  const old = before.split('\n');
  const now = after.split('\n');
  let head = 0;
  while (head < old.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail))
    tail += 1;
  return [
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+${line}`),
  ];
}

function edited(id: string, set: Partial<EvalCase>, source = text): string[] {
  return diff(source, editSuite(source, { cases: [{ id, set }] }));
}

describe('editing a suite', () => {
  it('returns the very text when nothing is edited', () => {
    expect(editSuite(text, {})).toBe(text);
    expect(
      edited('b', {
        rows: {
          columns: ['a', 'b'],
          rows: [
            [1, { $float: '3' }],
            [2, 'x'],
            [3, 'y'],
          ],
        },
      }),
    ).toEqual([]);
  });

  it('changes one word', () => {
    expect(edited('a', { status: 'approved' })).toEqual([
      '-  status: draft',
      '+  status: approved',
    ]);
  });

  it('changes only the rows that differ, with the comments and spellings around them kept', () => {
    expect(
      edited('b', {
        rows: {
          columns: ['a', 'b'],
          rows: [
            [1, { $float: '3' }],
            [2, 'z'],
            [3, 'y'],
          ],
        },
      }),
    ).toEqual(['-  - {a: 2, b: x}', '+  - {a: 2, b: z}']);
    expect(
      edited('b', {
        rows: {
          columns: ['a', 'b'],
          rows: [
            [1, { $float: '3' }],
            [3, 'y'],
          ],
        },
      }),
    ).toEqual(['-  - {a: 2, b: x}']);
    expect(
      edited('b', {
        rows: {
          columns: ['a', 'b'],
          rows: [
            [1, { $float: '3' }],
            [2, 'x'],
            [3, 'y'],
            [4, 'NO'],
          ],
        },
      }),
    ).toEqual(["+  - {a: 4, b: 'NO'}"]);
  });

  it('writes every row anew when a column changes', () => {
    expect(edited('b', { rows: { columns: ['c'], rows: [[1]] } })).toEqual([
      '-  - {a: 1, b: 3.00}  # first',
      '-  - {a: 2, b: x}',
      '-  - {a: 3, b: y}',
      '+  - {c: 1}',
    ]);
  });

  it('fills rows that were null, below their key', () => {
    expect(edited('a', { rows: { columns: ['n'], rows: [[1]] } })).toEqual([
      '-  rows: null',
      '+  rows:',
      '+  - {n: 1}',
    ]);
  });

  it('empties rows', () => {
    expect(edited('b', { rows: { columns: null, rows: [] } })).toEqual([
      '-  rows:',
      '-  # checked by Ann',
      '-  - {a: 1, b: 3.00}  # first',
      '-  - {a: 2, b: x}',
      '-  - {a: 3, b: y}',
      '+  rows: []',
    ]);
  });

  it('moves a comment behind an old value up when the new one takes lines', () => {
    expect(edited('a', { sql: 'SELECT 2 AS n\n' })).toEqual([
      '-  sql: SELECT 1 AS n  # quick',
      '+  sql: |  # quick',
      '+    SELECT 2 AS n',
    ]);
  });

  it('inserts a missing field where its order puts it', () => {
    expect(edited('a', { difficulty: 'easy', tags: ['x'] })).toEqual([
      '+  difficulty: easy',
      '+  tags: [x]',
    ]);
    expect(edited('b', { alt_rows: [{ columns: ['n'], rows: [[1]] }] })).toEqual([
      '+  alt_rows:',
      '+  - - {n: 1}',
    ]);
    expect(edited('b', { boundary_tie: { columns: ['n'], rows: [[1]] } })).toEqual([
      '+  boundary_tie:',
      '+  - {n: 1}',
    ]);
  });

  it('takes a field out', () => {
    const after = editSuite(text, { cases: [{ id: 'b', remove: ['notes', 'rows'] }] });
    expect(readSuite(after, { isLenient: true }).suite.cases[1]).toMatchObject({
      id: 'b',
      rows: null,
    });
    expect(after).not.toContain('notes');
    expect(after.split('\n').length).toBe(text.split('\n').length - 6);
  });

  it('appends a case in the layout of the file', () => {
    const [draft] = readSuite(text).suite.cases;
    const after = editSuite(text, { append: [{ ...(draft as EvalCase), id: 'c' }] });
    expect(after.startsWith(text)).toBe(true);
    expect(after.slice(text.length)).toMatch(/^\n- id: c\n {2}question: How many\?\n/);
    expect(readSuite(after).suite.cases.map((one) => one.id)).toEqual(['a', 'b', 'c']);
  });

  it('appends to a suite without cases', () => {
    const [draft] = readSuite(text).suite.cases;
    for (const empty of [
      'version: 1\ncases: []\n',
      'version: 1\ncases: []',
      'version: 1\n',
      '{"version": 1, "cases": []}\n',
    ]) {
      const after = editSuite(empty, { append: [draft as EvalCase] });
      const { suite, findings } = readSuite(after);
      expect(findings, after).toEqual([]);
      expect(
        suite.cases.map((one) => one.id),
        after,
      ).toEqual(['a']);
    }
  });

  it('takes a case out with the comment above it', () => {
    const after = editSuite(text, { removeCases: ['a'] });
    expect(after).toBe(text.replace(/# About a\.\n[\s\S]*?(?=- id: b)/, ''));
    expect(editSuite(text, { removeCases: ['b'] })).toBe(text.replace(/- id: b[\s\S]*$/, ''));
  });

  it('leaves an empty list where every case is taken out', () => {
    const after = editSuite(text, { removeCases: readSuite(text).suite.cases.map(({ id }) => id) });
    expect(after).toMatch(/^cases: \[\]$/m);
    expect(readSuite(after)).toMatchObject({ suite: { cases: [] }, findings: [] });
  });

  it('keeps CR LF, the byte order mark and a missing last line end', () => {
    const windows = `\uFEFF${text.replaceAll('\n', '\r\n')}`.trimEnd();
    const after = editSuite(windows, {
      cases: [{ id: 'a', set: { rows: { columns: ['n'], rows: [[1]] } } }],
    });
    expect(after).toBe(windows.replace('rows: null', 'rows:\r\n  - {n: 1}'));
    const last = editSuite(windows, { cases: [{ id: 'b', set: { notes: 'other' } }] });
    expect(last).toBe(windows.replace('notes: stays', 'notes: other'));
  });

  it('writes indented lists and block rows where the file does', () => {
    const own = `version: 1
cases:
  - id: a
    question: x
    outcome:
      admin: allowed
    sql: SELECT 1
    rows:
      - a: 1
        b: 2
    alt_sql: [SELECT 2]
`;
    const after = editSuite(own, {
      cases: [
        {
          id: 'a',
          set: {
            rows: { columns: ['a', 'c'], rows: [[1, 2]] },
            alt_rows: [{ columns: ['q'], rows: [[1]] }],
          },
        },
      ],
    });
    expect(diff(own, after)).toEqual([
      '-        b: 2',
      '-    alt_sql: [SELECT 2]',
      '+        c: 2',
      '+    alt_sql: [SELECT 2]',
      '+    alt_rows:',
      '+      - - q: 1',
    ]);
  });

  it('edits JSON as JSON', () => {
    const json = `${JSON.stringify({ version: 1, cases: [{ id: 'a', question: 'x', outcome: { admin: 'allowed' }, sql: 'SELECT 1', rows: null }] }, null, 2)}\n`;
    const after = editSuite(json, {
      cases: [{ id: 'a', set: { rows: { columns: ['n'], rows: [[1]] }, difficulty: 'easy' } }],
    });
    const parsed = JSON.parse(after);
    expect(parsed.cases[0]).toMatchObject({
      rows: [{ n: 1 }],
      difficulty: 'easy',
      sql: 'SELECT 1',
    });
    expect(after).toContain(`\n      "sql": "SELECT 1",\n`);
  });
});

describe.skipIf(!hasShared)('editing the reference suite (needs the reference data)', () => {
  it('leaves every other case byte for byte', () => {
    const whole = readFileSync(
      sharedPath('reference/nl2sql/demo-project/evals/chinook.yaml'),
      'utf8',
    );
    const after = editSuite(whole, {
      cases: [{ id: 'chinook_020', set: { rows: { columns: ['n'], rows: [[1]] } } }],
    });
    const cut = (from: string) => from.split(/^(?=- id:)/m);
    const before = cut(whole);
    const now = cut(after);
    expect(now.length).toBe(before.length);
    expect(now.filter((part, index) => part !== before[index])).toHaveLength(1);
  });
});
