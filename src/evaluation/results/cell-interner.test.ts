import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../catalog/index.ts';
import { createCellInterner } from './cell-interner.ts';
import { cellKey, type Reading, readCell } from './cell-reading.ts';
import { readColumns } from './column-content.ts';

/** Digits that meet often: the same number written in many ways, and neighbours of it. */
const digits = fc
  .record({
    sign: fc.constantFrom('', '', '-', '+'),
    front: fc.constantFrom('', '', '0', '00'),
    whole: fc.constantFrom('', '0', '1', '3', '10', '12', '120', '9007199254740993'),
    fraction: fc.constantFrom('', '.', '.0', '.00', '.5', '.50', '.05', '.123456789012345'),
    exponent: fc.constantFrom('', '', '', 'e0', 'e1', 'E-1', 'e400'),
  })
  .map((part) => `${part.sign}${part.front}${part.whole}${part.fraction}${part.exponent}`)
  .filter((text) => /\d/.test(text.replace(/e.*/i, '')));

const whole = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.maxSafeInteger());

const cells: fc.Arbitrary<Cell> = fc.oneof(
  whole,
  fc.constantFrom(0.5, 1.5, 0.1, 0.05, 10.12345678901234, 1e-7),
  whole.map((value): Cell => ({ $float: String(value) })),
  fc.constantFrom('nan', 'inf', '-inf', '-0', '1e300').map((text): Cell => ({ $float: text })),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 53n + 4n }),
  fc.constantFrom(10n ** 300n, BigInt(1e300)),
  digits.map((text): Cell => ({ $decimal: text })),
  fc.constantFrom('NaN', 'Infinity', '-Infinity').map((text): Cell => ({ $decimal: text })),
  digits,
  fc.constantFrom('é', 'e\u0301', 'E', '', ' ', null, true, false),
  fc.constantFrom<Cell>({ $date: '2024-01-01' }, { $timestamp: '2024-01-01T00:00:00' }, [1, 'a']),
);

/** One text per way of writing; whole doubles are told by value. */
function written(cell: Cell): string {
  if (cell !== null && typeof cell === 'object' && '$float' in cell) {
    return `float ${cellKey(cell)}`;
  }
  return typeof cell === 'bigint' ? `bigint ${cell}` : JSON.stringify(cell);
}

/** A reading without the sign of zero: -0 equals 0, and one variant stands for both. */
function unsigned(reading: Reading): unknown {
  if (reading.kind !== 'number') return reading;
  const { value, isDouble, text, exact } = reading.number;
  return { value: value + 0, isDouble, text, exact };
}

describe('interning of cells', () => {
  it('gives one class to equal values and another to all others, in whatever order they come', () => {
    fc.assert(
      fc.property(fc.array(cells, { minLength: 2, maxLength: 30 }), (found) => {
        const interner = createCellInterner();
        const seen = found.map((cell) => {
          const variant = interner.intern(cell);
          return { key: cellKey(cell), text: written(cell), variant };
        });
        for (const a of seen) {
          for (const b of seen) {
            const isSameClass = interner.classOf(a.variant) === interner.classOf(b.variant);
            expect(isSameClass, `${a.text} and ${b.text}`).toBe(a.key === b.key);
            expect(a.variant === b.variant, `${a.text} and ${b.text}`).toBe(a.text === b.text);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('tells of a number what its reading tells', () => {
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1, maxLength: 30 }), (found) => {
        const interner = createCellInterner();
        for (const cell of found) {
          const variant = interner.intern(cell);
          const reading = readCell(cell);
          expect(unsigned(interner.readingOf(variant))).toEqual(unsigned(reading));
          if (reading.kind !== 'number') {
            expect(interner.numberKindOf(variant)).toBe('none');
            continue;
          }
          const { value, isDouble, text } = reading.number;
          const isWhole = !isDouble && (text === null || !/[.eE]/.test(text));
          expect(interner.numberKindOf(variant)).toBe(isWhole ? 'whole' : 'inexact');
          expect(interner.doubleOf(variant) + 0).toEqual(value + 0);
        }
      }),
      { examples: [[[{ $float: '-0' }, { $float: '0' }, 0]]] },
    );
  });

  it('keeps ten thousand neighbours apart', () => {
    const interner = createCellInterner();
    const rows = Array.from({ length: 10_000 }, (_, index): Cell[] => [
      index,
      index / 100,
      { $decimal: (index / 100).toFixed(2) },
      { $decimal: (index / 100).toFixed(3) },
      `name ${index}`,
    ]);
    const columns = readColumns(rows, 5, interner);
    for (const { variants } of columns) expect(new Set(variants).size).toBe(10_000);
    const [, doubles, hundredths, thousandths] = columns;
    expect(hundredths?.classes).toEqual(doubles?.classes);
    expect(thousandths?.classes).toEqual(doubles?.classes);
    expect(thousandths?.variants).not.toEqual(hundredths?.variants);
  });
});

describe('distinct values of a column', () => {
  it.each([
    ['close together', 0],
    ['far apart', 5000],
  ])('are found where their numbers lie %s', (_, between) => {
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1, maxLength: 20 }), (found) => {
        const interner = createCellInterner();
        interner.intern(found[0] ?? null);
        for (let index = 0; index < between; index++) interner.intern(`between ${index}`);
        const [column] = readColumns(
          found.map((cell) => [cell]),
          1,
          interner,
        );
        const distinct = column?.distinct();
        const variants = Array.from(column?.variants ?? []);
        expect(Array.from(distinct?.variants ?? [])).toEqual([...new Set(variants)]);
        expect(Array.from(distinct?.positions ?? [], (at) => distinct?.variants[at])).toEqual(
          variants,
        );
      }),
      { numRuns: 50 },
    );
  });
});
