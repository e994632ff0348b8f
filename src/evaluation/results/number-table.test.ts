import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNumberTable } from './number-table.ts';

describe('the table of numbers', () => {
  it('gives ids as a Map does, whatever the numbers and their order', () => {
    const number = fc.oneof(
      fc.double(),
      fc.integer({ min: -5, max: 40 }),
      fc.integer({ min: 0, max: 2 ** 22 }),
      fc.integer({ min: 2 ** 21 - 3, max: 2 ** 21 + 3 }),
      fc.constantFrom(-0, Number.NaN, 2 ** 31, 2 ** 32, 2 ** 53, 5e-324, Number.POSITIVE_INFINITY),
    );
    fc.assert(
      fc.property(fc.array(number, { maxLength: 3000, size: 'max' }), (numbers) => {
        const table = createNumberTable();
        // A Map, too, knows one NaN and takes -0 for 0.
        const map = new Map<number, number>();
        const isSame = numbers.every((value, index) => {
          if (!map.has(value)) map.set(value, index);
          return table.idOf(value, index) === map.get(value);
        });
        expect(isSame).toBe(true);
        for (const [value, id] of map) expect(table.idOf(value, -2)).toBe(id);
      }),
      { numRuns: 30 },
    );
  });

  it('finds a number that came before the array reached it', () => {
    const table = createNumberTable();
    table.idOf(500_000, 1);
    for (let value = 0; value < 400_000; value++) table.idOf(value, value + 2);
    table.idOf(500_001, 7);
    expect([500_000, 500_001, 399_999, 450_000].map((value) => table.idOf(value, 9))).toEqual([
      1, 7, 400_001, 9,
    ]);
  });

  it('keeps every id while it grows', () => {
    const table = createNumberTable();
    const values = Array.from({ length: 20_000 }, (_, index) => (index - 10_000) / 8);
    expect(values.findIndex((value, index) => table.idOf(value, index) !== index)).toBe(-1);
    expect(values.findIndex((value, index) => table.idOf(value, -2) !== index)).toBe(-1);
  });

  it('takes every pattern of bits that is no number as the same NaN', () => {
    const bits = new BigUint64Array([
      0x7ff8000000000000n,
      0xfff8000000000000n,
      0x7ff8000000000001n,
    ]);
    const [first = 0, ...others] = new Float64Array(bits.buffer);
    const table = createNumberTable();
    expect(table.idOf(first, 7)).toBe(7);
    for (const other of others) expect(table.idOf(other, 8)).toBe(7);
  });
});
