import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Cell, cellFromJson, type ResultSet } from '../../src/catalog/index.ts';
import { compareResults, type VerdictKind } from '../../src/evaluation/results/index.ts';
import { hasShared, sharedPath } from '../shared.ts';

type TrapRow = readonly unknown[] | Readonly<Record<string, unknown>>;

interface Trap {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly input: {
    readonly gold_rows?: readonly TrapRow[];
    readonly pred_rows?: readonly TrapRow[];
    readonly order_matters?: boolean;
    readonly tolerance?: number;
  };
}

const traps: readonly Trap[] = hasShared
  ? (JSON.parse(readFileSync(sharedPath('cases/known-traps.json'), 'utf8')) as Trap[]).filter(
      (trap) => trap.area === 'comparator' && trap.input.gold_rows && trap.input.pred_rows,
    )
  : [];

/** What the rules of docs/comparison.md say. Some entries of the list ask for less, or for more. */
const expected: Readonly<Record<string, VerdictKind>> = {
  G001: 'different',
  G002: 'different',
  G004: 'different',
  G005: 'strict',
  G007: 'different',
  G008: 'different',
  G010: 'strict',
  G013: 'strict',
  G014: 'strict',
  G016: 'different',
  G017: 'strict',
  // The list passes it under a cap; four columns over one are over ours.
  G019: 'different',
  G020: 'different',
  G022: 'strict',
  G023: 'strict',
  G025: 'different',
  G026: 'different',
  G028: 'lenient',
  G029: 'lenient',
  G031: 'lenient',
  G032: 'different',
  G037: 'strict',
  G038: 'lenient',
  G040: 'different',
  G041: 'different',
  G043: 'different',
  G044: 'different',
};

function cellOf(value: unknown): Cell {
  if (value === 'NaN::float8') return { $float: 'nan' };
  const reading = cellFromJson(value);
  return reading.ok ? reading.cell : null;
}

function resultOf(rows: readonly TrapRow[]): ResultSet {
  const [first] = rows;
  // A row given as a list tells no names.
  const names = Array.isArray(first) ? first.map(() => '') : Object.keys(first ?? { x: 0 });
  return {
    columns: names.map((name) => ({ name })),
    rows: rows.map((row) => Object.values(row).map(cellOf)),
    truncated: false,
  };
}

describe.skipIf(!hasShared)('traps of comparers (needs the reference data)', () => {
  it.each(traps.map((trap) => [trap.id, trap.title, trap] as const))('%s: %s', (id, _, trap) => {
    const { gold_rows = [], pred_rows = [], order_matters, tolerance } = trap.input;
    const verdict = compareResults(resultOf(gold_rows), resultOf(pred_rows), {
      orderMatters: order_matters ?? false,
      ...(tolerance === undefined ? {} : { tolerance: { absolute: tolerance } }),
    });
    expect(verdict.verdict, verdict.reason).toBe(expected[id]);
  });

  it('knows a right value for every entry', () => {
    expect(traps.map(({ id }) => id)).toEqual(Object.keys(expected));
  });
});

describe('traps, beyond the list', () => {
  const table = (rows: Cell[][], names?: string[]): ResultSet => ({
    columns: (names ?? rows[0]?.map(() => '') ?? []).map((name) => ({ name })),
    rows,
    truncated: false,
  });
  const verdictOf = (gold: ResultSet, predicted: ResultSet, options = {}) =>
    compareResults(gold, predicted, options);

  it('both empty matches and is counted apart', () => {
    expect(verdictOf(table([], ['a']), table([], ['b']))).toMatchObject({
      verdict: 'strict',
      flags: ['vacuous'],
    });
  });

  it('a tie cut by LIMIT accepts any of the tied rows, and no other', () => {
    const gold = table([['2014']]);
    const boundaryTie = { rows: [['2014'], ['2015']] };
    expect(verdictOf(gold, table([['2015']]), { boundaryTie }).verdict).toBe('strict');
    expect(verdictOf(gold, table([['2013']]), { boundaryTie }).verdict).toBe('different');
    const two = table([['2016'], ['2014']]);
    expect(verdictOf(two, table([['2014'], ['2015']]), { boundaryTie }).verdict).toBe('different');
    expect(verdictOf(two, table([['2016'], ['2015']]), { boundaryTie }).verdict).toBe('strict');
  });

  it('values under swapped names are told as such', () => {
    const verdict = verdictOf(
      table([[10, 5]], ['wins', 'losses']),
      table([[5, 10]], ['WINS', 'losses']),
    );
    expect(verdict).toMatchObject({ verdict: 'different', flags: ['labels-swapped'] });
  });

  it('ten interchangeable columns are found at once', () => {
    const row = (last: number[]): Cell[] => [...new Array<number>(10).fill(0), ...last];
    const start = performance.now();
    const gold = table([row([1, 2]), row([3, 4])]);
    expect(verdictOf(gold, table([row([4, 3]), row([2, 1])])).verdict).toBe('lenient');
    expect(verdictOf(gold, table([row([2, 3]), row([4, 1])])).verdict).toBe('different');
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('a cut side is never equal', () => {
    const cut = { ...table([[1]]), truncated: true };
    expect(verdictOf(table([[1]]), cut).verdict).toBe('not-comparable');
    expect(verdictOf(cut, table([[1]])).verdict).toBe('not-comparable');
  });

  it('a budget too small says undecided, never a verdict it cannot stand by', () => {
    const gold = table([
      [1.5, 'a'],
      [2.5, 'b'],
    ]);
    const predicted = table([
      [2.501, 'b'],
      [1.501, 'a'],
    ]);
    expect(verdictOf(gold, predicted, { workBudget: 1 }).verdict).toBe('undecided');
    expect(verdictOf(gold, predicted).verdict).toBe('strict');
  });
});
