import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNumberTable } from './number-table.ts';

test('keeps what a map keeps, whatever the numbers and their order', () => {
  const number = fc.oneof(
    fc.double(),
    fc.integer({ min: 0, max: 40 }),
    fc.integer({ min: 0, max: 2 ** 22 }),
    fc.integer(),
    fc.constantFrom(-0, 0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, -1, 1.5),
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 3000 }), (numbers) => {
      const table = createNumberTable();
      // A Map, too, knows one NaN and takes -0 for 0.
      const map = new Map<number, number>();
      numbers.forEach((value, id) => {
        expect(table.get(value)).toBe(map.get(value));
        if (map.has(value)) return;
        map.set(value, id);
        table.set(value, id);
      });
      for (const [value, id] of map) expect(table.get(value)).toBe(id);
    }),
    { numRuns: 50 },
  );
});

test('finds a number that came before the array reached it', () => {
  const table = createNumberTable();
  table.set(500_000, 1);
  for (let value = 0; value < 400_000; value++) table.set(value, value + 2);
  table.set(500_001, 7);
  expect([table.get(500_000), table.get(500_001), table.get(399_999), table.get(450_000)]).toEqual([
    1,
    7,
    400_001,
    undefined,
  ]);
});
