import { describe, expect, it } from 'vitest';
import type { Cell } from '../../catalog/index.ts';
import { compareResults, explainVerdict } from './index.ts';

function explain(
  names: readonly string[],
  gold: readonly (readonly Cell[])[],
  predicted: readonly (readonly Cell[])[],
  options = {},
): string {
  const columns = names.map((name) => ({ name }));
  const result = { columns, rows: predicted, truncated: false };
  const verdict = compareResults({ columns, rows: gold }, result, options);
  return explainVerdict(verdict, { gold: names, predicted: names }).join('\n');
}

const nv = ['n', 'v'];

describe('the explanation of a verdict', () => {
  it.each<[string, readonly (readonly Cell[])[], readonly (readonly Cell[])[], string]>([
    [
      'a factor',
      [
        ['a', 1],
        ['b', 2],
      ],
      [
        ['a', 100],
        ['b', 200],
      ],
      'v: every value is gold × 100',
    ],
    [
      'a sign',
      [
        ['a', 1],
        ['b', 2],
      ],
      [
        ['a', -1],
        ['b', -2],
      ],
      'v: every value is gold × -1',
    ],
    [
      'scrambled rows',
      [
        ['a', 1],
        ['b', 2],
      ],
      [
        ['a', 2],
        ['b', 1],
      ],
      'each column matches alone',
    ],
    [
      'a fan-out',
      [['a', 1]],
      [
        ['a', 1],
        ['a', 1],
        ['a', 1],
      ],
      'every row ×3: a join fan-out',
    ],
    [
      'a LIMIT too many',
      [
        ['a', 1],
        ['b', 2],
      ],
      [['a', 1]],
      'a LIMIT too many',
    ],
    [
      'NULL and 0',
      [
        ['a', null],
        ['b', 2],
      ],
      [
        ['a', 0],
        ['b', 2],
      ],
      'NULL in gold, 0 in the prediction',
    ],
    [
      'letter case',
      [
        ['a', 'X'],
        ['b', 'Y'],
      ],
      [
        ['a', 'x'],
        ['b', 'Y'],
      ],
      'v: only letter case differs',
    ],
    [
      'decimals',
      [
        ['a', 1.25],
        ['b', 2.75],
      ],
      [
        ['a', 1.29],
        ['b', 2.7],
      ],
      'v: the values match at 1 decimal',
    ],
    [
      'a type',
      [
        ['a', '007'],
        ['b', '8'],
      ],
      [
        ['a', 7],
        ['b', 8],
      ],
      'v: only the type differs: text in gold, number',
    ],
    ['one side empty', [['a', 1]], [], 'the prediction has no rows'],
  ])('says %s', (_, gold, predicted, words) => {
    expect(explain(nv, gold, predicted)).toContain(words);
  });

  it('says a shift by a day', () => {
    const day = (date: string): Cell => ({ $date: date });
    const gold = [
      ['a', day('2024-02-29')],
      ['b', day('2024-12-31')],
    ];
    const predicted = [
      ['a', day('2024-03-01')],
      ['b', day('2025-01-01')],
    ];
    expect(explain(nv, gold, predicted)).toContain('v: every value is 1 day later');
  });

  it('says where the order first breaks, and nothing else', () => {
    const text = explain(
      nv,
      [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ],
      [
        ['a', 1],
        ['c', 3],
        ['b', 2],
      ],
      {
        orderMatters: true,
      },
    );
    expect(text).toBe('different: the same rows in another order: it first breaks at row 2');
  });

  it('escapes what nobody can see', () => {
    const text = explain(
      nv,
      [
        ['a', 'x'],
        ['b', 'y'],
      ],
      [
        ['a', 'x\u200b'],
        ['b', 'y'],
      ],
    );
    expect(text).toContain('v: only invisible characters differ');
    expect(text).toContain('"x\\u200b"');
  });

  it('lists at most twenty differing cells', () => {
    const rows = (value: number) => Array.from({ length: 50 }, (_, index) => [`k${index}`, value]);
    const text = explain(nv, rows(1), rows(2));
    expect(text.split('\n').filter((line) => line.startsWith('"k'))).toHaveLength(20);
    expect(text.endsWith('…')).toBe(true);
  });
});

describe('the explanation of a lenient match', () => {
  const gold = {
    columns: [{ name: 'city' }, { name: 'n' }],
    rows: [
      ['Graz', 2],
      ['Wien', 1],
    ],
  };
  const explainLenient = (names: readonly string[], rows: readonly (readonly Cell[])[]) => {
    const columns = names.map((name) => ({ name }));
    const verdict = compareResults(gold, { columns, rows, truncated: false });
    return explainVerdict(verdict, { gold: ['city', 'n'], predicted: names });
  };

  it('names the columns that are too many', () => {
    expect(
      explainLenient(
        ['city', 'n', 'id'],
        [
          ['Graz', 2, 7],
          ['Wien', 1, 8],
        ],
      ),
    ).toEqual(['lenient: all rows line up, only leniently: 1 column too many', 'too many: id']);
  });

  it('says that columns moved, and which answers which', () => {
    expect(
      explainLenient(
        ['n', 'town'],
        [
          [2, 'Graz'],
          [1, 'Wien'],
        ],
      ),
    ).toEqual([
      'lenient: all rows line up, only leniently: columns in another order',
      'columns: city = town, n = n',
    ]);
  });
});

describe('the explanation of columns in another order', () => {
  it('shows both orders where the names are the same', () => {
    const gold = { columns: [{ name: 'city' }, { name: 'n' }], rows: [['Graz', 2]] };
    const columns = [{ name: 'n' }, { name: 'city' }];
    const verdict = compareResults(gold, { columns, rows: [[2, 'Graz']], truncated: false });
    const lines = explainVerdict(verdict, { gold: ['city', 'n'], predicted: ['n', 'city'] });
    expect(lines.at(-1)).toBe('columns: gold city, n; predicted n, city');
  });
});

describe('the explanation of a difference', () => {
  it('calls no column near that agrees in no row', () => {
    expect(explain(['n'], [[1000]], [[0]])).toBe(
      [
        'different: the rows differ',
        '',
        'row  column  gold  predicted',
        '1    n       1000  0',
      ].join('\n'),
    );
  });

  it('shows no row that both have, also where no column tells rows apart', () => {
    const extra = Array.from({ length: 6 }, (_, index) => [`x${index}`, `y${index}`]);
    const shared = [
      ['a', 'p'],
      ['a', 'q'],
      ['b', 'p'],
    ];
    const text = explain(['first', 'last'], shared, [...extra, ...shared]);
    expect(text).toContain('- 6 rows too many');
    expect(text).not.toMatch(/"[apqb]"/);
    expect(text).toMatch(/first +\(no row\) +"x0"/);
  });
});
