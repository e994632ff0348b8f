/** Points in time as the demo databases write them: `YYYY-MM-DD HH:MM:SS`, no zone, seconds exact. */

const startOf2009 = Date.UTC(2009, 0, 1) / 1000;

/** Seconds since the start of 2009. */
export function secondsOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / 1000 - startOf2009;
}

/** `2009-01-01 00:00:00` for 0. */
export function timestampText(seconds: number): string {
  return new Date((startOf2009 + seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** `2009-01-01` for 0. */
export function dateText(seconds: number): string {
  return timestampText(seconds).slice(0, 10);
}

export const secondsPerDay = 86_400;
