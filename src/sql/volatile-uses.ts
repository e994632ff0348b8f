import type { DialectName } from './dialect.ts';
import { type Token, tokenize } from './tokenize.ts';

/** A word that makes a query's rows depend on the day or on chance. */
export interface VolatileUse {
  /** As spelled, with the argument that decides (`date('now')`). */
  readonly text: string;
  readonly kind: 'clock' | 'chance';
  readonly start: number;
  readonly end: number;
}

interface VolatileWords {
  /** Read the clock without parentheses: `CURRENT_DATE`. */
  readonly bareClock: readonly string[];
  /** Functions that read the clock whatever their arguments are. */
  readonly clock: readonly string[];
  /** Functions that read the clock when called without arguments. */
  readonly clockWithoutArguments: readonly string[];
  /** Functions that read the clock when called with one argument. */
  readonly clockWithOneArgument: readonly string[];
  /** Functions that read the clock when an argument is a literal such as `'now'`. */
  readonly clockByLiteral: readonly string[];
  /** Literals that, cast to a date or time, mean the day of the query. */
  readonly clockLiterals: readonly string[];
  readonly chance: readonly string[];
  /** Functions of chance that a seed makes repeatable. */
  readonly chanceWithoutArguments: readonly string[];
}

const standardBare = ['current_date', 'current_time', 'current_timestamp'];

const volatileWords: Readonly<Record<DialectName, VolatileWords>> = {
  sqlite: {
    bareClock: standardBare,
    clock: [],
    clockWithoutArguments: ['date', 'time', 'datetime', 'julianday', 'unixepoch'],
    clockWithOneArgument: ['strftime'],
    clockByLiteral: ['date', 'time', 'datetime', 'julianday', 'unixepoch', 'strftime', 'timediff'],
    clockLiterals: ['now'],
    chance: ['random', 'randomblob'],
    chanceWithoutArguments: [],
  },
  postgres: {
    bareClock: [...standardBare, 'localtime', 'localtimestamp'],
    clock: ['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp', 'timeofday'],
    clockWithoutArguments: [],
    clockWithOneArgument: ['age'],
    clockByLiteral: [],
    clockLiterals: ['now', 'today', 'yesterday', 'tomorrow'],
    chance: [
      'random',
      'random_normal',
      'gen_random_uuid',
      'gen_random_bytes',
      'uuid_generate_v1',
      'uuid_generate_v4',
      'uuidv4',
      'uuidv7',
    ],
    chanceWithoutArguments: [],
  },
  duckdb: {
    bareClock: [...standardBare, 'localtime', 'localtimestamp'],
    clock: [
      'now',
      'today',
      'get_current_time',
      'get_current_timestamp',
      'current_localtime',
      'current_localtimestamp',
      'transaction_timestamp',
      'ago',
    ],
    clockWithoutArguments: [],
    clockWithOneArgument: ['age'],
    clockByLiteral: [],
    clockLiterals: ['now', 'today', 'yesterday', 'tomorrow'],
    chance: ['random', 'uuid', 'gen_random_uuid', 'uuidv4', 'uuidv7', 'reservoir_quantile'],
    chanceWithoutArguments: [],
  },
  mysql: {
    bareClock: [
      ...standardBare,
      'localtime',
      'localtimestamp',
      'utc_date',
      'utc_time',
      'utc_timestamp',
    ],
    clock: ['now', 'sysdate', 'curdate', 'curtime'],
    clockWithoutArguments: ['unix_timestamp'],
    clockWithOneArgument: [],
    clockByLiteral: [],
    clockLiterals: [],
    chance: ['uuid', 'uuid_short', 'random_bytes', 'sys_guid', 'uuid_v4', 'uuid_v7'],
    chanceWithoutArguments: ['rand'],
  },
};

/**
 * Where a SQL text depends on the day or on chance. Words in literals, names after a dot, quoted names
 * and comments are none: `'date(now)'`, `t.now`, `"random"`.
 *
 * @example
 * volatileUses("SELECT date('now')", 'sqlite'); // [{ text: "date('now')", kind: 'clock', … }]
 */
export function volatileUses(sql: string, dialect: DialectName): readonly VolatileUse[] {
  const words = volatileWords[dialect];
  const { tokens } = tokenize(sql, dialect);
  const uses: VolatileUse[] = [];
  tokens.forEach((token, index) => {
    const found = useAt(tokens, index, words);
    if (!found) return;
    uses.push({
      text: sql.slice(token.start, found.end),
      kind: found.kind,
      start: token.start,
      end: found.end,
    });
  });
  return uses;
}

/** Whether a text's rows depend on the day it runs. */
export function dependsOnToday(sql: string, dialect: DialectName): boolean {
  return volatileUses(sql, dialect).some((use) => use.kind === 'clock');
}

function useAt(
  tokens: readonly Token[],
  index: number,
  words: VolatileWords,
): { kind: VolatileUse['kind']; end: number } | null {
  const token = tokens[index];
  if (!token) return null;
  if (token.kind === 'string') return literalUse(tokens, index, words);
  if (token.kind !== 'word') return null;
  const isCall = tokens[index + 1]?.text === '(';
  if (tokens[index - 1]?.text === '.' && !isCall) return null;
  const name = token.value;
  if (!isCall) {
    if (isName(tokens, index)) return null;
    if (words.bareClock.includes(name)) return { kind: 'clock', end: token.end };
    if (name === 'tablesample' || (name === 'sample' && tokens[index - 1]?.value === 'using')) {
      return sampleUse(tokens, index);
    }
    return null;
  }
  if (name === 'tablesample') return sampleUse(tokens, index);
  const call = readCall(tokens, index + 1);
  const use = (kind: VolatileUse['kind']) => ({ kind, end: call.end });
  const isNow = call.tokens.some(
    (argument) =>
      argument.kind === 'string' && words.clockLiterals.includes(argument.value.toLowerCase()),
  );
  if (words.clock.includes(name) || words.bareClock.includes(name)) return use('clock');
  if (words.clockWithoutArguments.includes(name) && call.count === 0) return use('clock');
  if (words.clockWithOneArgument.includes(name) && call.count === 1) return use('clock');
  if (words.clockByLiteral.includes(name) && isNow) return use('clock');
  if (words.chance.includes(name)) return use('chance');
  if (words.chanceWithoutArguments.includes(name) && call.count === 0) return use('chance');
  return null;
}

/** A word that names something here: after AS, or before a dot. */
function isName(tokens: readonly Token[], index: number): boolean {
  return tokens[index - 1]?.value === 'as' || tokens[index + 1]?.text === '.';
}

/** `'now'::timestamp`, `DATE 'today'`, `CAST('now' AS date)`. */
function literalUse(tokens: readonly Token[], index: number, words: VolatileWords) {
  const token = tokens[index];
  if (!token || !words.clockLiterals.includes(token.value.trim().toLowerCase())) return null;
  const timeTypes = /^(?:date|time|timetz|timestamp|timestamptz|datetime)$/;
  const before = tokens[index - 1];
  const after = tokens[index + 1];
  const cast = tokens[index + 2];
  const isCast =
    (after?.text === '::' || after?.value === 'as') && timeTypes.test(cast?.value ?? '');
  const isTyped = before?.kind === 'word' && timeTypes.test(before.value);
  return isCast || isTyped
    ? { kind: 'clock' as const, end: (isCast && cast ? cast : token).end }
    : null;
}

/** A sample is chance unless a seed is given with REPEATABLE. */
function sampleUse(tokens: readonly Token[], index: number) {
  const later = tokens.slice(index + 1, index + 12);
  if (later.some((token) => token.value === 'repeatable')) return null;
  return { kind: 'chance' as const, end: tokens[index]?.end ?? 0 };
}

/** The tokens between the parentheses of a call and how many arguments they are. */
function readCall(tokens: readonly Token[], open: number) {
  let depth = 0;
  let count = 0;
  const own: Token[] = [];
  for (let index = open; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) break;
    if (token.text === '(') depth += 1;
    if (token.text === ')') depth -= 1;
    if (depth === 0) return { tokens: own, count, end: token.end };
    if (index > open) {
      own.push(token);
      if (count === 0) count = 1;
      if (depth === 1 && token.text === ',') count += 1;
    }
  }
  return { tokens: own, count, end: tokens.at(-1)?.end ?? 0 };
}
