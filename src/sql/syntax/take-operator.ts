import type { TokenStream } from './token-stream.ts';

const wordOperators = new Set(
  'and or xor div mod in like ilike rlike regexp glob match similar between overlaps escape is sounds member collate at operator isnull notnull not'.split(
    ' ',
  ),
);

/** An operator, and whether another operand follows it. */
export interface TakenOperator {
  readonly text: string;
  readonly takesOperand: boolean;
}

const binary = (text: string): TakenOperator => ({ text, takesOperand: true });
const postfix = (text: string): TakenOperator => ({ text, takesOperand: false });

/** Takes the operator ahead, or gives null where the expression ends. */
export function takeOperator(stream: TokenStream): TakenOperator | null {
  const token = stream.peek();
  if (!token) return null;
  if (token.kind === 'operator') {
    if (token.text === '!' && stream.dialect === 'duckdb') {
      stream.next();
      return postfix('!');
    }
    if (token.text === ':=') stream.addEffect('session-state', 'assigns a session variable');
    stream.next();
    return binary(token.text);
  }
  if (token.kind !== 'word' || !wordOperators.has(token.value)) return null;
  switch (token.value) {
    case 'is':
      return takeIs(stream);
    case 'isnull':
    case 'notnull':
      stream.next();
      return postfix(token.value);
    case 'not':
      return takeNot(stream);
    case 'between':
      stream.next();
      stream.takeWord('symmetric', 'asymmetric');
      return binary('between');
    case 'similar':
      stream.next();
      stream.expectWord('to');
      return binary('similar to');
    case 'sounds':
      stream.next();
      stream.expectWord('like');
      return binary('sounds like');
    case 'member':
      if (!stream.isWordAt(1, 'of')) return null;
      stream.moveTo(stream.position + 2);
      return binary('member of');
    case 'collate':
      stream.next();
      takePath(stream);
      return postfix('collate');
    case 'at':
      return takeAt(stream);
    case 'operator':
      if (!stream.isMark('(', 1)) return null;
      stream.next();
      stream.skipBrackets();
      return binary('operator');
    default:
      stream.next();
      return binary(token.value);
  }
}

/** Takes a name with its prefixes. */
export function takePath(stream: TokenStream): void {
  stream.takeAnyName();
  while (stream.takeMark('.')) stream.takeAnyName();
}

function takeNot(stream: TokenStream): TakenOperator | null {
  if (stream.isWordAt(1, 'null')) {
    stream.moveTo(stream.position + 2);
    return postfix('notnull');
  }
  const next = stream.peek(1);
  if (next?.kind !== 'word' || !wordOperators.has(next.value)) return null;
  stream.next();
  const operator = takeOperator(stream);
  return operator && { ...operator, text: `not ${operator.text}` };
}

function takeIs(stream: TokenStream): TakenOperator {
  stream.next();
  const not = stream.takeWord('not') ? 'not ' : '';
  if (stream.takeWords('distinct', 'from')) return binary(`is ${not}distinct from`);
  if (stream.isWord('json') || stream.isWord('normalized', 'document', 'unknown', 'nan')) {
    stream.next();
    stream.takeWord('object', 'array', 'scalar', 'value');
    if (stream.takeWord('with', 'without')) {
      stream.takeWord('unique');
      stream.takeWord('keys');
    }
    return postfix(`is ${not}json`);
  }
  if (stream.isWord('nfc', 'nfd', 'nfkc', 'nfkd')) {
    stream.next();
    stream.takeWord('normalized');
    return postfix(`is ${not}normalized`);
  }
  return binary(`is ${not}`.trim());
}

function takeAt(stream: TokenStream): TakenOperator | null {
  if (stream.takeWords('at', 'time', 'zone')) return binary('at time zone');
  if (stream.takeWords('at', 'local')) return postfix('at local');
  return null;
}
