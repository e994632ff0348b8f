import { Nl2sqlError } from '../errors.ts';
import { runOfReport } from './run-of-report.ts';

export const ratings = ['up', 'down'] as const;
export type Rating = (typeof ratings)[number];

/**
 * What somebody said of one run: never rows, never the answer. A refused run keeps no SQL, since what was
 * refused may name what its reader must not see.
 */
export interface Feedback {
  /** The run's id; rating a run again replaces what was said before. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly rating: Rating;
  /** At most 280 characters. */
  readonly note: string | null;
  readonly question: string;
  readonly role: string | null;
  /** How the run ended: `success`, `refused`, `error`, or what else a system says. */
  readonly status: string;
  readonly sql: readonly string[];
  readonly datasources: readonly string[];
  readonly errorCodes: readonly string[];
  /** Versions of what answered, by name. */
  readonly versions: Readonly<Record<string, string>>;
}

export const maxNoteCharacters = 280;

/**
 * Reads feedback from data: flags of the command line, or a run as JSON. Whatever else the data holds
 * (rows, an answer, messages) is not looked at. Throws `FEEDBACK_INVALID` with everything that is wrong.
 *
 * @param now stands in where the data tells no time
 * @example
 * readFeedback({ id: 'r1', rating: 'up', question: 'How many?', status: 'success', sql: 'SELECT 1' }, new Date());
 */
export function readFeedback(data: unknown, now: Date): Feedback {
  const problems: string[] = [];
  const given = asRecord(data);
  const run = given === null ? null : (runOfReport(given) ?? given);
  if (run === null)
    throw new Nl2sqlError('FEEDBACK_INVALID', { problems: ['it is not a JSON object'] });
  const text = (names: readonly string[]): string | null => {
    const value = names.map((name) => run[name]).find((one) => one !== undefined && one !== null);
    if (value === undefined) return null;
    // An empty field of a form says nothing.
    if (typeof value === 'string') return value.trim() === '' ? null : value;
    problems.push(`${names[0]}: expected text, found ${kindOf(value)}`);
    return null;
  };
  const required = (names: readonly string[]): string => {
    const before = problems.length;
    const value = text(names);
    if (value === null && problems.length === before) problems.push(`${names[0]} is missing`);
    return value ?? '';
  };
  const texts = (names: readonly string[]): string[] => {
    const value = names.map((name) => run[name]).find((one) => one !== undefined && one !== null);
    if (value === undefined) return [];
    if (typeof value === 'string') return value.trim() === '' ? [] : [value];
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    problems.push(`${names[0]}: expected texts, found ${kindOf(value)}`);
    return [];
  };
  const id = required(['id', 'trace_id', 'runId']);
  const rating = ratings.find((word) => word === run['rating']);
  if (rating === undefined) {
    problems.push(`rating: expected up or down, found ${shown(run['rating'])}`);
  }
  const note = text(['note']);
  if (note !== null && [...note].length > maxNoteCharacters) {
    problems.push(`note: ${[...note].length} characters, at most ${maxNoteCharacters} are kept`);
  }
  const question = required(['question']);
  const status = text(['status']) ?? 'success';
  const errorCodes = texts(['errorCodes', 'error_codes']);
  const isRefused = isRefusal(status, errorCodes) || run['refused'] === true;
  const at = readTime(text(['at', 'created_at']), now, problems);
  const feedback: Feedback = {
    id,
    at,
    rating: rating ?? 'down',
    note,
    question,
    role: text(['role']),
    status,
    sql: isRefused ? [] : texts(['sql']),
    datasources: [...new Set(texts(['datasources', 'datasource', 'datasource_ids']))],
    errorCodes,
    versions: readVersions(run['versions'], problems),
  };
  if (problems.length > 0) throw new Nl2sqlError('FEEDBACK_INVALID', { problems });
  return feedback;
}

function asRecord(data: unknown): Readonly<Record<string, unknown>> | null {
  return data !== null && typeof data === 'object' && !Array.isArray(data)
    ? (data as Record<string, unknown>)
    : null;
}

/** Whether a run ended in a refusal; what was refused is not kept. */
export function isRefusal(status: string, errorCodes: readonly string[]): boolean {
  return (
    /^(?:refused|refusal|denied|leak)$/i.test(status) || errorCodes.includes('SECURITY_VIOLATION')
  );
}

/** What a value is, without what it says: it may be rows. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return value !== null && typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  if (typeof value !== 'string') return kindOf(value);
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
}

function readTime(text: string | null, now: Date, problems: string[]): string {
  if (text === null) return now.toISOString();
  // What else Date.parse reads depends on the machine: "5" is a year to it.
  const time = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/.test(text.trim())
    ? Date.parse(text.trim())
    : Number.NaN;
  if (Number.isNaN(time)) {
    problems.push(`at: expected a time such as ${now.toISOString()}, found ${shown(text)}`);
    return now.toISOString();
  }
  return new Date(time).toISOString();
}

function readVersions(value: unknown, problems: string[]): Record<string, string> {
  if (value === undefined || value === null) return {};
  const record = asRecord(value);
  const entries = Object.entries(record ?? {});
  if (record === null || entries.some(([, version]) => typeof version !== 'string')) {
    problems.push('versions: expected a map from name to version');
    return {};
  }
  return Object.fromEntries(entries.map(([name, version]) => [name, String(version)]));
}
