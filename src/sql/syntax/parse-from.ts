import { parseCall } from './parse-call.ts';
import { parseExpression } from './parse-expression.ts';
import { parsePivot } from './parse-pivot.ts';
import { isQueryAhead, parseParenthesisedQuery, parseQuery } from './parse-query.ts';
import { takeSample, takeTableOptions } from './parse-table-options.ts';
import { parseType } from './parse-type.ts';
import type { TokenStream } from './token-stream.ts';
import type { Expression, FromItem, Name } from './tree.ts';

/** Reads the items behind FROM, with their joins. */
export function parseFrom(stream: TokenStream): FromItem {
  let item = parseJoined(stream);
  while (stream.takeMark(',')) {
    item = {
      kind: 'join',
      left: item,
      right: parseJoined(stream),
      isNatural: false,
      using: [],
      on: null,
      type: 'comma',
    };
  }
  return item;
}

function parseJoined(stream: TokenStream): FromItem {
  return stream.nested(() => {
    let item = parseFromItem(stream);
    for (;;) {
      const join = takeJoin(stream);
      if (!join) return item;
      const right = parseFromItem(stream);
      const condition = takeJoinCondition(stream);
      item = { kind: 'join', left: item, right, ...join, ...condition };
    }
  });
}

interface JoinWords {
  readonly type: string;
  readonly isNatural: boolean;
}

function takeJoin(stream: TokenStream): JoinWords | null {
  let ahead = 0;
  let type = 'inner';
  let isNatural = false;
  for (;;) {
    if (stream.isWordAt(ahead, 'natural')) isNatural = true;
    else if (stream.isWordAt(ahead, ...stream.rules.joinSides))
      type = stream.peek(ahead)?.value ?? type;
    else if (!stream.isWordAt(ahead, 'outer')) break;
    ahead += 1;
  }
  if (!stream.isWordAt(ahead, 'join', 'straight_join')) return null;
  stream.moveTo(stream.position + ahead + 1);
  return { type, isNatural };
}

function takeJoinCondition(stream: TokenStream): { using: Name[]; on: Expression | null } {
  if (stream.takeWord('on')) {
    // `a JOIN b JOIN c ON … ON …`: conditions pile up; which join each belongs to matters to no fact.
    const conditions = [parseExpression(stream)];
    while (stream.takeWord('on')) conditions.push(parseExpression(stream));
    const [only] = conditions;
    const on: Expression | null =
      conditions.length === 1 && only
        ? only
        : { kind: 'operation', operators: ['and'], operands: conditions };
    return { using: [], on };
  }
  if (stream.isWord('using') && stream.isMark('(', 1)) {
    stream.next();
    const using = parseNameList(stream);
    if (stream.takeWord('as')) stream.takeAnyName();
    return { using, on: null };
  }
  return { using: [], on: null };
}

function parseNameList(stream: TokenStream): Name[] {
  stream.expectMark('(');
  const names = [stream.takeAnyName()];
  while (stream.takeMark(',')) names.push(stream.takeAnyName());
  stream.expectMark(')');
  return names;
}

function parseFromItem(stream: TokenStream): FromItem {
  let item = parsePlainItem(stream);
  for (;;) {
    takeSample(stream);
    const pivot = parsePivot(stream, item);
    if (!pivot) break;
    item = pivot;
  }
  return item;
}

function parsePlainItem(stream: TokenStream): FromItem {
  const prefix = takeColonAlias(stream);
  const isLateral = stream.takeWord('lateral');
  if (stream.isMark('(')) return parseBracketItem(stream, isLateral, prefix);
  if (stream.isMark('{')) return parseOdbcJoin(stream);
  if (stream.isWords('rows', 'from') && stream.isMark('(', 2)) return parseRowsFrom(stream);
  if (stream.isWord('only')) {
    stream.next();
    if (stream.takeMark('(')) {
      const inner = parsePlainItem(stream);
      stream.expectMark(')');
      return withAlias(stream, inner, prefix);
    }
  }
  const token = stream.peek();
  if (token?.kind === 'string' && stream.rules.stringTables) {
    stream.next();
    const path = [{ text: token.value, quoted: true }];
    return { kind: 'table', path, isText: true, ...takeAlias(stream, prefix) };
  }
  if (stream.isWord('values') && stream.isMark('(', 1) && stream.rules.fromFirst) {
    const query = parseQuery(stream);
    return { kind: 'derived', query, isLateral, ...takeAlias(stream, prefix) };
  }
  return parseNamedItem(stream, prefix);
}

function parseNamedItem(stream: TokenStream, prefix: Name | null): FromItem {
  const first = stream.peek();
  if (first?.kind === 'word' && notTables.has(first.value)) stream.fail('a table');
  const path = [stream.takeAnyName()];
  while (stream.takeMark('.')) path.push(stream.takeAnyName());
  const bare = path.length === 1 && !path[0]?.quoted ? (path[0]?.text.toLowerCase() ?? '') : '';
  if (stream.isMark('(')) {
    const calls: Expression[] = [parseTableFunction(stream, path, bare)];
    stream.takeWords('with', 'ordinality');
    return { kind: 'function', calls, ...takeAlias(stream, prefix) };
  }
  if (path.length === 1 && stream.rules.bareFunctions.includes(bare)) {
    const call: Expression = {
      kind: 'call',
      path,
      arguments: [],
      more: [],
      isDistinct: false,
      isWindow: false,
    };
    return { kind: 'function', calls: [call], ...takeAlias(stream, prefix) };
  }
  stream.takeOperator('*');
  takeTableOptions(stream);
  const alias = takeAlias(stream, prefix);
  takeTableOptions(stream);
  return { kind: 'table', path, isText: false, ...alias };
}

const notTables = new Set(
  'select where group having order limit union except intersect on using join set'.split(' '),
);

/** A table function; the SQL-standard ones describe their columns inside their parentheses. */
function parseTableFunction(stream: TokenStream, path: readonly Name[], bare: string): Expression {
  if (bare !== 'json_table' && bare !== 'xmltable') return parseCall(stream, path);
  const end = stream.closingOf();
  stream.expectMark('(');
  const operands: Expression[] = [];
  while (stream.position < end && !stream.isWord('columns')) {
    if (stream.takeMark(',') || stream.takeWord('passing', 'by', 'ref', 'value', 'as')) continue;
    operands.push(parseExpression(stream));
  }
  operands.push(...parseColumnValues(stream, end));
  stream.moveTo(end + 1);
  return {
    kind: 'call',
    path,
    arguments: operands,
    more: [],
    isDistinct: false,
    isWindow: false,
  };
}

/** The paths and defaults of the columns: expressions, which may read what stands before the function. */
function parseColumnValues(stream: TokenStream, end: number): Expression[] {
  const values: Expression[] = [];
  while (stream.position < end) {
    const isName = stream.takeMark(',') || stream.takeMark('(') || stream.takeWord('columns');
    if (isName) {
      // A column may be called `path`.
      if (!stream.isMark('(') && stream.position < end) stream.next();
    } else if (stream.takeWord('path', 'default')) {
      values.push(parseExpression(stream));
    } else {
      stream.next();
    }
  }
  return values;
}

function parseBracketItem(stream: TokenStream, isLateral: boolean, prefix: Name | null): FromItem {
  if (isQueryAhead(stream)) {
    const query = parseParenthesisedQuery(stream);
    return { kind: 'derived', query, isLateral, ...takeAlias(stream, prefix) };
  }
  stream.expectMark('(');
  const inner = parseFrom(stream);
  stream.expectMark(')');
  return withAlias(stream, inner, prefix);
}

/** MySQL's `{ OJ a LEFT JOIN b ON … }`. */
function parseOdbcJoin(stream: TokenStream): FromItem {
  stream.expectMark('{');
  stream.takeAnyName();
  const inner = parseFrom(stream);
  stream.expectMark('}');
  return inner;
}

function parseRowsFrom(stream: TokenStream): FromItem {
  stream.moveTo(stream.position + 3);
  const calls: Expression[] = [];
  do {
    const path = [stream.takeAnyName()];
    while (stream.takeMark('.')) path.push(stream.takeAnyName());
    calls.push(parseCall(stream, path));
    if (stream.takeWord('as')) stream.skipBrackets();
  } while (stream.takeMark(','));
  stream.expectMark(')');
  stream.takeWords('with', 'ordinality');
  return { kind: 'function', calls, ...takeAlias(stream, null) };
}

/** An alias of a parenthesised join or table hides the names inside. */
function withAlias(stream: TokenStream, inner: FromItem, prefix: Name | null): FromItem {
  const { alias, columns } = takeAlias(stream, prefix);
  if (!alias) return inner;
  if (inner.kind === 'table' || inner.kind === 'derived' || inner.kind === 'function') {
    return { ...inner, alias, columns };
  }
  const query = {
    with: [],
    isRecursive: false,
    orderBy: [],
    limits: [],
    body: {
      kind: 'select' as const,
      isDistinct: false,
      distinctOn: [],
      items: [
        {
          expression: { kind: 'star' as const, path: [], exclude: [], replace: [] },
          alias: null,
        },
      ],
      from: inner,
      where: null,
      groupBy: [],
      having: null,
      qualify: null,
      windows: [],
    },
  };
  return { kind: 'derived', query, alias, columns, isLateral: false };
}

/** DuckDB's `FROM name : table`. */
function takeColonAlias(stream: TokenStream): Name | null {
  if (!stream.rules.colonAliases || !stream.isName() || !stream.isMark(':', 1)) return null;
  const name = stream.takeAnyName();
  stream.next();
  return name;
}

const notAliases = new Set(
  'on using join outer natural straight_join where group having order limit offset fetch for union except intersect minus window qualify tablesample pivot unpivot partition use force ignore indexed not returning into lock procedure set with sample select as lateral values'.split(
    ' ',
  ),
);

function takeAlias(
  stream: TokenStream,
  prefix: Name | null,
): { alias: Name | null; columns: Name[] } {
  let alias = prefix;
  if (stream.takeWord('as')) {
    if (stream.isMark('(')) return { alias, columns: takeColumnDefinitions(stream) };
    alias = stream.takeAnyName();
  } else if (isAliasAhead(stream)) {
    alias = stream.takeAnyName();
  }
  const columns = stream.isMark('(') && alias ? takeColumnDefinitions(stream) : [];
  return { alias, columns };
}

function isAliasAhead(stream: TokenStream): boolean {
  const token = stream.peek();
  if (token?.kind === 'string') return stream.rules.stringNames;
  if (token?.kind === 'quoted-name') return true;
  if (token?.kind !== 'word') return false;
  if (token.value === 'at' && stream.isMark('(', 1)) {
    return !stream.rules.tableOptions.includes('version');
  }
  const isClause = notAliases.has(token.value) || stream.rules.joinSides.includes(token.value);
  return !isClause && stream.isName();
}

/** `(a, b)` or, with types, `(a int, b text)`. */
function takeColumnDefinitions(stream: TokenStream): Name[] {
  stream.expectMark('(');
  const names: Name[] = [];
  do {
    names.push(stream.takeAnyName());
    if (!stream.isMark(',') && !stream.isMark(')')) {
      parseType(stream);
      if (stream.takeWord('collate')) stream.takeAnyName();
    }
  } while (stream.takeMark(','));
  stream.expectMark(')');
  return names;
}
