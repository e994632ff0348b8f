import { describe, expect, it } from 'vitest';
import { comparePaired } from './paired.ts';

describe('comparePaired', () => {
  it('counts who passed what', () => {
    expect(
      comparePaired([
        [true, true],
        [true, false],
        [false, true],
        [true, false],
        [false, false],
      ]),
    ).toMatchObject({ both: 1, onlyFirst: 2, onlySecond: 1, neither: 1, pValue: 1 });
  });

  it('tells chance from a difference', () => {
    // Six flips one way: 2 · (1/2)^6.
    const wins = Array.from({ length: 6 }, (): [boolean, boolean] => [true, false]);
    expect(comparePaired(wins).pValue).toBeCloseTo(0.03125, 10);
    expect(comparePaired([]).pValue).toBe(1);
  });
});
