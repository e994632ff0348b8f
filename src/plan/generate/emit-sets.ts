import { InternalError } from '../../errors.ts';
import { quoteIdentifier } from '../../sql/index.ts';
import { type BoundQuery, type BoundSelectItem, expressionKey } from '../bound-plan.ts';
import type { SetOperator } from '../plan.ts';
import { familyOf } from '../value-type.ts';
import type { Dialect, Operand } from './dialect.ts';
import { emitTail } from './emit-query.ts';
import { orderTerms } from './order.ts';
import { joinSql, type Sql, sql } from './sql-fragment.ts';

type Emit = (query: BoundQuery) => Sql;

const words: Readonly<Record<SetOperator, string>> = {
  union: 'UNION',
  union_all: 'UNION ALL',
  intersect: 'INTERSECT',
  except: 'EXCEPT',
};

/** A query with its set operations, one after the other, then order and limit over all of it. */
export function combineSets(query: BoundQuery, dialect: Dialect, emit: Emit): Sql {
  const core: BoundQuery = { ...query, ctes: [], setOperations: [], ...noTail };
  let combined = branch(core, dialect, emit);
  let isPlain = true;
  for (const operation of query.setOperations) {
    const right = branch(operation.query, dialect, emit);
    if (dialect.textSets === 'keyed') {
      combined = keyedSet(
        operation.op,
        { left: combined, right },
        { query, other: operation.query, dialect },
      );
    } else {
      // Databases disagree on which operation binds tighter; a query of its own says it.
      const left = isPlain
        ? combined
        : sql`SELECT ${list(query, 'combined', dialect)} FROM (${combined}) AS combined`;
      combined = sql`${left} ${words[operation.op]} ${right}`;
    }
    isPlain = false;
  }
  const hasTail = query.orderBy.length > 0 || query.limit !== null || query.offset !== null;
  if (!hasTail) return combined;
  return sql`SELECT ${list(query, 'combined', dialect)} FROM (${combined}) AS combined${outerTail(query, 'combined', dialect)}`;
}

const noTail = { orderBy: [], limit: null, offset: null } as const;

function branch(query: BoundQuery, dialect: Dialect, emit: Emit): Sql {
  const isSimple =
    query.ctes.length === 0 &&
    query.setOperations.length === 0 &&
    query.orderBy.length === 0 &&
    query.limit === null &&
    query.offset === null;
  const rows = emit(query);
  let isUnchanged = true;
  const items = query.select.map((item) => {
    const operand = outerColumn(item, 'branch', dialect);
    const text = familyOf(item.expression.type) === 'text' ? dialect.setText(operand) : operand.sql;
    if (text !== operand.sql) isUnchanged = false;
    return sql`${text} AS ${quoteIdentifier(item.name, dialect.name)}`;
  });
  return isSimple && isUnchanged
    ? rows
    : sql`SELECT ${joinSql(items, ', ')} FROM (${rows}) AS branch`;
}

/** DISTINCT where the collation of a column would make one of two texts: groups by key instead. */
export function keyedDistinct(query: BoundQuery, dialect: Dialect, emit: Emit): Sql {
  const inner = emit({ ...query, ctes: [], distinct: false, ...noTail });
  return sql`SELECT ${list(query, 'listed', dialect)} FROM (${inner}) AS listed GROUP BY ${groupKeys(query, 'listed', dialect)}${outerTail(query, 'listed', dialect)}`;
}

interface KeyedSides {
  readonly query: BoundQuery;
  readonly other: BoundQuery;
  readonly dialect: Dialect;
}

function keyedSet(
  op: SetOperator,
  { left, right }: { readonly left: Sql; readonly right: Sql },
  { query, other, dialect }: KeyedSides,
): Sql {
  if (op === 'union_all') return sql`${left} UNION ALL ${right}`;
  const columns = list(query, 'combined', dialect);
  const group = groupKeys(query, 'combined', dialect);
  if (op === 'union') {
    return sql`SELECT ${columns} FROM (${left} UNION ALL ${right}) AS combined GROUP BY ${group}`;
  }
  // Not by a correlated query: MariaDB remembers its answers by the collation of what it depends on.
  const marked = (rows: Sql, source: BoundQuery, side: 1 | 2) =>
    sql`SELECT ${list(source, 'branch', dialect)}, ${side} AS side_ FROM (${rows}) AS branch`;
  const kept =
    op === 'intersect' ? 'COUNT(DISTINCT combined.side_) = 2' : 'MAX(combined.side_) = 1';
  return sql`SELECT ${columns} FROM (${marked(left, query, 1)} UNION ALL ${marked(right, other, 2)}) AS combined GROUP BY ${group} HAVING ${kept}`;
}

function groupKeys(query: BoundQuery, alias: string, dialect: Dialect): Sql {
  return joinSql(
    query.select.flatMap((item) => {
      const operand = outerColumn(item, alias, dialect);
      return familyOf(item.expression.type) === 'text'
        ? [operand.sql, dialect.equalityKey(operand)]
        : [operand.sql];
    }),
    ', ',
  );
}

/** A selected column as the query around sees it. */
function outerColumn(item: BoundSelectItem, alias: string, dialect: Dialect): Operand {
  return {
    sql: [`${alias}.${quoteIdentifier(item.name, dialect.name)}`],
    expression: {
      kind: 'column',
      type: item.expression.type,
      source: alias,
      name: item.name,
      dataType: null,
    },
  };
}

function list(query: BoundQuery, alias: string, dialect: Dialect): Sql {
  return joinSql(
    query.select.map((item) => outerColumn(item, alias, dialect).sql),
    ', ',
  );
}

function outerTail(query: BoundQuery, alias: string, dialect: Dialect): Sql {
  const byKey = new Map(query.select.map((item) => [expressionKey(item.expression), item]));
  return emitTail(query, dialect, (ordered) => {
    const item = byKey.get(expressionKey(ordered.expression));
    if (item === undefined)
      throw new InternalError('a bound set is ordered by what it does not select');
    return orderTerms(ordered, outerColumn(item, alias, dialect), dialect);
  });
}
