import { type Interval, wilsonInterval } from './wilson.ts';

/** How many of how many, as a value from 0 to 1 and its interval; both null where nothing was counted. */
export interface Share {
  readonly passed: number;
  readonly of: number;
  readonly value: number | null;
  readonly interval: Interval | null;
}

/**
 * A share with its interval.
 *
 * @example
 * shareOf(3, 4); // { passed: 3, of: 4, value: 0.75, interval: [0.3006, 0.9544] }
 */
export function shareOf(passed: number, of: number): Share {
  return {
    passed,
    of,
    value: of === 0 ? null : passed / of,
    interval: wilsonInterval(passed, of),
  };
}
