import { parseExpression, parseExpressions } from './parse-expression.ts';
import { parseFrom } from './parse-from.ts';
import { parseSelect } from './parse-select.ts';
import type { TokenStream } from './token-stream.ts';
import type {
  CommonTable,
  Expression,
  FromItem,
  Name,
  OrderItem,
  Query,
  QueryBody,
} from './tree.ts';

const setWords = ['union', 'except', 'intersect', 'minus'];
const tailWords = [...setWords, 'order', 'limit', 'offset', 'fetch', 'for'];
const writeWords = ['insert', 'update', 'delete', 'merge', 'replace'];

/** Whether a query begins `ahead`, in parentheses or not. */
export function isQueryAhead(stream: TokenStream, ahead = 0): boolean {
  if (!stream.isMark('(', ahead)) return isQueryWord(stream, ahead);
  if (!stream.isMark('(', ahead + 1)) return isQueryWord(stream, ahead + 1);
  if (!isQueryAhead(stream, ahead + 1)) return false;
  // `((SELECT 1) + 2)` is no query, `((SELECT 1) UNION …)` is one.
  const after = stream.closingOf(ahead + 1) + 1 - stream.position;
  return stream.isMark(')', after) || stream.isWordAt(after, ...tailWords);
}

function isQueryWord(stream: TokenStream, ahead: number): boolean {
  if (stream.isWordAt(ahead, 'select')) return true;
  if (stream.isWordAt(ahead, 'with')) {
    return (
      stream.isWordAt(ahead + 2, 'as') ||
      stream.isMark('(', ahead + 2) ||
      stream.isWordAt(ahead + 1, 'recursive')
    );
  }
  if (stream.isWordAt(ahead, 'values'))
    return stream.isMark('(', ahead + 1) || stream.isWordAt(ahead + 1, 'row');
  if (stream.isWordAt(ahead, 'table')) return stream.isName(ahead + 1);
  if (!stream.rules.fromFirst) return false;
  return stream.isWordAt(
    ahead,
    'from',
    'pivot',
    'unpivot',
    'describe',
    'summarize',
    'show',
    'desc',
  );
}

/** Reads `( query )`. */
export function parseParenthesisedQuery(stream: TokenStream): Query {
  stream.expectMark('(');
  const query = parseQuery(stream);
  stream.expectMark(')');
  return query;
}

/** Reads a query: WITH, set operations, ORDER BY, LIMIT, and what may follow them. */
export function parseQuery(stream: TokenStream): Query {
  return stream.nested(() => {
    const { entries, isRecursive } = parseWith(stream);
    if (stream.isWord(...writeWords) && entries.length > 0) {
      stream.addEffect('write', `${stream.peek()?.value} after WITH`);
      stream.moveTo(stream.tokens.length);
      return { ...emptyQuery, with: entries, isRecursive };
    }
    const body = parseSetOperations(stream);
    return { with: entries, isRecursive, body, ...parseTail(stream) };
  });
}

const emptyQuery: Query = {
  with: [],
  isRecursive: false,
  body: { kind: 'opaque', from: null },
  orderBy: [],
  limits: [],
};

const plainQuery = (body: QueryBody): Query => ({ ...emptyQuery, body });

function parseWith(stream: TokenStream): { entries: CommonTable[]; isRecursive: boolean } {
  if (!stream.takeWord('with')) return { entries: [], isRecursive: false };
  const isRecursive = stream.isWord('recursive') && !stream.isWordAt(1, 'as');
  if (isRecursive) stream.next();
  const entries = [parseCommonTable(stream)];
  while (stream.takeMark(',')) entries.push(parseCommonTable(stream));
  return { entries, isRecursive };
}

function parseCommonTable(stream: TokenStream): CommonTable {
  const name = stream.takeAnyName();
  const columns: Name[] = [];
  if (stream.takeMark('(')) {
    do columns.push(stream.takeAnyName());
    while (stream.takeMark(','));
    stream.expectMark(')');
  }
  if (stream.takeWords('using', 'key')) stream.skipBrackets();
  stream.expectWord('as');
  stream.takeWord('not');
  stream.takeWord('materialized');
  let query: Query;
  if (stream.isMark('(') && stream.isWordAt(1, ...writeWords)) {
    stream.addEffect('write-in-cte', `${stream.peek(1)?.value} in WITH`);
    stream.skipBrackets();
    query = emptyQuery;
  } else {
    query = parseParenthesisedQuery(stream);
  }
  return { name, columns, query, extraColumns: parseSearchAndCycle(stream) };
}

/** SEARCH … SET x and CYCLE … SET y … USING z add columns to a recursive entry. */
function parseSearchAndCycle(stream: TokenStream): Name[] {
  const extra: Name[] = [];
  while (stream.isWord('search', 'cycle')) {
    stream.next();
    while (!stream.isWord('set', 'restrict')) stream.next();
    if (stream.next().value === 'restrict') continue;
    extra.push(stream.takeAnyName());
    if (stream.takeWord('to')) {
      parseExpression(stream);
      stream.expectWord('default');
      parseExpression(stream);
    }
    if (stream.takeWord('using')) extra.push(stream.takeAnyName());
  }
  return extra;
}

function parseSetOperations(stream: TokenStream): QueryBody {
  const first = parseOperand(stream);
  if (!stream.isWord(...setWords)) return first;
  const branches = [plainQuery(first)];
  const operators: string[] = [];
  let byName = false;
  while (stream.isWord(...setWords)) {
    let operator = stream.next().value;
    if (stream.takeWord('all')) operator += ' all';
    else stream.takeWord('distinct');
    if (stream.takeWords('by', 'name')) byName = true;
    operators.push(operator);
    branches.push(plainQuery(parseOperand(stream)));
  }
  return { kind: 'set', operators, byName, branches };
}

function parseOperand(stream: TokenStream): QueryBody {
  if (stream.isMark('(')) {
    return stream.nested(() => ({ kind: 'nested', query: parseParenthesisedQuery(stream) }));
  }
  if (stream.isWord('select')) return parseSelect(stream);
  if (stream.isWord('values')) return parseValues(stream);
  if (stream.takeWord('table')) {
    stream.takeWord('only');
    return { kind: 'table', from: parseFrom(stream) };
  }
  if (stream.rules.fromFirst) {
    if (stream.isWord('from')) return parseSelect(stream);
    if (stream.isWord('pivot', 'unpivot')) return parsePivotStatement(stream);
    if (stream.isWord('describe', 'summarize', 'show', 'desc')) return parseMetadata(stream);
  }
  return stream.fail('a query');
}

function parseValues(stream: TokenStream): QueryBody {
  stream.next();
  const rows: Expression[][] = [];
  do {
    stream.takeWord('row');
    stream.expectMark('(');
    rows.push(stream.isMark(')') ? [] : parseExpressions(stream));
    stream.expectMark(')');
  } while (stream.takeMark(',') && (stream.isMark('(') || stream.isWord('row')));
  return { kind: 'values', rows };
}

/** DuckDB's `PIVOT t ON a USING sum(b) GROUP BY c` and `UNPIVOT t ON a, b INTO NAME n VALUE v`. */
function parsePivotStatement(stream: TokenStream): QueryBody {
  stream.next();
  const source = parseFrom(stream);
  const expressions: Expression[] = [];
  for (;;) {
    if (stream.takeWord('on', 'using') || stream.takeWords('group', 'by')) {
      do {
        expressions.push(parseExpression(stream));
        if (stream.takeWord('as')) stream.takeAnyName();
      } while (stream.takeMark(','));
    } else if (stream.takeWord('into')) {
      while (stream.takeWord('name', 'value') || stream.isMark(',')) {
        do stream.takeAnyName();
        while (stream.takeMark(','));
      }
    } else if (!stream.takeWords('include', 'nulls')) {
      break;
    }
  }
  return { kind: 'table', from: { kind: 'pivot', source, expressions, alias: null } };
}

/** DuckDB lets DESCRIBE and its kind stand where a query stands. */
function parseMetadata(stream: TokenStream): QueryBody {
  stream.next();
  if (isQueryAhead(stream)) {
    return {
      kind: 'opaque',
      from: {
        kind: 'derived',
        query: parseQuery(stream),
        alias: null,
        columns: [],
        isLateral: false,
      },
    };
  }
  if (stream.isAtEnd() || stream.isMark(')')) return { kind: 'opaque', from: null };
  if (stream.isWord('all', 'tables', 'databases', 'schemas', 'variables')) {
    while (stream.peek()?.kind === 'word') stream.next();
    return { kind: 'opaque', from: null };
  }
  return { kind: 'opaque', from: parseFrom(stream) };
}

/** Reads the keys behind ORDER BY. */
export function parseOrderBy(stream: TokenStream): OrderItem[] {
  if (!stream.takeWord('order')) return [];
  stream.takeWord('siblings');
  stream.expectWord('by');
  const items: OrderItem[] = [];
  do {
    const expression = parseExpression(stream);
    if (!stream.takeWord('asc')) stream.takeWord('desc');
    if (stream.takeWord('using')) stream.next();
    if (stream.takeWord('nulls')) stream.next();
    items.push({ expression });
  } while (stream.takeMark(','));
  return items;
}

function parseTail(stream: TokenStream): { orderBy: OrderItem[]; limits: Expression[] } {
  const orderBy: OrderItem[] = [];
  const limits: Expression[] = [];
  for (;;) {
    if (stream.isWords('order', 'by')) orderBy.push(...parseOrderBy(stream));
    else if (stream.takeWord('limit')) limits.push(...parseLimit(stream));
    else if (stream.takeWord('offset')) {
      limits.push(parseExpression(stream));
      stream.takeWord('row', 'rows');
    } else if (stream.isWord('fetch')) limits.push(...parseFetch(stream));
    else if (stream.isWord('for') && !stream.isWordAt(1, 'system_time')) parseLock(stream);
    else if (stream.takeWords('lock', 'in', 'share', 'mode')) {
      stream.addEffect('row-lock', 'LOCK IN SHARE MODE');
    } else if (stream.isWord('into')) parseInto(stream);
    else if (stream.isWords('using', 'sample')) takeUsingSample(stream);
    else return { orderBy, limits };
  }
}

function parseLimit(stream: TokenStream): Expression[] {
  if (stream.takeWord('all')) return [];
  // DuckDB: `LIMIT 50%`.
  const isShare = stream.peek()?.kind === 'number' && stream.isOperator('%', 1);
  if (isShare && (!stream.peek(2) || stream.isMark(')', 2) || stream.isWordAt(2, 'offset'))) {
    stream.moveTo(stream.position + 2);
    return [];
  }
  const limits = [parseExpression(stream)];
  stream.takeWord('percent');
  if (stream.takeMark(',')) limits.push(parseExpression(stream));
  if (stream.takeWords('rows', 'examined')) limits.push(parseExpression(stream));
  return limits;
}

function parseFetch(stream: TokenStream): Expression[] {
  stream.next();
  if (!stream.takeWord('first', 'next')) stream.fail('FIRST');
  const limits = stream.isWord('row', 'rows') ? [] : [parseExpression(stream)];
  stream.takeWord('percent');
  if (!stream.takeWord('row', 'rows')) stream.fail('ROWS');
  if (!stream.takeWord('only')) {
    stream.expectWord('with');
    stream.expectWord('ties');
  }
  return limits;
}

function parseLock(stream: TokenStream): void {
  stream.next();
  // The standard's way to say that nothing is locked.
  if (stream.takeWords('read', 'only')) return;
  const words = [
    'no',
    'key',
    'update',
    'share',
    'read',
    'only',
    'of',
    'nowait',
    'skip',
    'locked',
    'wait',
  ];
  if (!stream.isWord('no', 'key', 'update', 'share')) stream.fail('UPDATE or SHARE');
  stream.addEffect('row-lock', `FOR ${stream.peek()?.text.toUpperCase()}`);
  while (
    !stream.isAtEnd() &&
    !stream.isMark(')') &&
    !stream.isWord('for', 'limit', 'offset', 'fetch', 'into')
  ) {
    const token = stream.next();
    const isPart =
      token.kind === 'quoted-name' ||
      token.kind === 'number' ||
      token.text === ',' ||
      token.text === '.';
    if (!isPart && token.kind !== 'word') stream.fail(words.join(', ').toUpperCase());
  }
}

/** Reads `INTO …`, which makes a table, writes a file or sets variables. */
export function parseInto(stream: TokenStream): void {
  stream.expectWord('into');
  if (stream.takeWord('outfile', 'dumpfile')) {
    stream.addEffect('file', 'INTO OUTFILE');
    while (!stream.isAtEnd() && !stream.isWord('from', 'for', 'lock') && !stream.isMark(')'))
      stream.next();
    return;
  }
  if (stream.peek()?.kind === 'variable') {
    stream.addEffect('session-state', 'INTO a variable');
    do stream.next();
    while (stream.takeMark(','));
    return;
  }
  stream.addEffect('select-into', 'INTO a table');
  stream.takeWord('temporary', 'temp', 'unlogged', 'local', 'global');
  stream.takeWord('temporary', 'temp');
  stream.takeWord('table', 'strict');
  do {
    stream.takeAnyName();
    while (stream.takeMark('.')) stream.takeAnyName();
  } while (stream.takeMark(','));
}

/** DuckDB's `USING SAMPLE 10% (bernoulli, 42)`. */
export function takeUsingSample(stream: TokenStream): void {
  stream.moveTo(stream.position + 2);
  while (
    !stream.isAtEnd() &&
    !stream.isMark(')') &&
    !stream.isWord('order', 'limit', 'offset', ...setWords)
  ) {
    if (stream.isMark('(')) stream.skipBrackets();
    else stream.next();
  }
}

/** A table read as a whole: `TABLE t`, `SUMMARIZE t`. */
export function tableQuery(from: FromItem): Query {
  return plainQuery({ kind: 'table', from });
}
