import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell, ResultSet } from '../../src/catalog/index.ts';
import {
  compareResults,
  isLenientMatch,
  isStrictMatch,
} from '../../src/evaluation/results/index.ts';

/** Values far enough apart that no tolerance, period label or type rule makes two of them answer. */
const apart: readonly Cell[] = [
  null,
  true,
  'x',
  'X',
  'x ',
  '',
  '007',
  10,
  20.25,
  -20.25,
  9007199254740993n,
  9007199254740995n,
  { $decimal: '123456789012345678901234567890.12' },
  { $decimal: '123456789012345678901234567890.24' },
  { $float: 'nan' },
  { $float: 'inf' },
  { $date: '2020-05-06' },
  { $timestamp: '2020-05-06T07:08:09.000001' },
  { $timestamp: '2020-05-06T07:08:09.0000012' },
  { $interval: 'P1M' },
  { $interval: 'P31D' },
  { $bytes: 'ff' },
  { $uuid: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' },
  { $json: { a: 1 } },
  { $json: { a: '1' } },
  [30, 'y'],
  ['y', 30],
  { $struct: { a: 40 } },
  { $map: [['a', 50]] },
];

interface Table {
  readonly width: number;
  readonly rows: readonly (readonly Cell[])[];
}

const tables: fc.Arbitrary<Table> = fc
  .record({ width: fc.integer({ min: 1, max: 5 }), count: fc.integer({ min: 1, max: 12 }) })
  .chain(({ width, count }) =>
    fc.record({
      width: fc.constant(width),
      rows: fc.array(fc.array(fc.constantFrom(...apart), { minLength: width, maxLength: width }), {
        minLength: count,
        maxLength: count,
      }),
    }),
  );

function resultOf({ width, rows }: Table, prefix = 'g'): ResultSet {
  const columns = Array.from({ length: width }, (_, index) => ({ name: `${prefix}${index}` }));
  return { columns, rows, truncated: false };
}

const withShuffle = tables.chain((table) =>
  fc.record({
    table: fc.constant(table),
    rows: fc.shuffledSubarray([...table.rows.keys()], { minLength: table.rows.length }),
    columns: fc.shuffledSubarray([...Array(table.width).keys()], { minLength: table.width }),
  }),
);

describe('properties of the comparison', () => {
  it('a result equals itself, in order too', () => {
    fc.assert(
      fc.property(tables, fc.boolean(), (table, orderMatters) => {
        const verdict = compareResults(resultOf(table), resultOf(table), { orderMatters });
        expect(verdict.verdict).toBe('strict');
      }),
    );
  });

  it('neither the order of rows nor the names of columns count', () => {
    fc.assert(
      fc.property(withShuffle, ({ table, rows }) => {
        const moved = { ...table, rows: rows.map((row) => table.rows[row] ?? []) };
        expect(compareResults(resultOf(table), resultOf(moved, 'p')).verdict).toBe('strict');
      }),
    );
  });

  it('permuted columns still match leniently', () => {
    fc.assert(
      fc.property(withShuffle, ({ table, rows, columns }) => {
        const moved = {
          ...table,
          rows: rows.map((row) => columns.map((column) => table.rows[row]?.[column] ?? null)),
        };
        expect(isLenientMatch(compareResults(resultOf(table), resultOf(moved, 'p')))).toBe(true);
      }),
    );
  });

  it('strict implies lenient, and a verdict survives JSON', () => {
    fc.assert(
      fc.property(tables, tables, (gold, predicted) => {
        const verdict = compareResults(resultOf(gold), resultOf(predicted, 'p'));
        if (isStrictMatch(verdict)) expect(isLenientMatch(verdict)).toBe(true);
        expect(JSON.parse(JSON.stringify(verdict))).toEqual(verdict);
      }),
    );
  });

  it('one changed cell is caught', () => {
    const changes = tables.chain((table) =>
      fc.record({
        table: fc.constant(table),
        row: fc.integer({ min: 0, max: table.rows.length - 1 }),
        column: fc.integer({ min: 0, max: table.width - 1 }),
        cell: fc.constantFrom(...apart),
      }),
    );
    fc.assert(
      fc.property(changes, ({ table, row, column, cell }) => {
        fc.pre(table.rows[row]?.[column] !== cell);
        const changed = table.rows.map((cells, index) =>
          index === row ? cells.map((old, place) => (place === column ? cell : old)) : cells,
        );
        const verdict = compareResults(resultOf(table), resultOf({ ...table, rows: changed }, 'p'));
        expect(isStrictMatch(verdict)).toBe(false);
        expect(verdict.verdict).not.toBe('undecided');
      }),
    );
  });

  it('the verdict does not hang on which rows come first', () => {
    const noisy = fc.array(fc.double({ min: 0, max: 2, noNaN: true }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(noisy, noisy, fc.boolean(), (gold, predicted, isSameLength) => {
        const other = isSameLength ? gold.map((value) => value + 0.004) : predicted;
        const table = (values: readonly number[]) => ({
          width: 1,
          rows: values.map((value) => [value]),
        });
        const verdict = compareResults(resultOf(table(gold)), resultOf(table(other), 'p'));
        const reversed = compareResults(
          resultOf(table(gold.toReversed())),
          resultOf(table(other.toReversed()), 'p'),
        );
        expect(reversed.verdict).toBe(verdict.verdict);
      }),
    );
  });
});
