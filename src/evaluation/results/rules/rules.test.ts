import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../catalog/index.ts';
import { ruleSets } from './index.ts';

const tableOf = (rows: readonly (readonly Cell[])[], names?: readonly string[]) => ({
  columns: (names ?? rows[0]?.map((_, index) => `c${index}`) ?? ['c0']).map((name) => ({ name })),
  rows,
});

function judge(
  name: string,
  gold: ReturnType<typeof tableOf>,
  predicted: ReturnType<typeof tableOf>,
  orderMatters = false,
): boolean | undefined {
  return ruleSets.find((set) => set.name === name)?.judge(gold, predicted, { orderMatters }).match;
}

const float = (text: string): Cell => ({ $float: text });

describe('bird', () => {
  it('loses duplicates and order', () => {
    expect(judge('bird', tableOf([[1], [1], [2]]), tableOf([[2], [1]]), true)).toBe(true);
  });
  it('takes 1, 1.0 and true for one value, as Python does', () => {
    expect(judge('bird', tableOf([[1, true]]), tableOf([[float('1'), 1]]))).toBe(true);
  });
  it('tells a decimal from the float that only prints like it', () => {
    expect(judge('bird', tableOf([[{ $decimal: '19.99' }]]), tableOf([[19.99]]))).toBe(false);
    expect(judge('bird', tableOf([[{ $decimal: '19.50' }]]), tableOf([[19.5]]))).toBe(true);
  });
  it('needs columns in place, and has no tolerance', () => {
    expect(judge('bird', tableOf([[1, 'a']]), tableOf([['a', 1]]))).toBe(false);
    expect(judge('bird', tableOf([[0.3]]), tableOf([[0.30000000000000004]]))).toBe(false);
  });
});

describe('promptquery', () => {
  it('loses duplicates', () => {
    expect(judge('promptquery', tableOf([[1], [1]]), tableOf([[1]]))).toBe(true);
  });
  it('tells 1 from 1.0 and from decimal 1', () => {
    expect(judge('promptquery', tableOf([[1]]), tableOf([[float('1')]]))).toBe(false);
    expect(judge('promptquery', tableOf([[1]]), tableOf([[{ $decimal: '1' }]]))).toBe(false);
  });
});

describe('spider', () => {
  it('permutes columns and counts duplicates', () => {
    expect(
      judge(
        'spider',
        tableOf([
          ['a', 1],
          ['b', 2],
        ]),
        tableOf([
          [2, 'b'],
          [1, 'a'],
        ]),
      ),
    ).toBe(true);
    expect(judge('spider', tableOf([[1], [1], [2]]), tableOf([[1], [2], [2]]))).toBe(false);
  });
  it('refuses 10 and 100 as floats: its check sorts rows as text', () => {
    const gold = tableOf([[10, 100]]);
    expect(judge('spider', gold, tableOf([[float('10'), float('100')]]))).toBe(false);
  });
  it('accepts values under swapped names', () => {
    expect(judge('spider', tableOf([[10, 5]], ['wins', 'losses']), tableOf([[5, 10]]))).toBe(true);
  });
  it('keeps the order of rows where the question is ordered', () => {
    expect(judge('spider', tableOf([[1], [2]]), tableOf([[2], [1]]), true)).toBe(false);
  });
});

describe('spider2', () => {
  it('accepts scrambled rows, NULL for 0 and any number of columns', () => {
    const gold = tableOf([
      ['Ann', 1],
      ['Bob', 2],
    ]);
    expect(
      judge(
        'spider2',
        gold,
        tableOf([
          ['Ann', 2, 'x'],
          ['Bob', 1, 'y'],
        ]),
      ),
    ).toBe(true);
    expect(judge('spider2', tableOf([[null]]), tableOf([[0]]))).toBe(true);
  });
  it('lets one column answer two', () => {
    expect(
      judge(
        'spider2',
        tableOf([
          [1, 1],
          [2, 2],
        ]),
        tableOf([[1], [2]]),
      ),
    ).toBe(true);
  });
  it('sorts numbers as text, so a tolerance at the edge fails', () => {
    expect(judge('spider2', tableOf([[2.001], [19.5]]), tableOf([[1.999], [19.5]]))).toBe(false);
  });
});

describe('defog', () => {
  it('lets one row equal many, and nothing equal one cell', () => {
    expect(judge('defog', tableOf([[5], [5], [5]]), tableOf([[5]]))).toBe(true);
    expect(judge('defog', tableOf([], ['x']), tableOf([[3]]))).toBe(true);
  });
  it('orders columns by name, so an alias decides', () => {
    const gold = tableOf(
      [
        ['x', 1],
        ['y', 2],
      ],
      ['name', 'total'],
    );
    expect(
      judge(
        'defog',
        gold,
        tableOf(
          [
            [1, 'x'],
            [2, 'y'],
          ],
          ['total', 'name'],
        ),
      ),
    ).toBe(true);
  });
  it('finds gold columns among more', () => {
    const gold = tableOf(
      [
        ['x', 1],
        ['y', 2],
      ],
      ['name', 'total'],
    );
    const more = tableOf(
      [
        [9, 2, 'y'],
        [8, 1, 'x'],
      ],
      ['id', 'n', 'label'],
    );
    expect(judge('defog', gold, more)).toBe(true);
  });
  it('drops duplicates', () => {
    expect(judge('defog', tableOf([[1], [1], [2]]), tableOf([[1], [2]]))).toBe(true);
  });
});

describe('nl2sql-0.7', () => {
  it('takes small rates for equal, and leading zeros for a number', () => {
    expect(judge('nl2sql-0.7', tableOf([[0.004]]), tableOf([[0.001]]))).toBe(true);
    expect(judge('nl2sql-0.7', tableOf([['007']]), tableOf([[7]]))).toBe(true);
  });
  it('pairs greedily and so refuses what pairs up properly', () => {
    expect(judge('nl2sql-0.7', tableOf([[0], [0.008]]), tableOf([[0.004], [0]]))).toBe(false);
  });
  it('tells true from 1 and never matches NaN', () => {
    expect(judge('nl2sql-0.7', tableOf([[true]]), tableOf([[1]]))).toBe(false);
    expect(judge('nl2sql-0.7', tableOf([[float('nan')]]), tableOf([[float('nan')]]))).toBe(false);
  });
});
