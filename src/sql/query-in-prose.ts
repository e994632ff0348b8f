import type { DialectName } from './dialect.ts';
import { otherStatementWords, queryWords } from './statement-words.ts';
import { type Token, tokenize } from './tokenize.ts';

/**
 * The SQL at the start of a text, up to the prose after it, or null when the text starts with none.
 * Everything that a server could run is kept (`SELECT 1; DROP TABLE t` is one text of two statements).
 */
export function sqlFromStart(text: string, dialect: DialectName): string | null {
  const { tokens, comments } = tokenize(text, dialect);
  let at = 0;
  while (tokens[at]?.text === ';') at += 1;
  const first = tokens[at];
  if (!first || !opensStatement(tokens, at)) return null;
  const start = comments.find((comment) => isExecutable(comment.text))?.start ?? first.start;
  return cut(text.slice(Math.min(start, first.start)), dialect);
}

/** A comment that MySQL runs is never dropped, whatever the dialect is taken to be. */
function isExecutable(comment: string): boolean {
  return /^\/\*M?!/.test(comment);
}

/** Every stretch of a text that reads as a query: after a line break, a colon, or in `inline code`. */
export function queryInProse(text: string, dialect: DialectName): string[] {
  const inline = [...text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)]
    .map((match) => sqlFromStart(match[1] ?? '', dialect))
    .filter((sql) => sql !== null);
  const opening =
    /(?:^|[:>*]|(?<=[.!?])\s|\b(?:is|query|sql)\s)[ \t]*(\(?\s*(?:select|with|values|explain|from|pragma|insert|update|delete|drop|create|alter|truncate|merge|call|copy|attach|grant|set|table|show|describe)\b)/gim;
  for (const match of text.matchAll(opening)) {
    const start = match.index + match[0].length - (match[1] ?? '').length;
    const found = sqlFromStart(text.slice(start), dialect);
    // The first stretch is the whole one: later SELECTs are its parts.
    if (found !== null) {
      const rest = queryInProse(text.slice(start + found.length), dialect);
      const isInline = inline.length > 0 && inline.some((sql) => found.includes(sql));
      return isInline ? inline : [found, ...rest];
    }
  }
  return inline;
}

/** Whether tokens from here can be SQL and not an English sentence that begins with such a word. */
function opensStatement(tokens: readonly Token[], from: number): boolean {
  let index = from;
  while (tokens[index]?.text === '(') index += 1;
  const word = tokens[index];
  const next = tokens[index + 1];
  if (word?.kind !== 'word') return word?.kind === 'executable';
  if (index > from)
    return word.value === 'select' || word.value === 'with' || word.value === 'values';
  const later = tokens.slice(index + 1, index + 400);
  switch (word.value) {
    case 'select':
      return isSelectList(later);
    case 'with':
      return opensWith(later);
    case 'values':
      return next?.text === '(' || next?.value === 'row';
    case 'table':
      return isName(next) && later.length <= 12 && !isSentence(later);
    case 'from':
      return isName(next) && !isSentence(later) && (later.length === 1 || isFromFirst(later));
    case 'explain':
    case 'describe':
    case 'desc':
    case 'show':
    case 'summarize':
    case 'pivot':
    case 'unpivot':
      return next !== undefined && !isSentence(later);
    default:
      return otherStatementWords.has(word.value) && !isSentence(later);
  }
}

function isName(token: Token | undefined): boolean {
  return token?.kind === 'word' || token?.kind === 'quoted-name' || token?.kind === 'string';
}

/** SELECT … is a query when something selectable follows: prose has words in a row and no FROM. */
function isSelectList(later: readonly Token[]): boolean {
  const [first, second, third] = later;
  if (!first) return false;
  if (first.kind !== 'word') return true;
  if (later.some((token) => token.value === 'from' && token.kind === 'word')) {
    return !(second?.kind === 'word' && third?.kind === 'word' && isPlain(first, second, third));
  }
  return !(second?.kind === 'word' && third?.kind === 'word') && second?.text !== '.';
}

const listWords = new Set(
  'distinct all as top case when then else end from not null true false and or over is in between like ilike exists cast date time timestamp interval straight_join sql_no_cache sql_calc_found_rows high_priority current_date current_timestamp union except intersect where order group limit having array row first last ignore respect nulls at zone collate filter on struct map list double precision'.split(
    ' ',
  ),
);

/** Three plain words in a row, none of them SQL: prose. */
function isPlain(...words: readonly Token[]): boolean {
  return words.every((word) => word.kind === 'word' && !listWords.has(word.value));
}

function opensWith(later: readonly Token[]): boolean {
  const start = later[0]?.value === 'recursive' ? 1 : 0;
  if (!isName(later[start])) return false;
  const after = later[start + 1];
  if (after?.value === 'as') {
    const body = later[start + 2];
    return body?.text === '(' || body?.value === 'materialized' || body?.value === 'not';
  }
  return after?.text === '(' && later.some((token) => token.value === 'as');
}

function isFromFirst(later: readonly Token[]): boolean {
  const second = later[1];
  if (!second) return true;
  if (second.kind === 'punctuation' && '(.,;'.includes(second.text)) return true;
  return later.some(
    (token) =>
      token.kind === 'word' &&
      ['select', 'where', 'join', 'group', 'order', 'limit', 'using', 'pivot'].includes(
        token.value,
      ),
  );
}

/** English: a full stop, comma or apostrophe after plain words and no SQL punctuation before it. */
function isSentence(later: readonly Token[]): boolean {
  let plain = 0;
  for (const token of later.slice(0, 12)) {
    if (token.kind === 'word' && englishWords.has(token.value)) plain += 1;
  }
  return plain >= 2 || (later[0]?.kind === 'word' && englishOpeners.has(later[0].value));
}

const englishWords = new Set(
  'the a an this that these those you your i we it its of which there here each every with for can will would should is are was were be been has have query queries result results following database databases'.split(
    ' ',
  ),
);
const englishOpeners = new Set('the this that these those your you i we it which there'.split(' '));

/** Ends the SQL where prose begins: after its semicolon, a blank line, or a line that reads as prose. */
function cut(text: string, dialect: DialectName): string {
  const { tokens, comments, problem } = tokenize(text, dialect);
  let end = 0;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) break;
    const previous = tokens[index - 1];
    if (previous && index > 1) {
      const gap = text.slice(previous.end, token.start);
      if (previous.text === ';') {
        const isMore =
          opensStatement(tokens, index) ||
          token.text === ';' ||
          !(gap.includes('\n') || isNoStatement(token));
        if (!isMore) break;
      } else if (gap.includes('\n') && startsProse(text, tokens, index, /\n\s*\n/.test(gap))) {
        break;
      }
    }
    if (token.text !== ';' || token.kind !== 'punctuation') end = token.end;
  }
  // Text that does not end as tokens may still be prose with an apostrophe in it.
  if (problem && end < problem.position) {
    const between = text.slice(end, problem.position);
    if (problem.code === 'unterminated-comment' || !between.includes('\n')) {
      if (tokens.at(-1)?.end === end) return text.trimEnd();
    }
  }
  const last = comments.findLast((comment) => isExecutable(comment.text));
  return text.slice(0, Math.max(end, last?.end ?? 0));
}

/** A word no statement of any dialect begins with. */
function isNoStatement(token: Token): boolean {
  const isStatement = queryWords.has(token.value) || otherStatementWords.has(token.value);
  return token.kind === 'word' && !isStatement;
}

const labels =
  /^(?:\*\*|#+\s|[-*]\s+\*?\*?[A-Za-z]|\d+\.\s|>|(?:SQLResult|Answer|Question|Result|Explanation|Note|Output|Observation|Thought|Final Answer)\s*:)/i;

function startsProse(
  text: string,
  tokens: readonly Token[],
  index: number,
  afterBlankLine: boolean,
): boolean {
  const token = tokens[index];
  if (!token) return false;
  const lineEnd = text.indexOf('\n', token.start);
  const line = text.slice(token.start, lineEnd === -1 ? undefined : lineEnd).trim();
  if (labels.test(line)) return true;
  if (!afterBlankLine) return /^(?:This|The|It|Here|Note|I)\s+[a-z]+\s+[a-z]+/.test(line);
  const [first, second, third] = tokens.slice(index, index + 3);
  if (first?.kind !== 'word') return false;
  if (/^[A-Za-z]+(?:[ ,][ ]?[A-Za-z'’]+){2,}[.!?:]$/.test(line)) return true;
  if (listWords.has(first.value) || clauseWords.has(first.value)) return false;
  if (second?.kind === 'word' && third?.kind === 'word' && isPlain(first, second, third))
    return true;
  return /^[A-Z][a-z']+\s[^()=]*[.!:]?$/.test(line) && !/[()=,]/.test(line);
}

const clauseWords = new Set([
  ...queryWords,
  ...'join left right full inner outer cross natural lateral window qualify offset fetch for using returning asof anti semi positional tablesample sort into'.split(
    ' ',
  ),
]);
