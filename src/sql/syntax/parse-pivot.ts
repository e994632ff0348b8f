import { parseExpression } from './parse-expression.ts';
import type { TokenStream } from './token-stream.ts';
import type { Expression, FromItem } from './tree.ts';

/** Reads a PIVOT or UNPIVOT behind a table, as the SQL standard spells it, or gives null. */
export function parsePivot(stream: TokenStream, source: FromItem): FromItem | null {
  if (!stream.rules.tableOptions.includes('pivot')) return null;
  if (!stream.isWord('pivot', 'unpivot')) return null;
  const end = [1, 2, 3].find((ahead) => stream.isMark('(', ahead));
  if (end === undefined) return null;
  while (!stream.isMark('(')) stream.next();
  const close = stream.closingOf();
  stream.next();
  const expressions: Expression[] = [];
  while (stream.position < close) {
    if (stream.takeMark(',') || stream.takeWord('for', 'on', 'using')) continue;
    if (stream.takeWords('group', 'by')) continue;
    if (stream.takeWord('as')) {
      stream.takeAnyName();
      continue;
    }
    expressions.push(parseExpression(stream));
  }
  stream.expectMark(')');
  const hasAlias = stream.takeWord('as') || stream.isName();
  const alias = hasAlias ? stream.takeAnyName() : null;
  if (alias && stream.isMark('(')) stream.skipBrackets();
  return { kind: 'pivot', source, expressions, alias };
}
