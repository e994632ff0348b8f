import { parseExpression } from './parse-expression.ts';
import { isQueryAhead } from './parse-query.ts';
import type { TokenStream } from './token-stream.ts';
import type { Expression, Name } from './tree.ts';

export function parseStar(stream: TokenStream): Expression {
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
