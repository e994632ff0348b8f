import { parseBraces, parseList } from './parse-bracketed.ts';
import { parseCall, parseCase, parseCast } from './parse-call.ts';
import { parseExpression, parseExpressions, parseOperand } from './parse-expression.ts';
import { isTypedLiteral, parseInterval, typedLiteral } from './parse-literal.ts';
import { isQueryAhead, parseParenthesisedQuery } from './parse-query.ts';
import { finishStar } from './parse-star.ts';
import { takePath } from './take-operator.ts';
import type { TokenStream } from './token-stream.ts';
import type { Expression, Name } from './tree.ts';

export function parseWord(stream: TokenStream): Expression {
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
      return stream.isMark('{') ? parseBraces(stream, { hasKeys: true }) : null;
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
