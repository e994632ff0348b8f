import type { DialectName } from './dialect.ts';
import { type LexicalRules, lexicalRules } from './lexical-rules.ts';

/** What a token is. A `word` is a bare name or keyword; an `executable` is a comment the server runs. */
export type TokenKind =
  | 'word'
  | 'quoted-name'
  | 'string'
  | 'number'
  | 'parameter'
  | 'variable'
  | 'operator'
  | 'punctuation'
  | 'executable';

/** One token; `start` and `end` are offsets into the text, `end` exclusive. */
export interface Token {
  readonly kind: TokenKind;
  /** As spelled. */
  readonly text: string;
  /** A name or string without its quotes; for a word the word in lower case; else the text. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** The quote a string or name was written in, with its prefix (`'`, `"`, `` ` ``, `[`, `e'`, `$`). */
  readonly quote?: string;
}

/** A comment that the server skips. */
export interface Comment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Why a text cannot be cut into tokens. */
export interface LexicalProblem {
  readonly code:
    | 'unterminated-string'
    | 'unterminated-name'
    | 'unterminated-comment'
    | 'unreadable-character';
  readonly position: number;
}

/** The tokens of a text; with a `problem` those before it. */
export interface Tokens {
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
  readonly problem: LexicalProblem | null;
}

/**
 * Cuts a SQL text into tokens as the engine of that dialect would.
 *
 * @example
 * tokenize("SELECT 'a;b' -- c", 'sqlite').tokens.map((token) => token.kind); // ['word', 'string']
 */
export function tokenize(
  sql: string,
  dialect: DialectName,
  options: { readonly nestedComments?: boolean } = {},
): Tokens {
  const rules = lexicalRules[dialect];
  return new Tokenizer(sql, rules, options.nestedComments ?? rules.nestedComments).run();
}

class Tokenizer {
  private readonly tokens: Token[] = [];
  private readonly comments: Comment[] = [];
  private problem: LexicalProblem | null = null;
  private position = 0;
  private readonly sql: string;
  private readonly rules: LexicalRules;
  private readonly nestedComments: boolean;

  constructor(sql: string, rules: LexicalRules, nestedComments: boolean) {
    this.sql = sql;
    this.rules = rules;
    this.nestedComments = nestedComments;
  }

  run(): Tokens {
    while (this.position < this.sql.length && this.problem === null) {
      if (!this.step()) this.fail('unreadable-character', this.position);
    }
    return { tokens: this.tokens, comments: this.comments, problem: this.problem };
  }

  /** Reads one blank, comment or token; false when nothing begins here. */
  private step(): boolean {
    const { sql, rules, position } = this;
    const space = this.match(rules.space);
    if (space) {
      this.position += space.length;
      return true;
    }
    const character = sql[position] ?? '';
    const next = sql[position + 1] ?? '';
    if (character === '-' && next === '-' && this.dashesStartComment()) return this.lineComment();
    if (character === '#' && rules.hashComments) return this.lineComment();
    if (character === '/' && next === '*') return this.blockComment();
    const prefix = this.match(rules.stringPrefixes);
    if (prefix) return this.string(prefix);
    if (character === "'") return this.string('');
    if (character === '"') {
      return rules.doubleQuote === 'string' ? this.string('') : this.quotedName('"');
    }
    if (character === '`' && rules.backtickNames) return this.quotedName('`');
    if (character === '[' && rules.bracketNames) return this.bracketName();
    if (/[uU]/.test(character) && next === '&' && sql[position + 2] === '"') {
      if (rules.dollarQuotes) return this.quotedName(`${character}&"`);
    }
    if (character === '$' && rules.dollarQuotes && this.dollarString()) return true;
    if (/[0-9]/.test(character) || (character === '.' && /[0-9]/.test(next) && !this.isPath())) {
      if (this.number()) return true;
    }
    const name = rules.nameStart.test(character) || rules.nameMayStartWithDigit;
    const word = name ? this.match(rules.name) : '';
    if (word) return this.push('word', word, word.toLowerCase());
    const parameter = this.match(rules.parameter);
    if (parameter) return this.push('parameter', parameter, parameter);
    const variable = rules.variable ? this.match(rules.variable) : '';
    if (variable) return this.push('variable', variable, variable.toLowerCase());
    if ('()[]{},;.'.includes(character)) return this.push('punctuation', character, character);
    const operator = this.operator();
    if (operator) return this.push('operator', operator, operator);
    if (character === ':' || character === '#' || character === '?') {
      return this.push('punctuation', character, character);
    }
    return false;
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.position;
    return pattern.exec(this.sql)?.[0] ?? '';
  }

  private push(kind: TokenKind, text: string, value: string, quote?: string): boolean {
    const start = this.position;
    this.position += text.length;
    const token = { kind, text, value, start, end: this.position };
    this.tokens.push(quote === undefined ? token : { ...token, quote });
    return true;
  }

  private fail(code: LexicalProblem['code'], position: number): true {
    this.problem = { code, position };
    return true;
  }

  /** A `.5` right after a name or `]` is a path, as in MySQL's `t.1a`. */
  private isPath(): boolean {
    const last = this.tokens.at(-1);
    return (
      last !== undefined &&
      last.end === this.position &&
      (last.kind === 'quoted-name' || last.kind === 'word')
    );
  }

  private dashesStartComment(): boolean {
    if (!this.rules.dashCommentNeedsBlank) return true;
    const after = this.sql.charCodeAt(this.position + 2);
    return Number.isNaN(after) || after <= 32 || after === 127;
  }

  private lineComment(): boolean {
    const end = this.rules.returnEndsLineComment ? /[\n\r]|$/g : /\n|$/g;
    end.lastIndex = this.position;
    const start = this.position;
    this.position = end.exec(this.sql)?.index ?? this.sql.length;
    this.comments.push({ text: this.sql.slice(start, this.position), start, end: this.position });
    return true;
  }

  private blockComment(): boolean {
    const { sql, rules, position: start } = this;
    const isExecutable = rules.executableComments && /^\/\*M?!/.test(sql.slice(start, start + 4));
    let depth = 1;
    const mark = /\/\*|\*\//g;
    mark.lastIndex = start + 2;
    while (depth > 0) {
      const found = mark.exec(sql);
      if (!found) {
        if (rules.openCommentAtEnd) {
          this.comments.push({ text: sql.slice(start), start, end: sql.length });
          this.position = sql.length;
          return true;
        }
        return this.fail('unterminated-comment', start);
      }
      if (found[0] === '*/') depth -= 1;
      else if (this.nestedComments) depth += 1;
      // `/*/` opens and does not close: the next mark may begin at its last slash.
      else mark.lastIndex = found.index + 1;
    }
    const text = sql.slice(start, mark.lastIndex);
    if (isExecutable) return this.push('executable', text, text);
    this.position = mark.lastIndex;
    this.comments.push({ text, start, end: this.position });
    return true;
  }

  private string(prefix: string): boolean {
    const { sql, rules, position: start } = this;
    const quote = sql[start + prefix.length] ?? "'";
    const hasEscapes =
      rules.backslashEscapes === 'always' ||
      (rules.backslashEscapes === 'e-strings' && /^e$/i.test(prefix));
    let value = '';
    let from = start + prefix.length + 1;
    for (let index = from; index < sql.length; index += 1) {
      const character = sql[index];
      if (character === '\\' && hasEscapes) {
        value += sql.slice(from, index) + unescaped(sql[index + 1] ?? '');
        index += 1;
        from = index + 1;
      } else if (character === quote) {
        value += sql.slice(from, index);
        if (sql[index + 1] !== quote) {
          const text = sql.slice(start, index + 1);
          return this.push('string', text, value, `${prefix.toLowerCase()}${quote}`);
        }
        index += 1;
        from = index;
      }
    }
    return this.fail('unterminated-string', start);
  }

  private quotedName(open: string): boolean {
    const { sql, position: start } = this;
    const quote = open.at(-1) ?? '"';
    for (let index = start + open.length; index < sql.length; index += 1) {
      if (sql[index] !== quote) continue;
      if (sql[index + 1] === quote) {
        index += 1;
        continue;
      }
      const value = sql.slice(start + open.length, index).replaceAll(quote + quote, quote);
      return this.push('quoted-name', sql.slice(start, index + 1), value, open.toLowerCase());
    }
    return this.fail('unterminated-name', start);
  }

  private bracketName(): boolean {
    const end = this.sql.indexOf(']', this.position);
    if (end === -1) {
      return this.fail('unterminated-name', this.position);
    }
    const text = this.sql.slice(this.position, end + 1);
    return this.push('quoted-name', text, text.slice(1, -1), '[');
  }

  private dollarString(): boolean {
    const tag = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y;
    const open = this.match(tag);
    if (!open) return false;
    const end = this.sql.indexOf(open, this.position + open.length);
    if (end === -1) return this.fail('unterminated-string', this.position);
    const text = this.sql.slice(this.position, end + open.length);
    this.push('string', text, text.slice(open.length, -open.length), '$');
    return true;
  }

  private number(): boolean {
    const pattern = this.rules.nameMayStartWithDigit
      ? /(?:0x[0-9a-fA-F]+|0b[01]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/y
      : /(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*(?:\.(?!\.)[\d_]*)?|\.\d[\d_]*)(?:[eE][-+]?\d[\d_]*)?)/y;
    const text = this.match(pattern);
    if (!text) return false;
    if (this.rules.nameMayStartWithDigit && /^\d+$|^0[xb]|^\d+[eE]\d+$/.test(text)) {
      // `1a` is a name where names may begin with a digit; `1e5` and `0x1F` are numbers.
      const name = this.match(this.rules.name);
      if (name.length > text.length) return false;
      if (this.isAfterDot() && name.length === text.length) return false;
    }
    return this.push('number', text, text);
  }

  private isAfterDot(): boolean {
    const last = this.tokens.at(-1);
    return last !== undefined && last.text === '.' && last.end === this.position;
  }

  private operator(): string {
    let text = this.match(this.rules.operator);
    // A comment may begin inside what looks like one operator: `1+/* x */2`, `1*--x`.
    for (const mark of ['--', '/*']) {
      const index = text.indexOf(mark);
      if (index > 0) text = text.slice(0, index);
    }
    if (text.length > 1 && this.rules === lexicalRules.postgres) {
      // PostgreSQL: an operator ends in + or - only if it also has one of these characters.
      while (text.length > 1 && /[-+]$/.test(text) && !/[~!@#%^&|`?]/.test(text)) {
        text = text.slice(0, -1);
      }
    }
    return text || (this.sql.startsWith('::', this.position) ? '::' : this.colonOperator());
  }

  private colonOperator(): string {
    return this.sql.startsWith(':=', this.position) ? ':=' : '';
  }
}

function unescaped(character: string): string {
  switch (character) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    case 'b':
      return '\b';
    case '0':
      return '\0';
    default:
      return character;
  }
}
