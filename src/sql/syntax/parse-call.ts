import { parseExpression, parseExpressions } from './parse-expression.ts';
import { isQueryAhead, parseOrderBy, parseQuery } from './parse-query.ts';
import { parseType } from './parse-type.ts';
import type { TokenStream } from './token-stream.ts';
import type { Expression, Name } from './tree.ts';

/** Arguments that are words of the language, by function: not columns. */
const wordArguments: Readonly<Record<string, number>> = {
  extract: 0,
  timestampdiff: 0,
  timestampadd: 0,
  get_format: 0,
  normalize: 1,
};

/** Reads a call from its opening parenthesis on, with FILTER, WITHIN GROUP and OVER behind it. */
export function parseCall(stream: TokenStream, path: readonly Name[]): Expression {
  const name = path.at(-1)?.text.toLowerCase() ?? '';
  const close = stream.closingOf();
  stream.expectMark('(');
  const call = { arguments: [] as Expression[], more: [] as Expression[], isDistinct: false };
  call.isDistinct = stream.takeWord('distinct');
  if (!call.isDistinct && stream.isWord('all', 'variadic', 'distinctrow')) stream.next();
  if (!stream.isMark(')')) parseArguments(stream, name, close, call);
  stream.expectMark(')');
  let isWindow = false;
  let windowName: Name | undefined;
  for (;;) {
    if (stream.isWord('within') && stream.isWordAt(1, 'group')) {
      stream.moveTo(stream.position + 2);
      stream.expectMark('(');
      call.more.push(...parseOrderBy(stream).map((item) => item.expression));
      stream.expectMark(')');
    } else if (stream.isWord('filter') && stream.isMark('(', 1)) {
      stream.moveTo(stream.position + 2);
      stream.takeWord('where');
      call.more.push(parseExpression(stream));
      stream.expectMark(')');
    } else if (stream.isWord('ignore', 'respect') && stream.isWordAt(1, 'nulls')) {
      stream.moveTo(stream.position + 2);
    } else if (
      stream.isWord('from') &&
      stream.isWordAt(1, 'first', 'last') &&
      stream.isWordAt(2, 'over', 'ignore', 'respect')
    ) {
      stream.moveTo(stream.position + 2);
    } else if (stream.isWord('over') && (stream.isMark('(', 1) || stream.isName(1))) {
      isWindow = true;
      stream.next();
      if (stream.isMark('(')) call.more.push(...parseWindow(stream));
      else windowName = stream.takeAnyName();
    } else {
      break;
    }
  }
  return {
    kind: 'call',
    path,
    arguments: call.arguments,
    more: call.more,
    isDistinct: call.isDistinct,
    isWindow,
    ...(windowName ? { windowName } : {}),
  };
}

function parseArguments(
  stream: TokenStream,
  name: string,
  close: number,
  call: { arguments: Expression[]; more: Expression[] },
): void {
  if (name === 'trim') stream.takeWord('both', 'leading', 'trailing');
  if (name.startsWith('xml') && stream.isWord('name')) {
    stream.next();
    stream.takeAnyName();
  }
  let index = 0;
  while (stream.position < close) {
    if (stream.takeMark(',')) {
      index += 1;
      continue;
    }
    if (wordArguments[name] === index && stream.peek()?.kind === 'word') {
      stream.next();
      index += 1;
      continue;
    }
    if (name === 'convert' && index === 1 && stream.dialect === 'mysql') {
      parseType(stream);
      continue;
    }
    if (stream.isWords('order', 'by')) {
      call.more.push(...parseOrderBy(stream).map((item) => item.expression));
      continue;
    }
    const isFirst = index === 0 && call.arguments.length === 0 && name !== 'trim';
    if (isQueryAhead(stream) && !stream.isMark('(') && (isFirst || !stream.isWord('from'))) {
      call.arguments.push({ kind: 'subquery', query: parseQuery(stream) });
      continue;
    }
    if (takeArgumentWord(stream, name)) continue;
    call.arguments.push(parseArgument(stream));
  }
}

/** Words between arguments: `SUBSTRING(a FROM 1 FOR 2)`, `GROUP_CONCAT(a SEPARATOR ',')`. */
const argumentWords = new Set(
  'from for placing separator value returning absent unique keys ignore respect nulls on null error empty format json overflow truncate without with wrapper conditional unconditional quotes keep omit by ref content document array columns passing limit offset leading trailing both xmlattributes_ key variadic default both partition'.split(
    ' ',
  ),
);

function takeArgumentWord(stream: TokenStream, name: string): boolean {
  const token = stream.peek();
  if (token?.kind !== 'word') return false;
  if (stream.isWord('as')) {
    stream.next();
    if (name === 'convert' || name.startsWith('json') || name === 'weight_string')
      parseType(stream);
    else stream.takeAnyName();
    if (stream.isMark('(')) stream.skipBrackets();
    return true;
  }
  if (stream.isWord('using')) {
    stream.next();
    stream.takeAnyName();
    return true;
  }
  if (stream.isWord('returning')) {
    stream.next();
    parseType(stream);
    return true;
  }
  // After an argument these words join the next one; before the first they are names, if they can be.
  const previous = stream.tokens[stream.position - 1];
  const isAfterArgument = previous !== undefined && previous.text !== '(' && previous.text !== ',';
  const isBefore = stream.isMark(',', 1) || stream.isMark(')', 1);
  if (!argumentWords.has(token.value) || (!isAfterArgument && isBefore)) return false;
  if (!isAfterArgument && (stream.peek(1)?.kind !== 'string' || token.value !== 'key'))
    return false;
  stream.next();
  return true;
}

function parseArgument(stream: TokenStream): Expression {
  if (stream.isName() && (stream.isOperator('=>', 1) || stream.isOperator(':=', 1))) {
    const name = stream.takeAnyName();
    stream.next();
    return { kind: 'named', name, value: parseExpression(stream) };
  }
  const argument = parseExpression(stream);
  // json_object('a': 1)
  if (stream.isMark(':')) stream.next();
  return argument;
}

/** The expressions of a window: `(base PARTITION BY … ORDER BY … frame)`. */
export function parseWindow(stream: TokenStream): Expression[] {
  const end = stream.closingOf();
  stream.expectMark('(');
  const expressions: Expression[] = [];
  if (!stream.isWord('partition', 'order', 'rows', 'range', 'groups') && !stream.isMark(')')) {
    stream.takeAnyName();
  }
  if (stream.takeWords('partition', 'by')) expressions.push(...parseExpressions(stream));
  if (stream.isWords('order', 'by')) {
    expressions.push(...parseOrderBy(stream).map((item) => item.expression));
  }
  if (stream.isWord('rows', 'range', 'groups')) expressions.push(...parseFrame(stream, end));
  stream.expectMark(')');
  return expressions;
}

const frameWords = new Set(
  'rows range groups between unbounded preceding following current row and exclude no others ties group'.split(
    ' ',
  ),
);

function parseFrame(stream: TokenStream, end: number): Expression[] {
  const expressions: Expression[] = [];
  while (stream.position < end) {
    const token = stream.peek();
    if (token?.kind === 'word' && frameWords.has(token.value)) stream.next();
    else expressions.push(parseFrameBound(stream));
  }
  return expressions;
}

/** A bound ends at PRECEDING or FOLLOWING, which no operator is. */
function parseFrameBound(stream: TokenStream): Expression {
  return parseExpression(stream);
}

/** `CASE … END`, from behind CASE. */
export function parseCase(stream: TokenStream): Expression {
  const subject = stream.isWord('when') ? null : parseExpression(stream);
  const branches: { when: Expression; result: Expression }[] = [];
  while (stream.takeWord('when')) {
    const when = parseExpression(stream);
    stream.expectWord('then');
    branches.push({ when, result: parseExpression(stream) });
  }
  if (branches.length === 0) stream.fail('WHEN');
  const otherwise = stream.takeWord('else') ? parseExpression(stream) : null;
  stream.expectWord('end');
  return { kind: 'case', subject, branches, otherwise };
}

/** `CAST(x AS type)`, from its parenthesis on. */
export function parseCast(stream: TokenStream): Expression {
  stream.expectMark('(');
  const operand = parseExpression(stream);
  stream.expectWord('as');
  const type = parseType(stream);
  if (stream.takeWord('format')) parseExpression(stream);
  stream.expectMark(')');
  return { kind: 'cast', operand, type };
}
