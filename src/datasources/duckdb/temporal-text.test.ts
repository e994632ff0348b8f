import { describe, expect, it } from 'vitest';
import { dateText, intervalText, offsetText, timestampText, timeText } from './temporal-text.ts';

describe('dateText', () => {
  it.each([
    [0, '1970-01-01'],
    [-1, '1969-12-31'],
    [59, '1970-03-01'],
    [11_016, '2000-02-29'],
    [-25_567, '1900-01-01'],
    [-25_509, '1900-02-28'],
    [-25_508, '1900-03-01'],
    [2_932_896, '9999-12-31'],
    [2_932_897, '10000-01-01'],
    [-719_162, '0001-01-01'],
    [-719_163, '0000-12-31'],
    [-719_528, '0000-01-01'],
    [-719_529, '-0001-12-31'],
    [-735_160, '-0043-03-15'],
  ])('%i days is %s', (days, text) => {
    expect(dateText(days)).toBe(text);
  });
});

describe('timeText and timestampText', () => {
  it.each([
    [0n, 1_000_000n, '00:00:00'],
    [86_399_999_999n, 1_000_000n, '23:59:59.999999'],
    [86_400_000_000n, 1_000_000n, '24:00:00'],
    [1_500_000_000n, 1_000_000_000n, '00:00:01.5'],
    [1n, 1_000_000_000n, '00:00:00.000000001'],
    [3_600n, 1n, '01:00:00'],
  ])('%i of %i in a second is %s', (units, perSecond, text) => {
    expect(timeText(units, perSecond)).toBe(text);
  });

  it('counts back from 1970', () => {
    expect(timestampText(-1n, 1_000_000n)).toBe('1969-12-31T23:59:59.999999');
    expect(timestampText(-86_400n, 1n)).toBe('1969-12-31T00:00:00');
    expect(timestampText(1_704_067_200_123n, 1_000n)).toBe('2024-01-01T00:00:00.123');
  });
});

it.each([
  [0, '+00'],
  [7_200, '+02'],
  [19_800, '+05:30'],
  [-10_800, '-03'],
  [-57_599, '-15:59:59'],
])('an offset of %i seconds is %s', (seconds, text) => {
  expect(offsetText(seconds)).toBe(text);
});

describe('intervalText', () => {
  it.each([
    [0, 0, 0n, 'PT0S'],
    [14, -3, 1_500_000n, 'P1Y2M-3DT1.5S'],
    [-14, 0, 0n, 'P-1Y-2M'],
    [0, 1, 0n, 'P1D'],
    [0, 0, 3_600_000_000n, 'PT1H'],
    [0, 0, 3_660_000_001n, 'PT1H1M0.000001S'],
    [0, 0, -250_000n, 'PT-0.25S'],
    [0, 0, -61_000_000n, 'PT-1M-1S'],
    [0, 0, 360_000_000_000n, 'PT100H'],
  ])('%i months, %i days, %i microseconds is %s', (months, days, micros, text) => {
    expect(intervalText({ months, days, micros })).toBe(text);
  });
});
