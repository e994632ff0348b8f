import type { DialectName } from './dialect.ts';
import { splitStatements } from './split-statements.ts';
import type { Token } from './tokenize.ts';

/** One key of a query's own ORDER BY; `nulls` is null where the text does not say. */
export interface OrderKey {
  /** As spelled. */
  readonly expression: string;
  readonly direction: 'asc' | 'desc';
  readonly nulls: 'first' | 'last' | null;
}

/** A stretch of the text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What ends a query as a whole: its ORDER BY and its row limit, never those of a part of it. */
export interface QueryTail {
  readonly orderBy: readonly OrderKey[];
  /** The keys' own spans, in the same order. */
  readonly orderSpans: readonly Span[];
  /** Rows at most, where a plain number says so. */
  readonly limit: number | null;
  /** What was written for the limit: `10`, `5 PERCENT`, `$1`. */
  readonly limitText: string | null;
  readonly offsetText: string | null;
  readonly withTies: boolean;
  /** LIMIT or FETCH with its number, and OFFSET with its own. */
  readonly limitSpans: readonly Span[];
  readonly offsetSpans: readonly Span[];
}

const tailWords = new Set([
  'limit',
  'offset',
  'fetch',
  'for',
  'into',
  'lock',
  'procedure',
  'using',
]);

/**
 * The ORDER BY and LIMIT of the (only) statement as a whole, read from its tokens: never a window's, an
 * aggregate's, a CTE's or a subquery's. Parentheses around the whole query are looked through.
 */
export function queryTail(sql: string, dialect: DialectName): QueryTail {
  const [statement] = splitStatements(sql, dialect).statements;
  const tokens = unwrap(statement?.tokens ?? []);
  const depthZero = topLevel(tokens);
  const order = depthZero.findLastIndex(
    (token, index) =>
      token.value === 'order' && depthZero[index + 1]?.value === 'by' && isKeyword(token),
  );
  const orderTokens = order === -1 ? [] : tokensFrom(tokens, depthZero[order + 2]);
  const keys = readKeys(sql, orderTokens);
  return { ...keys, ...readLimit(sql, tokens) };
}

/** The keys of the query's own ORDER BY; see {@link queryTail}. */
export function topLevelOrderBy(sql: string, dialect: DialectName): readonly OrderKey[] {
  return queryTail(sql, dialect).orderBy;
}

/** The query's own row limit: a number, or null with the text where it is not a plain number. */
export function topLevelLimit(
  sql: string,
  dialect: DialectName,
): { readonly limit: number | null; readonly limitText: string | null } {
  const { limit, limitText } = queryTail(sql, dialect);
  return { limit, limitText };
}

function isKeyword(token: Token | undefined): boolean {
  return token?.kind === 'word';
}

/** Takes off parentheses that enclose all tokens. */
function unwrap(tokens: readonly Token[]): readonly Token[] {
  if (tokens[0]?.text !== '(') return tokens;
  let depth = 0;
  for (let index = 0; index < tokens.length; index += 1) {
    if (tokens[index]?.text === '(') depth += 1;
    if (tokens[index]?.text === ')') depth -= 1;
    if (depth === 0) return index === tokens.length - 1 ? unwrap(tokens.slice(1, -1)) : tokens;
  }
  return tokens;
}

/** The tokens outside every bracket. */
function topLevel(tokens: readonly Token[]): Token[] {
  let depth = 0;
  return tokens.filter((token) => {
    if (token.kind === 'punctuation' && '([{'.includes(token.text)) depth += 1;
    if (token.kind === 'punctuation' && ')]}'.includes(token.text)) {
      depth -= 1;
      return false;
    }
    return depth === 0;
  });
}

function tokensFrom(tokens: readonly Token[], first: Token | undefined): readonly Token[] {
  return first ? tokens.slice(tokens.indexOf(first)) : [];
}

function readKeys(
  sql: string,
  tokens: readonly Token[],
): { orderBy: OrderKey[]; orderSpans: Span[] } {
  const groups: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'punctuation' && '([{'.includes(token.text)) depth += 1;
    if (token.kind === 'punctuation' && ')]}'.includes(token.text)) depth -= 1;
    if (depth === 0 && token.kind === 'word' && tailWords.has(token.value)) break;
    if (depth === 0 && token.kind === 'punctuation' && token.text === ',') groups.push([]);
    else groups.at(-1)?.push(token);
  }
  const orderBy: OrderKey[] = [];
  const orderSpans: Span[] = [];
  for (const group of groups) {
    let own = group;
    let nulls: OrderKey['nulls'] = null;
    let direction: OrderKey['direction'] = 'asc';
    const last = own.at(-1)?.value;
    if (own.at(-2)?.value === 'nulls' && (last === 'first' || last === 'last')) {
      nulls = last;
      own = own.slice(0, -2);
    }
    const word = own.at(-1);
    if (own.length > 1 && word?.kind === 'word' && /^(?:asc|desc)$/.test(word.value)) {
      direction = word.value === 'desc' ? 'desc' : 'asc';
      own = own.slice(0, -1);
    }
    const start = own[0]?.start;
    const end = own.at(-1)?.end;
    if (start === undefined || end === undefined) continue;
    orderBy.push({ expression: sql.slice(start, end), direction, nulls });
    orderSpans.push({ start, end });
  }
  return { orderBy, orderSpans };
}

type LimitPart = Omit<QueryTail, 'orderBy' | 'orderSpans'>;

function readLimit(sql: string, tokens: readonly Token[]): LimitPart {
  const outer = topLevel(tokens);
  let limitTokens: readonly Token[] = [];
  let offsetTokens: readonly Token[] = [];
  let withTies = false;
  const limitSpans: Span[] = [];
  const offsetSpans: Span[] = [];
  for (const [index, token] of outer.entries()) {
    if (token.kind !== 'word') continue;
    const before = outer[index - 1];
    if (before?.text === '.' || before?.value === 'as') continue;
    const from = tokens.indexOf(token);
    if (token.value === 'limit') {
      const body = bodyOf(tokens, from + 1);
      const comma = body.findIndex((part) => part.text === ',' && part.kind === 'punctuation');
      limitTokens = comma === -1 ? body : body.slice(comma + 1);
      if (comma !== -1) offsetTokens = body.slice(0, comma);
      limitSpans.push({ start: token.start, end: body.at(-1)?.end ?? token.end });
    } else if (token.value === 'offset' && isClauseWord(outer, index)) {
      const body = bodyOf(tokens, from + 1);
      offsetTokens = body.filter((part) => part.value !== 'row' && part.value !== 'rows');
      offsetSpans.push({ start: token.start, end: body.at(-1)?.end ?? token.end });
    } else if (token.value === 'fetch' && /^(?:first|next)$/.test(outer[index + 1]?.value ?? '')) {
      const body = bodyOf(tokens, from + 2);
      withTies = body.at(-1)?.value === 'ties';
      limitTokens = body.filter((part) => !/^(?:rows?|only|with|ties)$/.test(part.value));
      limitSpans.push({ start: token.start, end: body.at(-1)?.end ?? token.end });
      if (limitTokens.length === 0) {
        return {
          limit: 1,
          limitText: '1',
          offsetText: textOf(sql, offsetTokens),
          withTies,
          limitSpans,
          offsetSpans,
        };
      }
    }
  }
  const limitText = textOf(sql, limitTokens);
  const isPlain = limitText !== null && /^\(*\s*\d[\d_]*\s*\)*$/.test(limitText);
  const isAll = limitText !== null && /^(?:all|null)$/i.test(limitText);
  const isNone = /^-\s*\d+$/.test(limitText ?? '');
  return {
    limit: isPlain ? Number(limitText.replace(/[^\d]/g, '')) : null,
    limitText: isAll || isNone ? null : limitText,
    offsetText: textOf(sql, offsetTokens),
    withTies,
    limitSpans,
    offsetSpans,
  };
}

/** OFFSET as a clause, not as a column of that name. */
function isClauseWord(outer: readonly Token[], index: number): boolean {
  const next = outer[index + 1];
  return next !== undefined && !(next.kind === 'punctuation' && ',.)'.includes(next.text));
}

/** The tokens of a clause: up to the next clause of the tail. */
function bodyOf(tokens: readonly Token[], from: number): readonly Token[] {
  let depth = 0;
  for (let index = from; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) break;
    if (token.kind === 'punctuation' && '([{'.includes(token.text)) depth += 1;
    if (token.kind === 'punctuation' && ')]}'.includes(token.text)) depth -= 1;
    if (depth === 0 && token.kind === 'word' && tailWords.has(token.value)) {
      return tokens.slice(from, index);
    }
  }
  return tokens.slice(from);
}

function textOf(sql: string, tokens: readonly Token[]): string | null {
  const start = tokens[0]?.start;
  const end = tokens.at(-1)?.end;
  return start === undefined || end === undefined ? null : sql.slice(start, end);
}
