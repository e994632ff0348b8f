import type { DialectName } from '../dialect.ts';
import type { Token } from '../tokenize.ts';
import { parseFrom } from './parse-from.ts';
import { isQueryAhead, parseQuery, tableQuery } from './parse-query.ts';
import { SyntaxProblem, TokenStream } from './token-stream.ts';
import type { Effect, Statement } from './tree.ts';

/** A statement as the parser read it, or where it could not go on. */
export type StatementReading =
  | {
      readonly status: 'parsed';
      readonly statement: Statement;
      readonly effects: readonly Effect[];
    }
  | {
      readonly status: 'unreadable';
      /** First word of the text, lower case. */
      readonly word: string;
      readonly position: number;
      readonly message: string;
    };

/** Reads the tokens of one statement. */
export function parseStatement(tokens: readonly Token[], dialect: DialectName): StatementReading {
  try {
    const stream = new TokenStream(tokens, dialect);
    const statement = parseOne(stream);
    if (!stream.isAtEnd()) stream.fail('the end');
    return { status: 'parsed', statement, effects: stream.effects };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    const found = error.token ? `"${error.token.text.slice(0, 40)}"` : 'the end';
    return {
      status: 'unreadable',
      word: firstWord(tokens),
      position: error.token?.start ?? tokens.at(-1)?.end ?? 0,
      message: `expected ${error.expected}, found ${found}`,
    };
  }
}

function firstWord(tokens: readonly Token[]): string {
  return tokens.find((token) => token.kind === 'word')?.value ?? '';
}

function parseOne(stream: TokenStream): Statement {
  const word = stream.peek()?.value ?? '';
  if (stream.isMark('(') || isQueryAhead(stream)) {
    const opener = stream.isMark('(') ? firstWord(stream.tokens) : word;
    if (!/^(?:describe|desc|summarize|show)$/.test(opener)) {
      return { kind: 'query', word: opener, query: parseQuery(stream) };
    }
  }
  if (stream.peek()?.kind !== 'word') return stream.fail('a statement');
  switch (word) {
    case 'explain':
      stream.next();
      return parseExplain(stream);
    case 'describe':
    case 'desc':
      stream.next();
      return parseDescribe(stream, word);
    case 'summarize':
      if (stream.dialect !== 'duckdb') return otherStatement(stream, word);
      stream.next();
      return parseDescribe(stream, word);
    case 'show':
      return parseShow(stream);
    case 'pragma':
      return parsePragma(stream);
    default:
      return otherStatement(stream, word);
  }
}

function otherStatement(stream: TokenStream, word: string): Statement {
  stream.moveTo(stream.tokens.length);
  return { kind: 'other', word };
}

/** Reads what is explained, and whether explaining runs it. */
function parseExplain(stream: TokenStream): Statement {
  let analyzes = false;
  for (;;) {
    if (stream.takeWord('analyze', 'analyse')) analyzes = true;
    else if (stream.isMark('(') && !isQueryAhead(stream)) {
      if (optionsAnalyze(stream)) analyzes = true;
    } else if (stream.isWord('format', 'into') && !stream.isMark('.', 1)) {
      stream.next();
      stream.takeOperator('=');
      stream.next();
    } else if (!stream.takeWord('verbose', 'extended', 'partitions', 'query', 'plan')) {
      break;
    }
  }
  if (stream.isWords('for', 'connection')) {
    stream.moveTo(stream.tokens.length);
    return { kind: 'explain', analyzes, inner: null };
  }
  if (stream.dialect === 'mysql' && !isStatementWord(stream)) {
    return parseDescribe(stream, 'explain');
  }
  return { kind: 'explain', analyzes, inner: parseOne(stream) };
}

function isStatementWord(stream: TokenStream): boolean {
  return isQueryAhead(stream) || stream.isWord('insert', 'update', 'delete', 'replace');
}

/** `(ANALYZE, BUFFERS)`, `(ANALYZE false)`: the last word on ANALYZE counts only where all say no. */
function optionsAnalyze(stream: TokenStream): boolean {
  const end = stream.closingOf();
  let analyzes = false;
  for (let index = stream.position + 1; index < end; index += 1) {
    const option = stream.tokens[index];
    if (option?.value !== 'analyze' && option?.value !== 'analyse') continue;
    const value = stream.tokens[index + 1];
    const isOff = value !== undefined && /^(?:false|off|0)$/i.test(value.value);
    if (!isOff) analyzes = true;
  }
  stream.moveTo(end + 1);
  return analyzes;
}

function parseDescribe(stream: TokenStream, word: string): Statement {
  if (stream.isWord('extended', 'formatted')) stream.next();
  if (stream.dialect === 'mysql' && word !== 'explain') {
    if (stream.takeWord('format')) {
      stream.takeOperator('=');
      stream.next();
    }
    if (stream.takeWord('analyze'))
      return { kind: 'explain', analyzes: true, inner: parseOne(stream) };
    if (isStatementWord(stream))
      return { kind: 'explain', analyzes: false, inner: parseOne(stream) };
  }
  if (stream.isAtEnd() || isListing(stream)) {
    return { kind: 'metadata', word, query: otherEnd(stream) };
  }
  const query = isQueryAhead(stream) ? parseQuery(stream) : tableQuery(parseFrom(stream));
  // MySQL: DESCRIBE t column.
  if (stream.dialect === 'mysql') stream.moveTo(stream.tokens.length);
  return { kind: 'metadata', word, query };
}

/** `SHOW TABLES`, `SHOW ALL TABLES`: a list of what there is. */
function isListing(stream: TokenStream): boolean {
  const rest = stream.tokens.slice(stream.position);
  return rest.length <= 2 && rest.every((token) => listings.has(token.value));
}

const listings = new Set(['all', 'tables', 'databases', 'schemas', 'variables', 'views']);

function otherEnd(stream: TokenStream): null {
  stream.moveTo(stream.tokens.length);
  return null;
}

function parseShow(stream: TokenStream): Statement {
  if (stream.dialect === 'sqlite') return otherStatement(stream, 'show');
  if (stream.dialect === 'duckdb') {
    stream.next();
    return parseDescribe(stream, 'show');
  }
  stream.moveTo(stream.tokens.length);
  return { kind: 'metadata', word: 'show', query: null };
}

function parsePragma(stream: TokenStream): Statement {
  stream.next();
  let name = stream.takeAnyName().text.toLowerCase();
  if (stream.takeMark('.')) name = stream.takeAnyName().text.toLowerCase();
  if (stream.isAtEnd()) return { kind: 'pragma', name, argument: 'none' };
  const argument = stream.isMark('(') ? 'call' : 'set';
  stream.moveTo(stream.tokens.length);
  return { kind: 'pragma', name, argument };
}
