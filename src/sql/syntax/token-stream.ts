import type { DialectName } from '../dialect.ts';
import { isReservedWord } from '../quote-identifier.ts';
import type { Token } from '../tokenize.ts';
import { type SyntaxRules, syntaxRules } from './syntax-rules.ts';
import type { Effect, Name } from './tree.ts';

/** A text the parser cannot read; caught by `parseStatement`, never seen outside `sql/`. */
export class SyntaxProblem {
  readonly token: Token | null;
  readonly expected: string;

  constructor(token: Token | null, expected: string) {
    this.token = token;
    this.expected = expected;
  }
}

const maxDepth = 500;

/** The tokens of one statement with a place in them; every parsing function takes one. */
export class TokenStream {
  readonly dialect: DialectName;
  readonly rules: SyntaxRules;
  readonly tokens: readonly Token[];
  readonly effects: Effect[] = [];
  /** Index of the closing bracket of each opening one. */
  private readonly closing: readonly number[];
  private place = 0;
  private depth = 0;

  constructor(tokens: readonly Token[], dialect: DialectName) {
    this.tokens = tokens;
    this.dialect = dialect;
    this.rules = syntaxRules[dialect];
    this.closing = matchBrackets(tokens);
  }

  get position(): number {
    return this.place;
  }

  /** Goes to a place that lookahead has found. */
  moveTo(position: number): void {
    this.place = position;
  }

  peek(ahead = 0): Token | undefined {
    return this.tokens[this.place + ahead];
  }

  isAtEnd(): boolean {
    return this.place >= this.tokens.length;
  }

  next(): Token {
    const token = this.tokens[this.place];
    if (!token) throw new SyntaxProblem(null, 'more');
    this.place += 1;
    return token;
  }

  /** Whether the token ahead is one of these bare words. */
  isWord(...words: readonly string[]): boolean {
    return this.isWordAt(0, ...words);
  }

  isWordAt(ahead: number, ...words: readonly string[]): boolean {
    const token = this.peek(ahead);
    return token?.kind === 'word' && words.includes(token.value);
  }

  /** Whether the tokens ahead are these bare words in a row. */
  isWords(...words: readonly string[]): boolean {
    return words.every((word, index) => this.isWordAt(index, word));
  }

  isMark(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token !== undefined && token.text === text && token.kind === 'punctuation';
  }

  isOperator(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token !== undefined && token.text === text && token.kind === 'operator';
  }

  takeWord(...words: readonly string[]): boolean {
    if (!this.isWord(...words)) return false;
    this.place += 1;
    return true;
  }

  takeWords(...words: readonly string[]): boolean {
    if (!this.isWords(...words)) return false;
    this.place += words.length;
    return true;
  }

  takeMark(text: string): boolean {
    if (!this.isMark(text)) return false;
    this.place += 1;
    return true;
  }

  takeOperator(text: string): boolean {
    if (!this.isOperator(text)) return false;
    this.place += 1;
    return true;
  }

  expectWord(word: string): void {
    if (!this.takeWord(word)) this.fail(word.toUpperCase());
  }

  expectMark(text: string): void {
    if (!this.takeMark(text)) this.fail(`"${text}"`);
  }

  fail(expected: string): never {
    throw new SyntaxProblem(this.peek() ?? null, expected);
  }

  /** The index of the bracket that closes the one `ahead`. */
  closingOf(ahead = 0): number {
    return this.closing[this.place + ahead] ?? -1;
  }

  /** Jumps behind the bracket that closes the one here. */
  skipBrackets(): void {
    const end = this.closingOf();
    if (end === -1) this.fail('a closing bracket');
    this.place = end + 1;
  }

  /** Jumps over brackets that hold values and names only: a query or call in them would go unseen. */
  skipPlainBrackets(): void {
    const start = this.place;
    this.skipBrackets();
    const inside = this.tokens.slice(start + 1, this.place - 1);
    if (inside.some((token) => token.text === '(' || token.value === 'select')) {
      this.place = start;
      this.fail('plain values');
    }
  }

  /** Runs one nested level; deeper than any real query is refused rather than overflowing the stack. */
  nested<Result>(parse: () => Result): Result {
    this.depth += 1;
    if (this.depth > maxDepth) throw new SyntaxProblem(this.peek() ?? null, 'less nesting');
    const result = parse();
    this.depth -= 1;
    return result;
  }

  addEffect(code: Effect['code'], what: string): void {
    this.effects.push({ code, what });
  }

  /** Whether the token ahead can be a name: a quoted one, or a word that is not reserved. */
  isName(ahead = 0): boolean {
    const token = this.peek(ahead);
    if (!token) return false;
    if (token.kind === 'quoted-name') return true;
    return token.kind === 'word' && !isReservedWord(token.value, this.dialect);
  }

  /** A name that may be any word, as after a dot or AS. */
  takeAnyName(): Name {
    const token = this.peek();
    if (token?.kind === 'quoted-name') {
      this.place += 1;
      return { text: token.value, quoted: true };
    }
    if (token?.kind === 'word') {
      this.place += 1;
      return { text: token.text, quoted: false };
    }
    if (token?.kind === 'string' && this.rules.stringNames) {
      this.place += 1;
      return { text: token.value, quoted: true };
    }
    return this.fail('a name');
  }
}

function matchBrackets(tokens: readonly Token[]): number[] {
  const closing: number[] = new Array(tokens.length).fill(-1);
  const open: number[] = [];
  tokens.forEach((token, index) => {
    if (token.kind !== 'punctuation') return;
    if ('([{'.includes(token.text)) {
      open.push(index);
      if (open.length > maxDepth) throw new SyntaxProblem(token, 'less nesting');
    } else if (')]}'.includes(token.text)) {
      const start = open.pop();
      const expected = { ')': '(', ']': '[', '}': '{' }[token.text];
      if (start === undefined || tokens[start]?.text !== expected) {
        throw new SyntaxProblem(token, 'brackets that match');
      }
      closing[start] = index;
    }
  });
  const [unclosed] = open;
  if (unclosed !== undefined)
    throw new SyntaxProblem(tokens[unclosed] ?? null, 'a closing bracket');
  return closing;
}
