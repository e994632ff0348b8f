import { describe, expect, it } from 'vitest';
import type { Finding } from './model.ts';
import { readSuite } from './read-suite.ts';

const head = 'version: 1\ncases:\n';
const good = `- id: a
  question: How many?
  datasources: [shop]
  status: approved
  outcome: {admin: allowed}
  sql: SELECT 1 AS n
  rows:
  - {n: 1}
`;

function codes(text: string): string[] {
  return readSuite(text).findings.map((finding) => finding.code);
}

function only(text: string): Finding {
  const { findings } = readSuite(text, { path: '/project/evals/shop.yaml' });
  expect(findings).toHaveLength(1);
  return findings[0] as Finding;
}

/** A good case with one line put in or changed. */
function withLine(line: string): string {
  const key = line.replace('- ', '').trim().split(':')[0] ?? '';
  const lines = good.split('\n');
  const at = lines.findIndex((existing) => existing.trim().replace('- ', '').startsWith(`${key}:`));
  if (at === -1) lines.splice(lines.length - 1, 0, line);
  else lines[at] = line;
  return head + lines.join('\n');
}

describe('reading a suite', () => {
  it('reads a good case with its defaults', () => {
    const { suite, findings } = readSuite(head + good, { path: '/project/evals/shop.yaml' });
    expect(findings).toEqual([]);
    expect(suite).toMatchObject({ version: 1, name: 'shop', gold: 'stored' });
    expect(suite.cases[0]).toEqual({
      id: 'a',
      question: 'How many?',
      datasources: ['shop'],
      status: 'approved',
      kind: 'answer',
      origin: 'hand',
      difficulty: null,
      tags: [],
      paraphrase_group: null,
      outcome: new Map([['admin', 'allowed']]),
      tables: [],
      columns: [],
      order_matters: false,
      sql: 'SELECT 1 AS n',
      rows: { columns: ['n'], rows: [[1]] },
      alt_sql: [],
      alt_rows: [],
      plan: null,
      lines: { first: 3, last: 10 },
    });
  });

  it('reads no cases, JSON, CRLF, a byte order mark and a leading ---', () => {
    for (const text of [
      'version: 1\ncases: []\n',
      '{"version": 1, "cases": []}',
      'version: 1\r\ncases: []\r\n',
      '\uFEFFversion: 1\ncases: []\n',
      '---\nversion: 1\ncases: []\n',
      'cases: []',
    ]) {
      expect(readSuite(text).findings, text).toEqual([]);
    }
  });

  it('gives the same digest whatever the line ends and the byte order mark', () => {
    const digest = readSuite(head + good).suite.digest;
    expect(readSuite(`\uFEFF${(head + good).replaceAll('\n', '\r\n')}`).suite.digest).toBe(digest);
  });

  it('reads a suite written as JSON like one written as YAML', () => {
    const json = JSON.stringify({
      version: 1,
      cases: [{ id: 'a', question: 'How many?', outcome: { admin: 'unanswerable' } }],
    });
    const { suite, findings } = readSuite(json);
    expect(findings).toEqual([]);
    expect(suite.cases[0]?.outcome).toEqual(new Map([['admin', 'unanswerable']]));
  });

  it('resolves plain aliases, also from one case to another', () => {
    const text = `${head}- id: a\n  question: x\n  outcome: &o {admin: refused}\n- id: b\n  question: y\n  outcome: *o\n`;
    const { suite, findings } = readSuite(text);
    expect(findings).toEqual([]);
    expect(suite.cases[1]?.outcome).toEqual(new Map([['admin', 'refused']]));
  });

  it('finds everything wrong at once, each with its line, case, field and fix', () => {
    const text = `version: 1
cases:
- id: a
  question: x
  outcome: {admin: alowed}
  statuss: approved
- id: a
  question: 7
  outcome: {}
- id: c
  question: y
  difficulty: hrd
  outcome: {admin: refused}
`;
    const findings = readSuite(text, { path: '/s.yaml' }).findings;
    expect(
      findings.map(({ line, case: id, field, code, fix }) => [line, id, field, code, fix]),
    ).toEqual([
      [5, 'a', 'outcome.admin', 'bad-enum', 'Did you mean "allowed"?'],
      [6, 'a', 'statuss', 'unknown-key', 'Did you mean "status"?'],
      [7, 'a', 'id', 'duplicate-id', 'Give each case an id of its own.'],
      [8, 'a', 'question', 'wrong-type', "Put it in quotes: '7'."],
      [9, 'a', 'outcome', 'empty-outcome', expect.stringContaining('outcome: {admin: allowed}')],
      [12, 'c', 'difficulty', 'bad-enum', 'Did you mean "hard"?'],
    ]);
  });

  it.each([
    ['  order_matters: yes', []],
    ['  kind: routing', ['routing-with-sql', 'routing-with-sql']],
    ['  sql: null', ['missing-sql', 'rows-without-sql']],
    ['  sql: ""', ['missing-sql']],
    ['  datasources: [shop, support]', ['datasource-count']],
    ['  datasources: []', ['datasource-count']],
    ['  datasources: shop', ['wrong-type']],
    ['  outcome: {}', ['empty-outcome']],
    ['  outcome: {admin: allowed, admin: refused}', ['duplicate-key']],
    ['  alt_sql: [SELECT 2]', ['alt-rows-count']],
    ['  alt_rows: [[{n: 2}]]', ['alt-rows-count']],
    ['  tolerance: {absolute: -1}', ['bad-tolerance']],
    ['  tolerance: {absolut: 1}', ['unknown-key']],
    ['  tolerance: {}', ['bad-tolerance']],
    ['  plan: [1]', ['wrong-type']],
    ['  sql: {sqlite: SELECT 1, mysqll: SELECT 1}', ['unknown-key']],
    ['  reviewed: {by: Ann}', ['missing-field']],
    ['  tables_any_of: [[a], b]', ['wrong-type']],
    ['- id: 12', ['wrong-type']],
    ['  version: 1', ['unknown-key']],
  ])('says of %j: %j', (line, expected) => {
    expect(codes(withLine(line)).toSorted()).toEqual(expected.toSorted());
  });

  it('needs rows of an approved case unless the suite or the run compares with executed gold', () => {
    const text = (head + good).replace('  rows:\n  - {n: 1}\n', '  rows: null\n');
    expect(codes(text)).toEqual(['missing-rows']);
    expect(codes(text.replace('cases:', 'gold: executed\ncases:'))).toEqual([]);
    expect(readSuite(text, { gold: 'executed' }).findings).toEqual([]);
    expect(readSuite(text, { isLenient: true }).findings).toEqual([]);
    expect(readSuite(text.replace('approved', 'draft')).findings).toEqual([]);
  });

  it('leaves unanswerable and routing cases their rows: null', () => {
    const text = `${head}- id: a
  question: x
  status: approved
  outcome: {admin: unanswerable}
  sql: null
  rows: null
- id: b
  question: y
  status: approved
  kind: routing
  datasources: [one, two]
  outcome: {admin: allowed}
  sql: null
  rows: null
`;
    expect(readSuite(text).findings).toEqual([]);
  });

  it('refuses alternatives where nothing is answered', () => {
    const text = `${head}- id: a
  question: x
  status: approved
  outcome: {admin: unanswerable}
  alt_sql: [SELECT 1]
  alt_rows: [[{a: 1}]]
`;
    expect(only(text)).toMatchObject({
      code: 'alternatives-without-sql',
      field: 'alt_sql',
      line: 7,
    });
  });

  it('keeps the digits of numbers, and integers apart from floats', () => {
    const text = withLine(
      '  rows: [{a: 1.10, b: 9007199254740993, c: 60000.0, d: 1, e: 1.0e+20, f: .inf, g: -0.5}]',
    ).replace('  - {n: 1}\n', '');
    expect(readSuite(text).suite.cases[0]?.rows?.rows[0]).toEqual([
      { $decimal: '1.10' },
      9007199254740993n,
      { $float: '60000' },
      1,
      { $float: '100000000000000000000' },
      { $float: 'inf' },
      -0.5,
    ]);
  });

  it('reads what YAML 1.1 and 1.2 dispute as the text it is, and says so once', () => {
    const text = withLine(
      '  rows: [{a: NO, b: 1e5, c: 017, d: 1_000, e: 2009-01-01, f: 1:30, g: 0o17, on: 1}, {a: YES, b: x, c: x, d: x, e: x, f: x, g: x, on: 1}]',
    ).replace('  - {n: 1}\n', '');
    const { suite, findings } = readSuite(text);
    expect(suite.cases[0]?.rows?.columns?.at(-1)).toBe('on');
    expect(suite.cases[0]?.rows?.rows[0]).toEqual([
      'NO',
      '1e5',
      '017',
      '1_000',
      '2009-01-01',
      '1:30',
      '0o17',
      1,
    ]);
    expect(new Set(findings.map(({ code, severity }) => `${code} ${severity}`))).toEqual(
      new Set(['yaml-spelling info']),
    );
    expect(findings.map((finding) => finding.message)).toContain(
      'rows[0].on: on is read as text; other YAML readers see a boolean (and 2 more like it in this field)',
    );
  });

  it('reads tagged cells, and refuses maps that are none', () => {
    const text = withLine(
      '  rows: [{a: {$date: 2024-01-31}, b: {$bytes: "00ff"}, c: {$decimal: 1.10}, d: [1, {$json: {k: 1.5}}]}]',
    ).replace('  - {n: 1}\n', '');
    expect(readSuite(text).suite.cases[0]?.rows?.rows[0]).toEqual([
      { $date: '2024-01-31' },
      { $bytes: '00ff' },
      { $decimal: '1.10' },
      [1, { $json: { k: 1.5 } }],
    ]);
    expect(codes(withLine('  rows: [{a: {b: 1}}]').replace('  - {n: 1}\n', ''))).toEqual([
      'bad-cell',
    ]);
    expect(codes(withLine('  rows: [{a: {$bytes: xyz}}]').replace('  - {n: 1}\n', ''))).toEqual([
      'bad-cell',
    ]);
  });

  it('wants the same columns in the same order in every row', () => {
    const text = withLine('  rows: [{a: 1, b: 2}, {b: 2, a: 1}]').replace('  - {n: 1}\n', '');
    expect(only(text)).toMatchObject({
      code: 'row-columns',
      field: 'rows[1]',
      message: 'rows[1] has the columns b, a; the first row has a, b',
    });
  });

  it('keeps __proto__ as a column and as a key of a plan', () => {
    const text = withLine('  rows: [{__proto__: 1, a: 2}]').replace(
      '  - {n: 1}\n',
      '  plan: {__proto__: {x: 1}}\n',
    );
    const evalCase = readSuite(text).suite.cases[0];
    expect(evalCase?.rows).toEqual({ columns: ['__proto__', 'a'], rows: [[1, 2]] });
    expect(Object.keys(evalCase?.plan ?? {})).toEqual(['__proto__']);
  });

  it.each([
    ['', 'empty-file'],
    ['# only a comment\n', 'empty-file'],
    ['- id: a\n', 'wrong-type'],
    ['just text', 'wrong-type'],
    ['cases: null\n', 'wrong-type'],
    ['cases: 3\n', 'wrong-type'],
    ['version: 2\ncases: []\n', 'wrong-type'],
    ['version: 1.0\ncases: []\n', 'wrong-type'],
    ['version: true\ncases: []\n', 'wrong-type'],
    ['version: 1\nversion: 1\ncases: []\n', 'duplicate-key'],
    ['version: 1\ncases: []\ncases: []\n', 'duplicate-key'],
    ['version: 1\ncase: []\n', 'unknown-key'],
    ['version: 1\ncases: []\n---\nversion: 1\n', 'yaml-documents'],
    ['{version: 1, cases: []}\n---\n{}\n', 'yaml-documents'],
    ['version: 1\ncases:\n\t- id: a\n', 'yaml-tab'],
    ['version: 1\ncases: [\n', 'yaml-syntax'],
    [`${head}- id: !!js/function "x"\n`, 'yaml-tag'],
    [`${head}- id: a\n  question: *nobody\n`, 'yaml-alias'],
  ])('refuses the file %j: %s', (text, code) => {
    expect(codes(text)).toContain(code);
  });

  it('refuses aliases that blow up, quickly', () => {
    let text = `${head}- id: a\n  question: x\n  outcome: {admin: refused}\n  plan:\n    l0: &l0 [x, x, x, x, x, x, x, x, x]\n`;
    for (let level = 1; level < 9; level += 1) {
      const below = `*l${level - 1}`;
      text += `    l${level}: &l${level} [${Array.from({ length: 9 }, () => below).join(', ')}]\n`;
    }
    expect(only(text)).toMatchObject({ code: 'yaml-alias' });
  });

  it('says that a folded block swallows what follows a comment', () => {
    const text = withLine('  sql: >\n    SELECT a -- c\n    FROM t');
    expect(only(text)).toMatchObject({ code: 'folded-sql', field: 'sql', line: 8 });
    const plain = withLine('  sql: SELECT a -- c\n    FROM t');
    expect(only(plain)).toMatchObject({ code: 'folded-sql' });
    expect(codes(withLine('  sql: SELECT a -- c'))).toEqual([]);
  });

  it('goes on behind a case that is no YAML', () => {
    const text = `${head}- id: a\n  question: "open\n- id: b\n  question: x\n  outcome: {admin: nope}\n`;
    expect(readSuite(text).findings.map(({ case: id, code }) => [id, code])).toContainEqual([
      'b',
      'bad-enum',
    ]);
  });

  it('names datasources, roles, tables and columns that the project does not have', () => {
    const catalog = {
      defaultSchema: 'main',
      tables: [
        {
          schema: 'main',
          name: 'Customer',
          kind: 'table' as const,
          comment: null,
          columns: [
            {
              name: 'Country',
              dataType: 'TEXT',
              nullable: true,
              isPrimaryKey: false,
              comment: null,
            },
          ],
          foreignKeys: [],
        },
      ],
      functions: [],
      unreadable: [],
      meta: {},
    };
    const text = withLine('  tables: [customer, Custmer]').replace(
      '  status',
      '  columns: [Customer.Country, Customer.Contry, main.Customer.country, Country]\n  status',
    );
    const project = {
      datasources: ['shop'],
      roles: ['analyst'],
      catalogs: new Map([['shop', catalog]]),
    };
    expect(readSuite(text, { project }).findings.map(({ code, fix }) => [code, fix])).toEqual([
      ['unknown-column', 'Did you mean "Country"?'],
      ['unknown-table', 'Write a column with its table: Customer.Country.'],
      ['unknown-role', 'Known: analyst.'],
      ['unknown-table', 'Did you mean "Customer"?'],
    ]);
    const unknown = readSuite(withLine('  datasources: [shopp]'), {
      project: { datasources: ['shop'], severity: 'warning' },
    });
    expect(unknown.findings).toMatchObject([
      { code: 'unknown-datasource', severity: 'warning', fix: 'Did you mean "shop"?' },
    ]);
    expect(unknown.suite.cases).toHaveLength(1);
  });

  it('tells the lines of fields', () => {
    const reading = readSuite(head + good);
    expect(reading.lineOf('a', 'sql')).toBe(8);
    expect(reading.lineOf('a', 'notes')).toBe(3);
    expect(reading.lineOf('nobody')).toBeNull();
  });
});
