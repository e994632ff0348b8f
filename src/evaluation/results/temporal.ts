/**
 * Dates, times and timestamps as keys: equal moments have equal keys, to every fraction digit.
 * Nothing passes through a JavaScript Date.
 */
export interface Temporal {
  readonly type: 'date' | 'time' | 'timestamp';
  readonly key: string;
  /** The day a timestamp at midnight falls on, or a date itself; else null. */
  readonly midnightOf: string | null;
}

const dateShape = /^([-+]?\d{4,6})-(\d\d)-(\d\d)$/;
const timestampShape =
  /^([-+]?\d{4,6})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?: ?(Z|z|UTC|[-+]\d\d(?::?\d\d(?::?\d\d)?)?))?$/;
const timeShape = /^(\d\d):(\d\d):(\d\d)(?:\.(\d+))?$/;

/** Reads a date as a database spells it; null for what is none. */
export function parseDate(text: string): Temporal | null {
  const match = dateShape.exec(text);
  if (!match) return null;
  const [, year = '', month = '', day = ''] = match;
  if (!isDay(month, day)) return null;
  const key = `${yearKey(year)}-${month}-${day}`;
  return { type: 'date', key, midnightOf: key };
}

/** Reads a timestamp with or without a zone; without one it counts as UTC. Null for what is none. */
export function parseTimestamp(text: string): Temporal | null {
  const match = timestampShape.exec(text);
  if (!match) return null;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '00'] = match;
  const fraction = (match[7] ?? '').replace(/0+$/, '');
  if (!isDay(month, day) || Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) {
    return null;
  }
  const offset = offsetSeconds(match[8] ?? 'Z');
  let date = `${yearKey(year)}-${month}-${day}`;
  let clock = `${hour}:${minute}:${second}`;
  if (offset !== 0 || hour === '24' || second === '60') {
    const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset;
    const days = Math.floor(seconds / 86_400);
    date = dateOfDay(dayNumber(Number(year), Number(month), Number(day)) + days);
    clock = clockOf(seconds - days * 86_400);
  }
  const isMidnight = clock === '00:00:00' && fraction === '';
  return {
    type: 'timestamp',
    key: `${date}T${clock}${fraction === '' ? '' : `.${fraction}`}`,
    midnightOf: isMidnight ? date : null,
  };
}

/** Reads a time of day; null for what is none. */
export function parseTime(text: string): Temporal | null {
  const match = timeShape.exec(text);
  if (!match) return null;
  const fraction = (match[4] ?? '').replace(/0+$/, '');
  const key = `${match[1]}:${match[2]}:${match[3]}${fraction === '' ? '' : `.${fraction}`}`;
  return { type: 'time', key, midnightOf: null };
}

/** A date, a time or a timestamp to the second that a text spells in ISO form (`T` or a blank). */
export function parseTemporalText(text: string): Temporal | null {
  const first = text.charCodeAt(0);
  if (text.length < 8 || text.length > 60 || !(first === 45 || (first >= 48 && first <= 57))) {
    return null;
  }
  const parsed = parseDate(text) ?? parseTime(text);
  if (parsed) return parsed;
  // Without seconds a text does not spell the timestamp, it shortens it.
  return /[T ]\d\d:\d\d:\d\d/.test(text) ? parseTimestamp(text) : null;
}

const labelShape = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/;
const isoTextShape =
  /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d\d(?::\d\d(?::\d\d(?:\.\d+)?)?)? ?(?:Z|z|[-+]\d\d(?::?\d\d)?)?)?)?$/;

/** Whether a text is a period label: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
export function isPeriodLabel(text: string): boolean {
  return labelShape.test(text);
}

/** The labels that a date, timestamp or ISO text begins with, the text itself left out. */
export function periodLabelsOf(text: string): string[] {
  if (!isoTextShape.test(text)) return [];
  return [4, 7, 10].filter((length) => length < text.length).map((length) => text.slice(0, length));
}

const intervalShape =
  /^([-+]?)P(?:([-+]?\d+)Y)?(?:([-+]?\d+)M)?(?:([-+]?\d+)W)?(?:([-+]?\d+)D)?(?:T(?:([-+]?\d+)H)?(?:([-+]?\d+)M)?(?:([-+]?\d+)(?:\.(\d+))?S|([-+]?)\.(\d+)S)?)?$/;

/** Months, days and seconds of an ISO 8601 interval, kept apart: a month is not 31 days. */
export function intervalKey(text: string): string {
  const match = intervalShape.exec(text.trim().toUpperCase());
  if (!match) return text;
  const sign = match[1] === '-' ? -1n : 1n;
  const part = (index: number) => BigInt((match[index] ?? '0').replace(/^\+/, '') || '0');
  const months = sign * (part(2) * 12n + part(3));
  const days = sign * (part(4) * 7n + part(5));
  const fraction = (match[9] ?? match[11] ?? '').replace(/0+$/, '');
  const width = 10n ** BigInt(fraction.length);
  const secondText = match[8] ?? match[10] ?? '0';
  const fractionSign = secondText.startsWith('-') ? -1n : 1n;
  const seconds = part(6) * 3600n + part(7) * 60n + (match[8] === undefined ? 0n : part(8));
  const total = sign * (seconds * width + fractionSign * BigInt(fraction || '0'));
  return `${months}m${days}d${total}e-${fraction.length}`;
}

/** A time of day with its zone: equal only when both are, as databases have it. */
export function timetzKey(text: string): string {
  const match = /^(\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|z|[-+]\d\d(?::?\d\d(?::?\d\d)?)?)$/.exec(
    text,
  );
  if (!match) return text;
  const clock = match[1] ?? '';
  const time = parseTime(clock.length === 5 ? `${clock}:00` : clock);
  return `${time?.key ?? clock}|${offsetSeconds(match[2] ?? 'Z')}`;
}

/** The day `days` after a date key. */
export function addDays(date: string, days: number): string {
  const match = dateShape.exec(date);
  if (!match) return date;
  return dateOfDay(dayNumber(Number(match[1]), Number(match[2]), Number(match[3])) + days);
}

/** Seconds since year 0 of a timestamp key, without its fraction; null for what is none. */
export function secondsOf(key: string): number | null {
  const match = timestampShape.exec(key) ?? dateShape.exec(key);
  if (!match) return null;
  const day = dayNumber(Number(match[1]), Number(match[2]), Number(match[3]));
  return (
    day * 86_400 + Number(match[4] ?? 0) * 3600 + Number(match[5] ?? 0) * 60 + Number(match[6] ?? 0)
  );
}

function isDay(month: string, day: string): boolean {
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}

function yearKey(year: string): string {
  const value = Number(year);
  const digits = String(Math.abs(value)).padStart(4, '0');
  return value < 0 ? `-${digits}` : digits;
}

function offsetSeconds(zone: string): number {
  if (/^(?:z|utc)$/i.test(zone)) return 0;
  const digits = zone.slice(1).replaceAll(':', '');
  const seconds =
    Number(digits.slice(0, 2)) * 3600 +
    Number(digits.slice(2, 4) || 0) * 60 +
    Number(digits.slice(4, 6) || 0);
  return zone.startsWith('-') ? -seconds : seconds;
}

function clockOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Days since 0000-03-01 in the proleptic Gregorian calendar. */
function dayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const monthIndex = (month + 9) % 12;
  return (
    365 * shifted +
    Math.floor(shifted / 4) -
    Math.floor(shifted / 100) +
    Math.floor(shifted / 400) +
    Math.floor((153 * monthIndex + 2) / 5) +
    day -
    1
  );
}

function dateOfDay(day: number): string {
  const era = Math.floor(day / 146_097);
  const dayOfEra = day - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthIndex = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * monthIndex + 2) / 5) + 1;
  const month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${yearKey(String(year))}-${two(month)}-${two(dayOfMonth)}`;
}
