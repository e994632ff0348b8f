import type { DialectName } from './dialect.ts';

/** How a dialect spells comments, literals, names and numbers: all that the tokenizer asks. */
export interface LexicalRules {
  /** `/* … /* … *​/ … *​/` is one comment. */
  readonly nestedComments: boolean;
  /** A lone carriage return ends a `--` comment. */
  readonly returnEndsLineComment: boolean;
  /** `--` starts a comment only before a blank, a control character or the end. */
  readonly dashCommentNeedsBlank: boolean;
  readonly hashComments: boolean;
  /** `/*! … *​/` and `/*M! … *​/` are run, not skipped. */
  readonly executableComments: boolean;
  /** A block comment may end with the text. */
  readonly openCommentAtEnd: boolean;
  /** A backslash escapes the next character in every string, or only in `E'…'`. */
  readonly backslashEscapes: 'always' | 'e-strings' | 'never';
  readonly dollarQuotes: boolean;
  readonly doubleQuote: 'name' | 'string';
  readonly backtickNames: boolean;
  readonly bracketNames: boolean;
  /** Letters that may stand before a quote and belong to the literal: `x'ab'`. */
  readonly stringPrefixes: RegExp;
  /** Two literals apart only by a line break (or any blank) are one. */
  readonly adjacentStrings: 'line-break' | 'blank' | 'never';
  readonly nameStart: RegExp;
  readonly name: RegExp;
  /** A name may begin with digits (`1a`). */
  readonly nameMayStartWithDigit: boolean;
  readonly space: RegExp;
  /** Placeholders, as a sticky pattern. */
  readonly parameter: RegExp;
  /** Session variables: `@x`, `@@global.x`. */
  readonly variable: RegExp | null;
  /** Operators of more than one character, longest first; others are single characters. */
  readonly operator: RegExp;
}

const postgresOperator = /[-+*/<>=~!@#%^&|`?]+/y;
const plainOperator = /->>|<=>|->|\|\||&&|<<|>>|<=|>=|<>|!=|==|:=|::|[-+*/<>=~!%^&|@]/y;
const duckOperator =
  /->>|<=>|\^@|!~~\*|~~\*|!~~|!~\*|~~~|->|=>|<@|@>|\|\||\*\*|\/\/|&&|<<|>>|<=|>=|<>|!=|==|:=|::|~~|!~|~\*|<->|[-+*/<>=~!%^&|@#]/y;

/** The lexical rules of each dialect, taken from what the engines do. */
export const lexicalRules: Readonly<Record<DialectName, LexicalRules>> = {
  postgres: {
    nestedComments: true,
    returnEndsLineComment: true,
    dashCommentNeedsBlank: false,
    hashComments: false,
    executableComments: false,
    openCommentAtEnd: false,
    backslashEscapes: 'e-strings',
    dollarQuotes: true,
    doubleQuote: 'name',
    backtickNames: false,
    bracketNames: false,
    stringPrefixes: /(?:[eEbBxXnN]|[uU]&)(?=')/y,
    adjacentStrings: 'line-break',
    nameStart: /[A-Za-z_\u0080-\uffff]/,
    name: /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y,
    nameMayStartWithDigit: false,
    space: /[ \t\n\r\f]+/y,
    parameter: /\$\d+/y,
    variable: null,
    operator: postgresOperator,
  },
  duckdb: {
    nestedComments: false,
    returnEndsLineComment: true,
    dashCommentNeedsBlank: false,
    hashComments: false,
    executableComments: false,
    openCommentAtEnd: false,
    backslashEscapes: 'e-strings',
    dollarQuotes: true,
    doubleQuote: 'name',
    backtickNames: false,
    bracketNames: false,
    stringPrefixes: /[eExXbB](?=')/y,
    adjacentStrings: 'line-break',
    nameStart:
      /[A-Za-z_\u0080-\u009f\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\uffff]/,
    name: /[A-Za-z_\u0080-\u009f\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\uffff][A-Za-z0-9_$\u0080-\u009f\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\uffff]*/y,
    nameMayStartWithDigit: false,
    space: /[ \t\n\r\f\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/y,
    parameter: /\?\d*|\$\d+|\$[A-Za-z_][A-Za-z0-9_]*/y,
    variable: null,
    operator: duckOperator,
  },
  mysql: {
    nestedComments: false,
    returnEndsLineComment: false,
    dashCommentNeedsBlank: true,
    hashComments: true,
    executableComments: true,
    openCommentAtEnd: false,
    backslashEscapes: 'always',
    dollarQuotes: false,
    doubleQuote: 'string',
    backtickNames: true,
    bracketNames: false,
    stringPrefixes: /(?:[xXbBnN]|_[A-Za-z0-9]+\s*)(?=')/y,
    adjacentStrings: 'blank',
    nameStart: /[A-Za-z_$\u0080-\uffff]/,
    name: /[A-Za-z0-9_$\u0080-\uffff]+/y,
    nameMayStartWithDigit: true,
    space: /[ \t\n\r\f\v]+/y,
    parameter: /\?/y,
    variable: /@@?(?:[A-Za-z0-9_.$\u0080-\uffff]+|`[^`]*`|'[^']*'|"[^"]*")?/y,
    operator: plainOperator,
  },
  sqlite: {
    nestedComments: false,
    returnEndsLineComment: false,
    dashCommentNeedsBlank: false,
    hashComments: false,
    executableComments: false,
    openCommentAtEnd: true,
    backslashEscapes: 'never',
    dollarQuotes: false,
    doubleQuote: 'name',
    backtickNames: true,
    bracketNames: true,
    stringPrefixes: /[xX](?=')/y,
    adjacentStrings: 'never',
    nameStart: /[A-Za-z_\u0080-\ufefe\uff00-\uffff]/,
    name: /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y,
    nameMayStartWithDigit: false,
    space: /[ \t\n\r\f\ufeff]+/y,
    parameter:
      /\?\d*|[:@#$][A-Za-z0-9_$\u0080-\uffff]+(?:::[A-Za-z0-9_$\u0080-\uffff]+)*(?:\([^)\s]*\))?/y,
    variable: null,
    operator: plainOperator,
  },
};
