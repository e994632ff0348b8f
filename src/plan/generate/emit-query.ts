import { quoteIdentifier } from '../../sql/index.ts';
import {
  type BoundExpression,
  type BoundOrderItem,
  type BoundQuery,
  type BoundSelectItem,
  expressionKey,
} from '../bound-plan.ts';
import { familyOf } from '../value-type.ts';
import type { Dialect, Operand } from './dialect.ts';
import {
  type EmitContext,
  emit,
  emitOperand,
  type QueryUse,
  type RenamedColumns,
} from './emit-expression.ts';
import { emitFrom } from './emit-from.ts';
import { combineSets, keyedDistinct } from './emit-sets.ts';
import { orderTerms, totalOrder } from './order.ts';
import { joinSql, type Sql, sql } from './sql-fragment.ts';

type EmitNested = EmitContext['emitQuery'];

/** The SQL of a query; `outer` are the columns of the queries around it that go by another name. */
export function emitQuery(
  query: BoundQuery,
  dialect: Dialect,
  use: QueryUse = 'rows',
  outer: RenamedColumns = new Map(),
): Sql {
  return emitWithin([], query, dialect, use, outer);
}

/** `around`: the common tables of the queries around it, for databases that must be told them again. */
function emitWithin(
  around: readonly Sql[],
  query: BoundQuery,
  dialect: Dialect,
  use: QueryUse,
  outer: RenamedColumns,
): Sql {
  const visible = [...around];
  for (const { name, query: table } of query.ctes) {
    const rows = emitWithin(visible, table, dialect, 'rows', new Map());
    visible.push(sql`${quoteIdentifier(name, dialect.name)} AS (${rows})`);
  }
  const ctes = dialect.innerWith === 'misses-outer' ? visible : visible.slice(around.length);
  const head = query.ctes.length > 0 ? sql`WITH ${joinSql(ctes, ', ')} ` : sql``;
  const nested: EmitNested = (inner, language, innerUse = 'rows', renamed = new Map()) =>
    emitWithin(visible, inner, language, innerUse, renamed);
  const [only] = query.select;
  const needsKey =
    use === 'keys' &&
    only !== undefined &&
    ((dialect.textSets === 'keyed' && familyOf(only.expression.type) === 'text') ||
      (dialect.limitInSubquery === 'wrapped' && (query.limit !== null || query.offset !== null)));
  return needsKey
    ? emitAsKeys(query, only, { dialect, head, outer, nested })
    : sql`${head}${emitBody(query, dialect, outer, nested)}`;
}

/** A query in IN, compared by key: a simple one selects the key, others are wrapped. */
function emitAsKeys(
  query: BoundQuery,
  item: BoundSelectItem,
  {
    dialect,
    head,
    outer,
    nested,
  }: { dialect: Dialect; head: Sql; outer: RenamedColumns; nested: EmitNested },
): Sql {
  const isSimple =
    query.setOperations.length === 0 &&
    query.limit === null &&
    query.offset === null &&
    !query.distinct;
  if (isSimple) {
    const core = openCore(query, dialect, outer, nested);
    const key = keyOf(emitOperand(item.expression, core.context), dialect);
    return sql`${head}${core.select([key])}`;
  }
  const column = sql`keyed.${quoteIdentifier(item.name, dialect.name)}`;
  const key = keyOf({ sql: column, expression: outerExpression(item) }, dialect);
  return sql`SELECT ${key} FROM (${head}${emitBody(query, dialect, outer, nested)}) AS keyed`;
}

function keyOf(operand: Operand, dialect: Dialect): Sql {
  return familyOf(operand.expression.type) === 'text' ? dialect.equalityKey(operand) : operand.sql;
}

/** A selected value as the query around sees it: a column. */
function outerExpression(item: BoundSelectItem): BoundExpression {
  const { type } = item.expression;
  return { kind: 'column', type, source: 'keyed', name: item.name, dataType: null };
}

function emitBody(
  query: BoundQuery,
  dialect: Dialect,
  outer: RenamedColumns,
  nested: EmitNested,
): Sql {
  const inner = (part: BoundQuery) => nested(part, dialect, 'rows', outer);
  if (query.setOperations.length > 0) return combineSets(query, dialect, inner);
  const hasText = query.select.some((item) => familyOf(item.expression.type) === 'text');
  if (query.distinct && dialect.textSets === 'keyed' && hasText) {
    return keyedDistinct(query, dialect, inner);
  }
  const { context, select } = openCore(query, dialect, outer, nested);
  const items = query.select.map((item) => {
    const operand = emitOperand(item.expression, context);
    const isSet = query.distinct && familyOf(item.expression.type) === 'text';
    const text = isSet ? dialect.distinctText(operand) : emit(item.expression, context);
    return sql`${text} AS ${quoteIdentifier(item.name, dialect.name)}`;
  });
  return sql`${select(items)}${emitTail(query, dialect, (item) =>
    orderTerms(item, emitOperand(item.expression, context), dialect),
  )}`;
}

/** FROM of a query, and what is needed to write the rest of it. */
function openCore(
  query: BoundQuery,
  dialect: Dialect,
  outer: RenamedColumns,
  nested: EmitNested,
): { readonly context: EmitContext; readonly select: (items: readonly Sql[]) => Sql } {
  const inlineKeys = new Set(query.groupBy.map(expressionKey));
  if (query.distinct) {
    for (const item of query.select) inlineKeys.add(expressionKey(item.expression));
  }
  const base: EmitContext = { dialect, renamed: outer, inlineKeys, emitQuery: nested };
  const { from, renamed } = emitFrom(query, base);
  const context: EmitContext = { ...base, renamed };
  return {
    context,
    select: (items) => {
      const where = query.where === null ? sql`` : sql` WHERE ${emit(query.where, context)}`;
      const group = emitGroupBy(query, dialect, context);
      const having = query.having === null ? sql`` : sql` HAVING ${emit(query.having, context)}`;
      return sql`SELECT ${query.distinct ? 'DISTINCT ' : ''}${joinSql(items, ', ')} FROM ${from}${where}${group}${having}`;
    },
  };
}

function emitGroupBy(query: BoundQuery, dialect: Dialect, context: EmitContext): Sql {
  if (query.groupBy.length === 0) return sql``;
  const keys = query.groupBy
    .filter((key) => key.kind !== 'literal')
    .flatMap((key) => {
      const operand = emitOperand(key, context);
      if (familyOf(key.type) !== 'text') return [operand.sql];
      const equality = dialect.equalityKey(operand);
      // A database that groups by a key of ours still wants to see the value grouped on.
      const isSame = JSON.stringify(equality) === JSON.stringify(operand.sql);
      return dialect.groupKeys === 'key' || isSame ? [equality] : [operand.sql, equality];
    });
  // A bare number would be read as the place of a column.
  return sql` GROUP BY ${keys.length > 0 ? joinSql(keys, ', ') : sql`1 + 0`}`;
}

/** ORDER BY, LIMIT, OFFSET. */
export function emitTail(
  query: BoundQuery,
  dialect: Dialect,
  termsOf: (item: BoundOrderItem) => Sql[],
): Sql {
  const terms = totalOrder(query).flatMap(termsOf);
  const orderBy = terms.length > 0 ? sql` ORDER BY ${joinSql(terms, ', ')}` : sql``;
  const limit = query.limit ?? (query.offset === null ? null : dialect.unlimited);
  const limitText = limit === null ? sql`` : sql` LIMIT ${limit}`;
  return sql`${orderBy}${limitText}${query.offset === null ? sql`` : sql` OFFSET ${query.offset}`}`;
}
