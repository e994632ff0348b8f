import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { hasShared, sharedPath } from '../../../test/shared.ts';
import type { Cell } from '../../catalog/index.ts';
import { formatCase, formatSuite } from './format-suite.ts';
import type { EvalCase, EvalSuite } from './model.ts';
import { readSuite } from './read-suite.ts';

const draft: EvalCase = {
  id: 'a',
  question: 'How many?',
  datasources: ['shop'],
  status: 'draft',
  kind: 'answer',
  origin: 'hand',
  difficulty: null,
  tags: [],
  paraphrase_group: null,
  outcome: new Map([['admin', 'allowed']]),
  tables: [],
  columns: [],
  order_matters: false,
  sql: null,
  rows: null,
  alt_sql: [],
  alt_rows: [],
  plan: null,
};

function withCell(cell: Cell, column = 'v'): EvalCase {
  return { ...draft, sql: 'SELECT 1', rows: { columns: [column, 'w'], rows: [[cell, 1]] } };
}

/** The written row line of a cell. */
function rowText(cell: Cell): string {
  const text = formatCase(withCell(cell));
  return text.slice(text.indexOf('rows:\n') + 6).trimEnd();
}

function suiteOf(cases: readonly EvalCase[]): EvalSuite {
  return { version: 1, name: 's', path: null, digest: '', gold: 'stored', cases };
}

describe('writing a suite', () => {
  it('writes an empty suite', () => {
    expect(formatSuite({ ...suiteOf([]), header: '' })).toBe('version: 1\ncases: []\n');
  });

  it('writes a case in the order and layout of the reference suites', () => {
    expect(formatSuite({ ...suiteOf([draft]), header: '# a\n' })).toBe(`# a
version: 1
cases:

- id: a
  question: How many?
  datasources: [shop]
  status: draft
  origin: hand
  tags: []
  outcome: {admin: allowed}
  tables: []
  columns: []
  order_matters: false
  sql: null
  rows: null
`);
  });

  it('tells editors the schema in a new file', () => {
    expect(formatSuite(suiteOf([]))).toMatch(
      /^# yaml-language-server: \$schema=\S+suite\.schema\.json\n/,
    );
  });

  it.each([
    ['NO', "  - {v: 'NO', w: 1}"],
    ['y', "  - {v: 'y', w: 1}"],
    ['2009-01-01', "  - {v: '2009-01-01', w: 1}"],
    ['007', "  - {v: '007', w: 1}"],
    ['1e5', "  - {v: '1e5', w: 1}"],
    ['0o17', "  - {v: '0o17', w: 1}"],
    ['1.5', "  - {v: '1.5', w: 1}"],
    ['null', "  - {v: 'null', w: 1}"],
    ['', "  - {v: '', w: 1}"],
    ['a, b', "  - {v: 'a, b', w: 1}"],
    ['a: b', "  - {v: 'a: b', w: 1}"],
    ['10:30', "  - {v: '10:30', w: 1}"],
    ["it's", "  - {v: it's, w: 1}"],
    [' x', "  - {v: ' x', w: 1}"],
    ['a\tb', '  - {v: "a\\tb", w: 1}'],
    ['a\u0085b', '  - {v: "a\\Nb", w: 1}'],
    ['a\u2028b', '  - {v: "a\\Lb", w: 1}'],
    ['\u{1F600}', '  - {v: \u{1F600}, w: 1}'],
    ['a\nb', '  - v: |-\n      a\n      b\n    w: 1'],
    ['a \nb', '  - v: "a \\nb"\n    w: 1'],
    [1.5, '  - {v: 1.5, w: 1}'],
    [{ $float: '60000' }, '  - {v: 60000.0, w: 1}'],
    [{ $float: '100000000000000000000' }, '  - {v: 1.0e+20, w: 1}'],
    [0.00001, '  - {v: 1.0e-05, w: 1}'],
    [{ $float: 'inf' }, '  - {v: .inf, w: 1}'],
    [{ $float: '-0' }, '  - {v: -0.0, w: 1}'],
    [{ $decimal: '12.30' }, '  - {v: 12.30, w: 1}'],
    [{ $decimal: 'NaN' }, '  - v: {$decimal: NaN}\n    w: 1'],
    [9007199254740993n, '  - {v: 9007199254740993, w: 1}'],
    [{ $date: '2024-01-31' }, "  - v: {$date: '2024-01-31'}\n    w: 1"],
    [{ $bytes: '00ff' }, '  - v: {$bytes: 00ff}\n    w: 1'],
    [[1, 2], '  - v: [1, 2]\n    w: 1'],
    [true, '  - {v: true, w: 1}'],
    [null, '  - {v: null, w: 1}'],
  ] satisfies [Cell, string][])('writes a cell (case %#)', (cell, text) => {
    expect(rowText(cell)).toBe(text);
  });

  it('gives every value back, to readers of YAML 1.1 and 1.2 alike', () => {
    const cells: Cell[] = [
      'NO',
      'on',
      'y',
      'N',
      '~',
      '',
      ' ',
      '1_000',
      '0x1F',
      '0b1',
      '1:30',
      '12e3',
      '.5',
      '-.5',
      '+.inf',
      '2024-01-31 10:00:00',
      '=',
      '<<',
      '- x',
      '? x',
      ': x',
      '#x',
      'x #y',
      'x: y',
      '[x',
      '{x',
      '*x',
      '&x',
      '!x',
      '|',
      '>',
      '%x',
      '@x',
      '`x',
      '"x"',
      "'x'",
      'a\nb\n',
      '\n',
      'a\n\n',
      ' a\nb',
      'a\r\nb',
      '---',
      '...',
      '\\n',
      'x'.repeat(200),
      'word '.repeat(60).trim(),
      `it's ${'a: word '.repeat(40)}`.trim(),
      `\u0007${'tab\t '.repeat(50)}`,
      '\u00e9',
      '\ufeffx',
      '\u{1F600}\t',
      'NULL',
      'true',
      '089',
    ];
    const cases = cells.map((cell, index) => ({ ...withCell(cell), id: `c${index}` }));
    const text = formatSuite(suiteOf(cases));
    const { suite, findings } = readSuite(text);
    expect(findings).toEqual([]);
    expect(suite.cases.map((evalCase) => evalCase.rows?.rows[0]?.[0])).toEqual(cells);
    for (const version of ['1.1', '1.2'] as const) {
      const read = parseDocument(text, { version }).toJS({ maxAliasCount: 0 });
      expect(
        read.cases.map((one: { rows: [{ v: unknown }] }) => one.rows[0].v),
        version,
      ).toEqual(cells);
    }
  });

  it('writes column names that need quotes, escapes or a line of their own', () => {
    const columns = ['on', 'COUNT(\n*)', '', 'a: b', 'x'.repeat(1100), '__proto__', "o'clock"];
    const evalCase: EvalCase = {
      ...draft,
      sql: 'SELECT 1',
      rows: { columns, rows: [columns.map((_, index) => index)] },
    };
    const { suite, findings } = readSuite(formatSuite(suiteOf([evalCase])));
    expect(findings).toEqual([]);
    expect(suite.cases[0]?.rows).toEqual(evalCase.rows);
  });

  it('writes all our own fields so that they read back', () => {
    const full: EvalCase = {
      ...draft,
      kind: 'answer',
      difficulty: 'hard',
      evidence: 'Revenue is net.',
      notes: 'Two lines\nof notes\n',
      tables_any_of: [['A', 'B'], ['C']],
      tolerance: { absolute: 0.005, relative: 1 },
      sql: { sqlite: 'SELECT 1\n', postgres: 'SELECT 2\n' },
      rows: { columns: ['n'], rows: [] },
      boundary_tie: { columns: ['n'], rows: [[1], [2]] },
      rows_by_role: new Map([['viewer', { columns: ['n'], rows: [[3]] }]]),
      alt_sql: ['SELECT 3\n'],
      alt_rows: [{ columns: null, rows: [] }],
      reviewed: { by: 'Ann', at: '2024-01-31' },
      plan: { limit: 5, value: { $float: '60000' }, big: 9007199254740993n, x: [1.5, 'NO'] },
    };
    const { suite, findings } = readSuite(formatSuite({ ...suiteOf([full]), gold: 'executed' }));
    expect(findings).toEqual([]);
    expect(suite.gold).toBe('executed');
    const { lines: _, ...read } = suite.cases[0] as EvalCase;
    expect(read).toEqual({ ...full, rows: { columns: null, rows: [] } });
  });
});

describe.skipIf(!hasShared)('writing the reference suites (needs the reference data)', () => {
  it.each(['chinook', 'routing'])('gives the bytes of %s from the model alone', (name) => {
    const text = readFileSync(
      sharedPath(`reference/nl2sql/demo-project/evals/${name}.yaml`),
      'utf8',
    );
    expect(formatSuite(readSuite(text).suite)).toBe(text);
  });
});
