import { describe, expect, it } from 'vitest';
import { shareOf, wilsonInterval } from './index.ts';

describe('wilsonInterval', () => {
  it('is the published interval for 8 of 10 and 0 of 10', () => {
    expect(wilsonInterval(8, 10)).toEqual([0.4902, 0.9433]);
    expect(wilsonInterval(0, 10)).toEqual([0, 0.2775]);
    expect(wilsonInterval(10, 10)).toEqual([0.7225, 1]);
  });

  it('is not measured where nothing was counted', () => {
    expect(wilsonInterval(0, 0)).toBeNull();
    expect(shareOf(0, 0)).toEqual({ passed: 0, of: 0, value: null, interval: null });
  });
});
