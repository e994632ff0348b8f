import { parseWindow } from './parse-call.ts';
import { parseExpression, parseExpressions } from './parse-expression.ts';
import { parseFrom } from './parse-from.ts';
import { parseInto, takeUsingSample } from './parse-query.ts';
import type { TokenStream } from './token-stream.ts';
import type { Expression, FromItem, Name, Select, SelectItem } from './tree.ts';

const modifiers = new Set(
  'all distinctrow high_priority straight_join sql_small_result sql_big_result sql_buffer_result sql_no_cache sql_cache sql_calc_found_rows'.split(
    ' ',
  ),
);

/** Reads one SELECT with its clauses; in DuckDB FROM may come first. */
export function parseSelect(stream: TokenStream): Select {
  let from: FromItem | null = null;
  if (stream.takeWord('from')) from = parseFrom(stream);
  const head = stream.isWord('select')
    ? parseHead(stream)
    : { isDistinct: false, distinctOn: [], items: [everything] };
  if (stream.isWord('into')) parseInto(stream);
  if (from === null && stream.takeWord('from')) from = parseFrom(stream);
  return { kind: 'select', ...head, from, ...parseClauses(stream) };
}

const everything: SelectItem = {
  expression: { kind: 'star', path: [], exclude: [], replace: [] },
  alias: null,
};

function parseHead(stream: TokenStream): {
  isDistinct: boolean;
  distinctOn: Expression[];
  items: SelectItem[];
} {
  stream.expectWord('select');
  let isDistinct = false;
  let distinctOn: Expression[] = [];
  for (;;) {
    const token = stream.peek();
    if (token?.kind !== 'word') break;
    if (token.value === 'distinct' && !stream.isMark('.', 1)) {
      stream.next();
      isDistinct = true;
      if (stream.isWord('on') && stream.isMark('(', 1)) {
        stream.moveTo(stream.position + 2);
        distinctOn = parseExpressions(stream);
        stream.expectMark(')');
      }
    } else if (isModifier(stream, token.value)) {
      stream.next();
    } else {
      break;
    }
  }
  return { isDistinct, distinctOn, items: parseItems(stream) };
}

function isModifier(stream: TokenStream, word: string): boolean {
  return modifiers.has(word) && (word === 'all' || stream.dialect === 'mysql');
}

const itemsEnd = [
  'from',
  'into',
  'where',
  'group',
  'having',
  'union',
  'except',
  'intersect',
  'order',
  'limit',
];

function parseItems(stream: TokenStream): SelectItem[] {
  const items: SelectItem[] = [];
  // PostgreSQL selects no column at all: `SELECT FROM t`.
  if (stream.isAtEnd() || stream.isMark(')') || stream.isWord(...itemsEnd)) return items;
  do {
    if (items.length > 0 && stream.rules.fromFirst && isItemsEnd(stream)) break;
    items.push(parseItem(stream));
  } while (stream.takeMark(','));
  return items;
}

/** DuckDB takes a comma after the last item. */
function isItemsEnd(stream: TokenStream): boolean {
  return stream.isAtEnd() || stream.isMark(')') || stream.isWord(...itemsEnd);
}

function parseItem(stream: TokenStream): SelectItem {
  if (stream.rules.colonAliases && stream.isName() && stream.isMark(':', 1)) {
    const alias = stream.takeAnyName();
    stream.next();
    return { expression: parseExpression(stream), alias };
  }
  const expression = parseExpression(stream);
  return { expression, alias: takeItemAlias(stream) };
}

const notItemAliases = new Set(
  'from into where group having union except intersect minus order limit offset fetch for window qualify using as lock procedure on'.split(
    ' ',
  ),
);

function takeItemAlias(stream: TokenStream): Name | null {
  if (stream.takeWord('as')) return stream.takeAnyName();
  const token = stream.peek();
  if (token?.kind === 'quoted-name') return stream.takeAnyName();
  if (token?.kind === 'string' && stream.rules.stringNames) return stream.takeAnyName();
  if (token?.kind !== 'word' || notItemAliases.has(token.value)) return null;
  return stream.isName() ? stream.takeAnyName() : null;
}

type Clauses = Pick<Select, 'where' | 'groupBy' | 'having' | 'qualify' | 'windows'>;

function parseClauses(stream: TokenStream): Clauses {
  const clauses = {
    where: null as Expression | null,
    groupBy: [] as Expression[],
    having: null as Expression | null,
    qualify: null as Expression | null,
    windows: [] as Expression[],
  };
  for (;;) {
    if (stream.takeWord('where')) clauses.where = parseExpression(stream);
    else if (stream.takeWords('group', 'by')) clauses.groupBy.push(...parseGroupBy(stream));
    else if (stream.takeWord('having')) clauses.having = parseExpression(stream);
    else if (stream.isWord('qualify')) {
      stream.next();
      clauses.qualify = parseExpression(stream);
    } else if (stream.isWord('window') && stream.isWordAt(2, 'as')) {
      clauses.windows.push(...parseWindows(stream));
    } else if (stream.isWords('using', 'sample')) takeUsingSample(stream);
    else if (stream.isWords('procedure', 'analyse')) {
      stream.moveTo(stream.position + 2);
      stream.skipBrackets();
    } else return clauses;
  }
}

function parseGroupBy(stream: TokenStream): Expression[] {
  if (!stream.takeWord('distinct')) {
    if (stream.isWord('all')) {
      stream.next();
      if (stream.isAtEnd() || stream.isMark(')') || stream.peek()?.kind === 'word') return [];
    }
  }
  const expressions: Expression[] = [];
  do expressions.push(...parseGroupItem(stream));
  while (stream.takeMark(','));
  if (stream.takeWords('with', 'rollup') || stream.takeWords('with', 'cube')) return expressions;
  return expressions;
}

/** A key, ROLLUP, CUBE or GROUPING SETS, each nested as it likes. */
function parseGroupItem(stream: TokenStream): Expression[] {
  if (stream.isWords('grouping', 'sets')) {
    stream.moveTo(stream.position + 2);
    return parseGroupList(stream);
  }
  if (stream.isWord('rollup', 'cube') && stream.isMark('(', 1)) {
    stream.next();
    return parseGroupList(stream);
  }
  const expression = parseExpression(stream);
  if (!stream.takeWord('asc')) stream.takeWord('desc');
  return [expression];
}

function parseGroupList(stream: TokenStream): Expression[] {
  stream.expectMark('(');
  const expressions: Expression[] = [];
  while (!stream.isMark(')')) {
    expressions.push(...parseGroupItem(stream));
    if (!stream.takeMark(',')) break;
  }
  stream.expectMark(')');
  return expressions;
}

function parseWindows(stream: TokenStream): Expression[] {
  stream.expectWord('window');
  const expressions: Expression[] = [];
  do {
    stream.takeAnyName();
    stream.expectWord('as');
    expressions.push(...parseWindow(stream));
  } while (stream.takeMark(','));
  return expressions;
}
