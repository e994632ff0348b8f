import { parseBracketed } from './parse-bracketed.ts';
import { parseCall } from './parse-call.ts';
import { parseString } from './parse-literal.ts';
import { tableQuery } from './parse-query.ts';
import { parseStar } from './parse-star.ts';
import { parseType } from './parse-type.ts';
import { parseWord } from './parse-word.ts';
import { takeOperator } from './take-operator.ts';
import type { TokenStream } from './token-stream.ts';
import type { Expression } from './tree.ts';

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
export function parseOperand(stream: TokenStream): Expression {
  const token = stream.peek();
  if (!token) return stream.fail('an expression');
  if (token.kind === 'operator' && token.text !== '*') {
    stream.next();
    // The sign is kept: `-total` is no name, so in ORDER BY it means a column where `total` means an output.
    return { kind: 'operation', operators: [token.text], operands: [parseOperand(stream)] };
  }
  if (token.kind === 'word' && isUnaryWord(stream, token.value)) {
    stream.next();
    const operand = stream.nested(() => parseOperand(stream));
    return { kind: 'operation', operators: [token.value], operands: [operand] };
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
      return stream.rules.stringQualifiers && stream.isMark('.', 1)
        ? parseWord(stream)
        : parseString(stream);
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
