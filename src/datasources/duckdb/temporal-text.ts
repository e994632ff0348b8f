/** Days, micro- and nanoseconds as ISO 8601, by whole-number arithmetic: no JavaScript Date, no rounding. */

const secondsPerDay = 86_400n;

/**
 * A day, counted from 1970-01-01, in the proleptic Gregorian calendar; years before 1 as astronomers
 * count them.
 *
 * @example
 * dateText(0); // '1970-01-01'
 * dateText(-735160); // '-0043-03-15', the ides of March of 44 BC
 */
export function dateText(days: number): string {
  // Eras of 400 years have 146,097 days; a year that begins in March has its leap day last.
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  const sign = year < 0 ? '-' : '';
  return `${sign}${pad(Math.abs(year), 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** A time of day; `unitsPerSecond` is 1,000,000 for microseconds. Trailing zeros of the fraction go. */
export function timeText(units: bigint, unitsPerSecond: bigint): string {
  const seconds = units / unitsPerSecond;
  const clock = [seconds / 3_600n, (seconds / 60n) % 60n, seconds % 60n].map((part) =>
    pad(part, 2),
  );
  return `${clock.join(':')}${fractionText(units % unitsPerSecond, unitsPerSecond)}`;
}

/** A moment, counted from 1970-01-01T00:00:00. */
export function timestampText(units: bigint, unitsPerSecond: bigint): string {
  const unitsPerDay = secondsPerDay * unitsPerSecond;
  const rest = ((units % unitsPerDay) + unitsPerDay) % unitsPerDay;
  const days = Number((units - rest) / unitsPerDay);
  return `${dateText(days)}T${timeText(rest, unitsPerSecond)}`;
}

/** An offset from UTC: `+02`, `-05:30`, `+00`. */
export function offsetText(seconds: number): string {
  const size = Math.abs(seconds);
  const parts = [Math.floor(size / 3_600), Math.floor(size / 60) % 60, size % 60];
  while (parts.length > 1 && parts.at(-1) === 0) parts.pop();
  return `${seconds < 0 ? '-' : '+'}${parts.map((part) => pad(part, 2)).join(':')}`;
}

/**
 * An interval: years and months, days, and time, each with its own sign.
 *
 * @example
 * intervalText({ months: 14, days: -3, micros: 1_500_000n }); // 'P1Y2M-3DT1.5S'
 */
export function intervalText({
  months,
  days,
  micros,
}: {
  readonly months: number;
  readonly days: number;
  readonly micros: bigint;
}): string {
  const part = (value: number | bigint, unit: string) =>
    value === 0 || value === 0n ? '' : `${value}${unit}`;
  const date = part(Math.trunc(months / 12), 'Y') + part(months % 12, 'M') + part(days, 'D');
  const seconds = micros / 1_000_000n;
  const fraction = micros % 1_000_000n;
  const size = fraction < 0n ? -fraction : fraction;
  const rest = seconds % 60n;
  const secondText =
    micros % 60_000_000n === 0n
      ? ''
      : `${micros < 0n && rest === 0n ? '-' : ''}${rest}${fractionText(size, 1_000_000n)}S`;
  const time = part(seconds / 3_600n, 'H') + part((seconds / 60n) % 60n, 'M') + secondText;
  if (date === '' && time === '') return 'PT0S';
  return `P${date}${time === '' ? '' : `T${time}`}`;
}

function fractionText(fraction: bigint, unitsPerSecond: bigint): string {
  if (fraction === 0n) return '';
  const digits = String(unitsPerSecond).length - 1;
  return `.${pad(fraction, digits).replace(/0+$/, '')}`;
}

function pad(value: number | bigint, width: number): string {
  return String(value).padStart(width, '0');
}
