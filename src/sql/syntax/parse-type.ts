import type { TokenStream } from './token-stream.ts';

const typeWords = new Set(
  'varying precision unsigned signed zerofill integer int character charset set with without time zone large object local binary array'.split(
    ' ',
  ),
);
const intervalFields = new Set('year month day hour minute second to'.split(' '));

/** Reads a type's name with its arguments and brackets: `numeric(10, 2)[]`, `STRUCT(a INT, b TEXT)`. */
export function parseType(stream: TokenStream): string {
  const start = stream.position;
  const first = stream.takeAnyName();
  while (stream.isMark('.')) {
    stream.next();
    stream.takeAnyName();
  }
  if (stream.isMark('(')) stream.skipBrackets();
  while (stream.peek()?.kind === 'word') {
    const word = stream.peek()?.value ?? '';
    const isField = first.text.toLowerCase() === 'interval' && intervalFields.has(word);
    if (!typeWords.has(word) && !isField) break;
    // `x::timestamp AT …` and `x::int WITH …` end the type.
    if ((word === 'with' || word === 'without') && !stream.isWordAt(1, 'time', 'local')) break;
    if (word === 'set' && !isAfterCharacter(stream)) break;
    stream.next();
    if (isCharset(word, stream)) stream.takeAnyName();
    if (stream.isMark('(')) stream.skipBrackets();
  }
  while (stream.isMark('[')) stream.skipBrackets();
  return stream.tokens
    .slice(start, stream.position)
    .map((token) => token.text)
    .join(' ');
}

function isAfterCharacter(stream: TokenStream): boolean {
  return stream.tokens[stream.position - 1]?.value === 'character';
}

function isCharset(word: string, stream: TokenStream): boolean {
  return (word === 'set' || word === 'charset') && stream.isName();
}
