import { parseExpression } from './parse-expression.ts';
import { isQueryAhead, parseParenthesisedQuery } from './parse-query.ts';
import type { TokenStream } from './token-stream.ts';
import type { Expression } from './tree.ts';

export function parseBracketed(stream: TokenStream): Expression {
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
export function parseList(stream: TokenStream): Expression {
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

/** DuckDB's `{'a': 1}` and, where keys are values too, `MAP {a: 1}`; MySQL's `{d '2024-01-01'}`. */
export function parseBraces(stream: TokenStream, { hasKeys = false } = {}): Expression {
  stream.expectMark('{');
  const items: Expression[] = [];
  while (!stream.isMark('}')) {
    if (stream.rules.bracketValues) {
      if (!hasKeys && stream.isMark(':', 1)) stream.moveTo(stream.position + 2);
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
