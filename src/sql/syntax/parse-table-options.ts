import { parseExpression } from './parse-expression.ts';
import type { TableOption } from './syntax-rules.ts';
import { takePath } from './take-operator.ts';
import type { TokenStream } from './token-stream.ts';
import type { Expression } from './tree.ts';

/** Hints and versions of a table: they read nothing. */
export function takeTableOptions(stream: TokenStream): void {
  const has = (option: TableOption) => stream.rules.tableOptions.includes(option);
  for (;;) {
    if (has('partition') && stream.isWord('partition') && stream.isMark('(', 1)) {
      stream.next();
      stream.skipBrackets();
    } else if (has('index-hint') && isIndexHint(stream)) {
      stream.moveTo(stream.position + 2);
      if (stream.takeWord('for')) {
        while (stream.isWord('join', 'order', 'group', 'by')) stream.next();
      }
      stream.skipBrackets();
      stream.takeMark(',');
    } else if (has('indexed') && stream.takeWords('not', 'indexed')) {
      // SQLite: read without an index.
    } else if (has('indexed') && stream.takeWords('indexed', 'by')) {
      stream.takeAnyName();
    } else if (has('system-time') && stream.isWords('for', 'system_time')) {
      stream.moveTo(stream.position + 2);
      takeSystemTime(stream);
    } else if (has('version') && stream.isWord('at') && stream.isMark('(', 1)) {
      stream.next();
      stream.skipPlainBrackets();
    } else {
      return;
    }
  }
}

function isIndexHint(stream: TokenStream): boolean {
  return stream.isWord('use', 'force', 'ignore') && stream.isWordAt(1, 'index', 'key');
}

/** MariaDB: `FOR SYSTEM_TIME AS OF x | BETWEEN x AND y | FROM x TO y | ALL`. */
function takeSystemTime(stream: TokenStream): void {
  if (stream.takeWord('all')) return;
  if (stream.takeWords('as', 'of')) {
    stream.takeWord('timestamp', 'transaction');
    parseMoment(stream);
  } else if (stream.takeWord('between')) {
    parseMoment(stream);
  } else if (stream.takeWord('from')) {
    parseMoment(stream);
    stream.expectWord('to');
    parseMoment(stream);
  }
}

/** A moment is a value: what a query or call in its place reads would go unseen. */
function parseMoment(stream: TokenStream): void {
  const isPlain = (expression: Expression): boolean => {
    switch (expression.kind) {
      case 'literal':
      case 'parameter':
        return true;
      case 'call':
        return expression.arguments.length === 0;
      case 'cast':
        return isPlain(expression.operand);
      case 'operation':
        return expression.operands.every(isPlain);
      default:
        return false;
    }
  };
  if (!isPlain(parseExpression(stream))) stream.fail('a plain moment');
}

/** `TABLESAMPLE BERNOULLI (10) REPEATABLE (1)`, `TABLESAMPLE 10 PERCENT (bernoulli)`. */
export function takeSample(stream: TokenStream): void {
  if (!stream.rules.tableOptions.includes('sample') || !stream.takeWord('tablesample')) return;
  if (stream.peek()?.kind === 'word') takePath(stream);
  if (stream.isMark('(')) stream.skipPlainBrackets();
  else {
    if (stream.next().kind !== 'number') stream.fail('a size of the sample');
    stream.takeWord('percent', 'rows');
    stream.takeOperator('%');
    if (stream.isMark('(')) stream.skipPlainBrackets();
  }
  if (stream.takeWord('repeatable')) stream.skipPlainBrackets();
}
