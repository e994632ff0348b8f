import { reservedWords } from './data/reserved-words.ts';
import type { DialectName } from './dialect.ts';

interface QuotingRules {
  readonly quote: '"' | '`';
  /** Names that mean the same with and without quotes, if they are no reserved word. */
  readonly plain: RegExp;
}

const quotingRules: Readonly<Record<DialectName, QuotingRules>> = {
  sqlite: { quote: '"', plain: /^[A-Za-z_][A-Za-z0-9_]*$/ },
  duckdb: { quote: '"', plain: /^[A-Za-z_][A-Za-z0-9_]*$/ },
  // A bare name is folded to lower case here, so one with a capital needs quotes.
  postgres: { quote: '"', plain: /^[a-z_][a-z0-9_]*$/ },
  mysql: { quote: '`', plain: /^[A-Za-z_][A-Za-z0-9_]*$/ },
};

const wordSet = (dialect: DialectName): ReadonlySet<string> =>
  new Set(reservedWords[dialect].trim().split(/\s+/));

const reserved: Readonly<Record<DialectName, ReadonlySet<string>>> = {
  sqlite: wordSet('sqlite'),
  duckdb: wordSet('duckdb'),
  postgres: wordSet('postgres'),
  mysql: wordSet('mysql'),
};

/** Whether a bare word is no name in this dialect. */
export function isReservedWord(word: string, dialect: DialectName): boolean {
  return reserved[dialect].has(word.toLowerCase());
}

/**
 * A name as this dialect reads it: bare where that means the same, else quoted.
 *
 * @example
 * quoteIdentifier('order', 'mysql'); // '`order`'
 * quoteIdentifier('we"ird', 'postgres'); // '"we""ird"'
 */
export function quoteIdentifier(name: string, dialect: DialectName): string {
  const { quote, plain } = quotingRules[dialect];
  if (plain.test(name) && !isReservedWord(name, dialect)) return name;
  return quote + name.replaceAll(quote, quote + quote) + quote;
}
