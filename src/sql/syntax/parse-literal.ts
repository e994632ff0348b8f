import { parseExpression, parseOperand } from './parse-expression.ts';
import type { TokenStream } from './token-stream.ts';
import type { Expression } from './tree.ts';

/** Literals that follow each other are one. */
export function parseString(stream: TokenStream): Expression {
  const token = stream.next();
  if (stream.dialect !== 'sqlite') {
    while (stream.peek()?.kind === 'string' && isContinuation(stream)) stream.next();
  }
  return { kind: 'literal', type: 'string', text: token.value };
}

function isContinuation(stream: TokenStream): boolean {
  const next = stream.peek();
  return next?.quote === "'" || (stream.dialect === 'mysql' && next?.quote === '"');
}

export function isTypedLiteral(stream: TokenStream, word: string): boolean {
  const next = stream.peek();
  const types = stream.rules.typedLiterals;
  if (types !== 'any') return next?.kind === 'string' && types.includes(word);
  if (next?.kind === 'string') return true;
  // `timestamp with time zone '…'`, `double precision '1'`, `timestamp(3) '…'` is a call before a string.
  const isZone =
    /^(?:timestamp|time)$/.test(word) &&
    stream.isWord('with', 'without') &&
    stream.isWordAt(1, 'time');
  const isPrecision =
    word === 'double' && stream.isWord('precision') && stream.peek(1)?.kind === 'string';
  return isZone || isPrecision;
}

export function typedLiteral(stream: TokenStream, word: string): Expression {
  while (stream.peek()?.kind === 'word') stream.next();
  const text = stream.next();
  if (text.kind !== 'string') return stream.fail('a literal');
  return {
    kind: 'cast',
    operand: { kind: 'literal', type: 'string', text: text.value },
    type: word,
  };
}

const units = new Set(
  'microsecond microseconds millisecond milliseconds second seconds minute minutes hour hours day days week weeks month months quarter quarters year years decade decades century centuries millennium millennia second_microsecond minute_microsecond minute_second hour_microsecond hour_second hour_minute day_microsecond day_second day_minute day_hour year_month'.split(
    ' ',
  ),
);

/** `INTERVAL '1 day'`, `INTERVAL 3 DAY`, `INTERVAL (x + 1) MONTH`; null where it is a name or function. */
export function parseInterval(stream: TokenStream): Expression | null {
  const next = stream.peek();
  if (!next) return null;
  if (next.kind === 'string') {
    const literal = parseString(stream);
    takeUnit(stream);
    return { kind: 'cast', operand: literal, type: 'interval' };
  }
  if (!stream.rules.intervalUnits) {
    if (!stream.isMark('(')) return null;
    stream.skipBrackets();
    return parseString(stream);
  }
  const start = stream.position;
  const isCall = next.kind === 'word' && stream.isMark('(', 1);
  const isValue = next.kind === 'number' || next.kind === 'operator' || stream.isMark('(');
  if (isValue || isCall || stream.isName()) {
    const operand = stream.dialect === 'mysql' ? parseExpression(stream) : parseOperand(stream);
    if (takeUnit(stream)) return { kind: 'cast', operand, type: 'interval' };
  } else if (next.kind === 'parameter' || next.kind === 'variable') {
    const operand = parseOperand(stream);
    if (takeUnit(stream)) return { kind: 'cast', operand, type: 'interval' };
  }
  stream.moveTo(start);
  return null;
}

function takeUnit(stream: TokenStream): boolean {
  const token = stream.peek();
  if (token?.kind !== 'word' || !units.has(token.value)) return false;
  stream.next();
  if (stream.isMark('(')) stream.skipBrackets();
  if (stream.takeWord('to')) {
    stream.next();
    if (stream.isMark('(')) stream.skipBrackets();
  }
  return true;
}
