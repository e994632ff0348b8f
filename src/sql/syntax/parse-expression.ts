import { parseCall, parseCase, parseCast } from './parse-call.ts';
import { isQueryAhead, parseParenthesisedQuery, tableQuery } from './parse-query.ts';
import { parseType } from './parse-type.ts';
import { takeOperator, takePath } from './take-operator.ts';
import type { TokenStream } from './token-stream.ts';
import type { Expression, Name } from './tree.ts';

/** Reads an expression: operands and operators in a row, precedence aside. */
export function parseExpression(stream: TokenStream): Expression {
  return stream.nested(() => {
    const operands: Expression[] = [parseOperand(stream)];
    const operators: string[] = [];
    while (!stream.isAtEnd()) {
      const operator = takeOperator(stream);
      if (operator === null) break;
      operators.push(operator.text);
      if (!operator.takesOperand) continue;
      operands.push(
        isTableAhead(stream, operator.text) ? parseInTable(stream) : parseOperand(stream),
      );
    }
    const [only] = operands;
    return operators.length === 0 && only ? only : { kind: 'operation', operators, operands };
  });
}

/** SQLite's `x IN t` looks x up in the table t. */
function isTableAhead(stream: TokenStream, operator: string): boolean {
  return stream.dialect === 'sqlite' && /^(?:not )?in$/.test(operator) && !stream.isMark('(');
}

function parseInTable(stream: TokenStream): Expression {
  const path = [stream.takeAnyName()];
  while (stream.takeMark('.')) path.push(stream.takeAnyName());
  if (stream.isMark('(')) return parseCall(stream, path);
  const from = { kind: 'table' as const, path, alias: null, columns: [], isText: false };
  return { kind: 'subquery', query: tableQuery(from) };
}

/** The expressions of a list, up to what ends it. */
export function parseExpressions(stream: TokenStream): Expression[] {
  const list = [parseExpression(stream)];
  while (stream.takeMark(',')) list.push(parseExpression(stream));
  return list;
}

/** Reads one operand with what stands before and after it: signs, casts, subscripts, fields. */
function parseOperand(stream: TokenStream): Expression {
  const token = stream.peek();
  if (!token) return stream.fail('an expression');
  if (token.kind === 'operator' && token.text !== '*') {
    stream.next();
    const operand = parseOperand(stream);
    // DuckDB's `#3` is a column by its place, so the mark is kept; other signs change nothing that is read.
    return token.text.endsWith('#')
      ? { kind: 'operation', operators: ['#'], operands: [operand] }
      : operand;
  }
  if (token.kind === 'word' && isUnaryWord(stream, token.value)) {
    stream.next();
    return stream.nested(() => parseOperand(stream));
  }
  return parsePostfix(stream, parsePrimary(stream));
}

function isUnaryWord(stream: TokenStream, word: string): boolean {
  if (!stream.rules.unaryWords.includes(word)) return false;
  return (
    word === 'not' || !(stream.isMark(')', 1) || stream.isMark(',', 1) || stream.isMark('.', 1))
  );
}

function parsePostfix(stream: TokenStream, primary: Expression): Expression {
  let result = primary;
  while (!stream.isAtEnd()) {
    if (stream.takeOperator('::')) {
      result = { kind: 'cast', operand: result, type: parseType(stream) };
    } else if (stream.isMark('[') && stream.rules.arrays) {
      result = parseSubscript(stream, result);
    } else if (stream.isMark('.')) {
      stream.next();
      if (stream.takeOperator('*')) result = { kind: 'field', base: result, field: '*' };
      else {
        const name = stream.takeAnyName();
        result = stream.isMark('(')
          ? withReceiver(parseCall(stream, [name]), result)
          : { kind: 'field', base: result, field: name };
      }
    } else {
      return result;
    }
  }
  return result;
}

/** DuckDB's `x.f(y)` is `f(x, y)`. */
function withReceiver(call: Expression, receiver: Expression): Expression {
  return call.kind === 'call' ? { ...call, arguments: [receiver, ...call.arguments] } : call;
}

function parseSubscript(stream: TokenStream, base: Expression): Expression {
  const operands: Expression[] = [base];
  stream.expectMark('[');
  while (!stream.isMark(']')) {
    if (stream.takeMark(':') || stream.takeOperator('-')) continue;
    operands.push(parseExpression(stream));
  }
  stream.expectMark(']');
  return { kind: 'operation', operators: ['[]'], operands };
}

function parsePrimary(stream: TokenStream): Expression {
  const token = stream.peek();
  if (!token) return stream.fail('an expression');
  switch (token.kind) {
    case 'number':
      stream.next();
      return { kind: 'literal', type: 'number', text: token.text };
    case 'string':
      return parseString(stream);
    case 'parameter':
    case 'variable':
      stream.next();
      return { kind: 'parameter', text: token.text };
    case 'punctuation':
      return parseBracketed(stream);
    case 'operator':
      return parseStar(stream);
    case 'word':
    case 'quoted-name':
      return parseWord(stream);
    default:
      return stream.fail('an expression');
  }
}

/** Literals that follow each other are one. */
function parseString(stream: TokenStream): Expression {
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

function parseStar(stream: TokenStream): Expression {
  if (!stream.takeOperator('*')) return stream.fail('an expression');
  return finishStar(stream, []);
}

/** What may follow `*`: EXCLUDE, REPLACE, RENAME, LIKE and others of DuckDB. */
export function finishStar(stream: TokenStream, path: readonly Name[]): Expression {
  const exclude: Name[][] = [];
  const replace: Expression[] = [];
  for (;;) {
    if (stream.isWord('exclude', 'except') && (stream.isMark('(', 1) || stream.isWord('exclude'))) {
      if (stream.isWord('except') && isQueryAhead(stream, 1)) break;
      stream.next();
      exclude.push(...parseNames(stream));
    } else if (stream.isWord('replace', 'rename') && stream.rules.bracketValues) {
      const isReplace = stream.next().value === 'replace';
      const isList = stream.takeMark('(');
      do {
        const expression = parseExpression(stream);
        if (isReplace) replace.push(expression);
        stream.expectWord('as');
        stream.takeAnyName();
      } while (isList && stream.takeMark(','));
      if (isList) stream.expectMark(')');
    } else {
      break;
    }
  }
  return { kind: 'star', path, exclude, replace };
}

function parseNames(stream: TokenStream): Name[][] {
  const isList = stream.takeMark('(');
  const names: Name[][] = [];
  do {
    const path = [stream.takeAnyName()];
    while (stream.takeMark('.')) path.push(stream.takeAnyName());
    names.push(path);
  } while (isList && stream.takeMark(','));
  if (isList) stream.expectMark(')');
  return names;
}

function parseBracketed(stream: TokenStream): Expression {
  if (stream.isMark('(')) {
    if (isQueryAhead(stream)) return { kind: 'subquery', query: parseParenthesisedQuery(stream) };
    stream.next();
    const items = stream.isMark(')') ? [] : parseTuple(stream);
    stream.expectMark(')');
    const [only] = items;
    return items.length === 1 && only ? only : { kind: 'list', items };
  }
  if (stream.isMark('[') && stream.rules.arrays) return parseList(stream);
  if (stream.isMark('{')) return parseBraces(stream);
  if (stream.takeMark('?')) return { kind: 'parameter', text: '?' };
  return stream.fail('an expression');
}

/** The items between parentheses; DuckDB lets them carry names. */
function parseTuple(stream: TokenStream): Expression[] {
  const items: Expression[] = [];
  do {
    if (stream.isMark(')')) break;
    items.push(parseExpression(stream));
    if (stream.takeWord('as')) stream.takeAnyName();
  } while (stream.takeMark(','));
  return items;
}

/** `[a, b]`, and `[x + 1 for x in xs if x > 2]`. */
function parseList(stream: TokenStream): Expression {
  stream.expectMark('[');
  const items: Expression[] = [];
  while (!stream.isMark(']')) {
    items.push(parseExpression(stream));
    if (stream.takeWord('for')) {
      const parameters = [stream.takeAnyName()];
      while (stream.takeMark(',')) parameters.push(stream.takeAnyName());
      stream.expectWord('in');
      const source = parseExpression(stream);
      const bodies = [...items];
      if (stream.takeWord('if')) bodies.push(parseExpression(stream));
      stream.expectMark(']');
      return {
        kind: 'list',
        items: [source, { kind: 'lambda', parameters, body: { kind: 'list', items: bodies } }],
      };
    }
    if (!stream.takeMark(',')) break;
  }
  stream.expectMark(']');
  return { kind: 'list', items };
}

/** DuckDB's `{'a': 1}`, MySQL's `{d '2024-01-01'}`. */
function parseBraces(stream: TokenStream): Expression {
  stream.expectMark('{');
  const items: Expression[] = [];
  while (!stream.isMark('}')) {
    if (stream.rules.bracketValues) {
      if (stream.isMark(':', 1)) stream.moveTo(stream.position + 2);
      else if (stream.isMark(':')) stream.next();
      items.push(parseExpression(stream));
      if (stream.takeMark(':')) items.push(parseExpression(stream));
    } else {
      stream.takeAnyName();
      items.push(parseExpression(stream));
    }
    if (!stream.takeMark(',')) break;
  }
  stream.expectMark('}');
  return { kind: 'list', items };
}

function parseWord(stream: TokenStream): Expression {
  const token = stream.next();
  const name: Name = {
    text: token.kind === 'word' ? token.text : token.value,
    quoted: token.kind !== 'word',
  };
  if (token.kind === 'word') {
    const special = parseSpecialWord(stream, token.value);
    if (special) return special;
  }
  const path: Name[] = [name];
  while (stream.isMark('.') && !stream.isAtEnd()) {
    if (stream.isOperator('*', 1)) {
      stream.moveTo(stream.position + 2);
      return finishStar(stream, path);
    }
    stream.next();
    path.push(stream.takeAnyName());
  }
  const isEmptyClause = path.length === 1 && !name.quoted && !isNameHere(stream, token.value);
  if (stream.isMark('(') && !isEmptyClause) return parseCall(stream, path);
  if (path.length === 1 && !name.quoted) {
    if (stream.rules.bareFunctions.includes(token.value)) return bareCall(path);
    if (isTypedLiteral(stream, token.value)) return typedLiteral(stream, token.value);
    if (isEmptyClause) {
      stream.moveTo(stream.position - 1);
      return stream.fail('an expression');
    }
  }
  return { kind: 'column', path };
}

function bareCall(path: readonly Name[]): Expression {
  return { kind: 'call', path, arguments: [], more: [], isDistinct: false, isWindow: false };
}

/** Words that can never begin an expression: a clause was left empty. */
const neverNames = new Set(
  'select from where group having union except intersect limit on using join order when then else end by as and or in'.split(
    ' ',
  ),
);

function isNameHere(stream: TokenStream, word: string): boolean {
  return !neverNames.has(word) || (stream.dialect === 'sqlite' && word === 'by');
}

function isTypedLiteral(stream: TokenStream, word: string): boolean {
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

function typedLiteral(stream: TokenStream, word: string): Expression {
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

/** Reads what begins with a word of the language, or gives null where the word is a name. */
function parseSpecialWord(stream: TokenStream, word: string): Expression | null {
  switch (word) {
    case 'null':
    case 'true':
    case 'false':
    case 'default':
      return stream.isMark('(') || stream.isMark('.')
        ? null
        : { kind: 'literal', type: 'word', text: word };
    case 'case':
      return parseCase(stream);
    case 'cast':
    case 'try_cast':
      return stream.isMark('(') ? parseCast(stream) : null;
    case 'exists':
      return stream.isMark('(') && isQueryAhead(stream)
        ? { kind: 'subquery', query: parseParenthesisedQuery(stream) }
        : null;
    case 'interval':
      return stream.rules.hasInterval ? parseInterval(stream) : null;
    case 'array':
      if (stream.isMark('[')) return parseList(stream);
      return stream.isMark('(') && isQueryAhead(stream)
        ? { kind: 'subquery', query: parseParenthesisedQuery(stream) }
        : null;
    case 'map':
      return stream.isMark('{') ? parseBraces(stream) : null;
    case 'lambda':
      return stream.rules.arrowLambdas && stream.peek()?.kind === 'word'
        ? parseLambda(stream)
        : null;
    case 'next':
    case 'previous':
      if (!stream.isWords('value', 'for')) return null;
      stream.addEffect('sequence', `${word} value of a sequence`);
      stream.moveTo(stream.position + 2);
      takePath(stream);
      return { kind: 'literal', type: 'word', text: word };
    case 'match':
      return stream.isMark('(') ? parseMatchAgainst(stream) : null;
    default:
      return null;
  }
}

/** `lambda x, y: x + y`. */
function parseLambda(stream: TokenStream): Expression {
  const parameters = [stream.takeAnyName()];
  while (stream.takeMark(',')) parameters.push(stream.takeAnyName());
  stream.expectMark(':');
  return { kind: 'lambda', parameters, body: parseExpression(stream) };
}

/** `INTERVAL '1 day'`, `INTERVAL 3 DAY`, `INTERVAL (x + 1) MONTH`; null where it is a name or function. */
function parseInterval(stream: TokenStream): Expression | null {
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

/** MySQL's `MATCH (a, b) AGAINST ('x' IN BOOLEAN MODE)`. */
function parseMatchAgainst(stream: TokenStream): Expression | null {
  const close = stream.closingOf();
  const after = stream.tokens[close + 1];
  if (after?.kind !== 'word' || after.value !== 'against') return null;
  stream.next();
  const operands = parseExpressions(stream);
  stream.expectMark(')');
  stream.next();
  const end = stream.closingOf();
  stream.expectMark('(');
  operands.push(parseOperand(stream));
  stream.moveTo(end + 1);
  return { kind: 'operation', operators: ['against'], operands };
}
