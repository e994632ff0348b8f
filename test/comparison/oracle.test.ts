import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../src/catalog/index.ts';
import {
  compareResults,
  isLenientMatch,
  isStrictMatch,
} from '../../src/evaluation/results/index.ts';
import { type OracleCase, oracleVerdict } from './oracle.ts';

/** Few values, close to each other in every way the rules know: equal, nearly equal, equal only to some. */
const pools: Readonly<Record<string, readonly Cell[]>> = {
  numbers: [1, 1.004, 1.008, { $decimal: '1.000' }, { $float: '1' }, 0.996, 2, 1.012],
  shares: [0, { $float: '0' }, 0.001, 0.004, 0.33, 0.3333, { $decimal: '0.30' }, 0.3, 0.304],
  spelled: [2009, '2009', '2009.0', { $decimal: '2009.004' }, '2009.004', 'x', '02009'],
  bits: [0, 1, true, false, '1', null],
  few: ['a', 'b'],
  periods: [
    '2009',
    '2009-01',
    '2009-01-01',
    '2009-01-01 00:00:00',
    '2009-01-01T00:00:00',
    { $date: '2009-01-01' },
    { $timestamp: '2009-01-01T00:00:00' },
    { $timestamp: '2009-01-01 10:00:00' },
    2009,
  ],
  mixed: [null, { $float: 'nan' }, { $decimal: 'NaN' }, '', 0, 'NaN', '0', false],
  huge: [
    { $float: '1234567890123456800' },
    { $float: '1234567890123457000' },
    1234567890123456768n,
    1234567890123457024n,
    { $decimal: '1234567890123456768.004' },
    '1234567890123456768',
  ],
  lists: [[1, 2], [1.004, 2], [2, 1], ['1', 2], [], [[1], null]],
};

function tableOf(pool: readonly Cell[], width: number, rows: number): fc.Arbitrary<Cell[][]> {
  return fc.array(fc.array(fc.constantFrom(...pool), { minLength: width, maxLength: width }), {
    minLength: rows,
    maxLength: rows,
  });
}

const names = ['a', 'b', 'c', 'd', 'e'];

/** Gold at random; the prediction is gold shuffled, its columns moved, a few cells replaced. */
function cases(pool: readonly Cell[]): fc.Arbitrary<OracleCase> {
  return fc
    .record({
      goldWidth: fc.integer({ min: 1, max: 3 }),
      extra: fc.integer({ min: -1, max: 2 }),
      rows: fc.integer({ min: 1, max: 5 }),
      orderMatters: fc.boolean(),
      keyed: fc.boolean(),
      named: fc.boolean(),
      tolerance: fc.constantFrom(undefined, undefined, { absolute: 0.004 }, { relative: 0.01 }, {}),
      tie: fc.boolean(),
    })
    .chain((shape) => {
      const width = Math.max(1, shape.goldWidth + shape.extra);
      return fc.record({
        shape: fc.constant({ ...shape, width }),
        gold: tableOf(pool, shape.goldWidth, shape.rows),
        noise: tableOf(pool, width, shape.rows),
        keep: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 30, maxLength: 30 }),
        rowOrder: fc.shuffledSubarray([0, 1, 2, 3, 4].slice(0, shape.rows), {
          minLength: shape.rows,
        }),
        columnOrder: fc.shuffledSubarray([0, 1, 2, 3, 4].slice(0, width), { minLength: width }),
        goldNames: fc.shuffledSubarray(names, {
          minLength: shape.goldWidth,
          maxLength: shape.goldWidth,
        }),
        predictedNames: fc.shuffledSubarray(names, { minLength: width, maxLength: width }),
        tied: tableOf(pool, shape.goldWidth, 2),
      });
    })
    .map(({ shape, gold, noise, keep, rowOrder, columnOrder, tied, ...found }) => {
      const sorted = shape.keyed ? [...gold].sort(byFirst) : gold;
      const predicted = rowOrder.map((goldRow, row) =>
        columnOrder.map((goldColumn, column) =>
          (keep[(row * 7 + column) % 30] ?? 0) > 0 && goldColumn < shape.goldWidth
            ? (sorted[goldRow]?.[goldColumn] ?? null)
            : (noise[row]?.[column] ?? null),
        ),
      );
      const last = sorted.at(-1) ?? [];
      return {
        goldNames: shape.named ? found.goldNames : found.goldNames.map((_, index) => `g${index}`),
        gold: sorted,
        predictedNames: shape.named
          ? found.predictedNames
          : found.predictedNames.map((_, index) => `p${index}`),
        predicted,
        orderMatters: shape.orderMatters,
        keys: shape.keyed ? [0] : null,
        ...(shape.tolerance ? { tolerance: shape.tolerance } : {}),
        ...(shape.tie ? { boundaryTie: [last, ...tied] } : {}),
      };
    });
}

function byFirst(a: readonly Cell[], b: readonly Cell[]): number {
  return JSON.stringify(a[0], bigintText) < JSON.stringify(b[0], bigintText) ? -1 : 1;
}

function bigintText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function judge(test: OracleCase) {
  const verdict = compareResults(
    { columns: test.goldNames.map((name) => ({ name })), rows: test.gold },
    {
      columns: test.predictedNames.map((name) => ({ name })),
      rows: test.predicted,
      truncated: false,
    },
    {
      orderMatters: test.orderMatters,
      orderKeys: test.keys?.map((column) => ({ column })) ?? 'unknown',
      ...(test.tolerance ? { tolerance: test.tolerance } : {}),
      ...(test.boundaryTie ? { boundaryTie: { rows: test.boundaryTie } } : {}),
    },
  );
  return { strict: isStrictMatch(verdict), lenient: isLenientMatch(verdict) };
}

const runs = Number(process.env['NL2SQL_ORACLE_RUNS'] ?? 250);

describe('agreement with a brute-force oracle', () => {
  it.each(Object.entries(pools))('holds on small results of %s', (_, pool) => {
    fc.assert(
      fc.property(cases(pool), (test) => {
        expect(judge(test)).toEqual(oracleVerdict(test));
      }),
      { numRuns: runs },
    );
  });

  it('holds on small results of everything at once', () => {
    fc.assert(
      fc.property(cases(Object.values(pools).flat()), (test) => {
        expect(judge(test)).toEqual(oracleVerdict(test));
      }),
      { numRuns: runs },
    );
  });
});
