import { type DialectName, quoteIdentifier } from '../../sql/index.ts';
import { filterAlias } from '../bind/bind-row-filters.ts';
import type { BoundExpression, BoundJoin, BoundQuery, BoundSource } from '../bound-plan.ts';
import {
  columnKey,
  type EmitContext,
  emit,
  emitOperand,
  type RenamedColumns,
} from './emit-expression.ts';
import { joinSql, type Sql, sql } from './sql-fragment.ts';

/** FROM with its joins, and the columns that go by another name after it. */
export function emitFrom(
  query: BoundQuery,
  base: EmitContext,
): { readonly from: Sql; readonly renamed: RenamedColumns } {
  let from = emitSource(query.from, base);
  let renamed = base.renamed;
  const sources: BoundSource[] = [query.from];
  let unions = 0;
  for (const join of query.joins) {
    const context = { ...base, renamed };
    if (join.type === 'full' && base.dialect.fullJoin === 'union') {
      unions += 1;
      const united = uniteFullJoin({ from, sources, join, context, number: unions });
      from = united.from;
      renamed = united.renamed;
    } else {
      from = sql`${from} ${join.type.toUpperCase()} JOIN ${emitSource(join.source, context)}${onClause(join, context)}`;
    }
    sources.push(join.source);
  }
  return { from, renamed };
}

function onClause(join: BoundJoin, context: EmitContext): Sql {
  return join.condition === null ? sql`` : sql` ON ${emit(join.condition, context)}`;
}

function emitSource(source: BoundSource, context: EmitContext): Sql {
  const { dialect } = context;
  const alias = quoteIdentifier(source.alias, dialect.name);
  switch (source.kind) {
    case 'cte':
      return sql`${quoteIdentifier(source.name, dialect.name)} AS ${alias}`;
    case 'query':
      return sql`(${context.emitQuery(source.query, dialect)}) AS ${alias}`;
    case 'table': {
      const name = tableText(source, dialect.name);
      return source.filters.length === 0
        ? sql`${name} AS ${alias}`
        : sql`(${filteredTable(name, source.columns, source.filters, context)}) AS ${alias}`;
    }
  }
}

function tableText(
  { table, isInDefaultSchema }: Extract<BoundSource, { kind: 'table' }>,
  dialect: DialectName,
): string {
  const name = quoteIdentifier(table.name, dialect);
  return isInDefaultSchema ? name : `${quoteIdentifier(table.schema, dialect)}.${name}`;
}

/** The table as its reader may see it: the rows of the filters, the columns the query asks for. */
function filteredTable(
  name: string,
  columns: readonly string[],
  filters: readonly BoundExpression[],
  context: EmitContext,
): Sql {
  const { dialect } = context;
  const own: EmitContext = { ...context, renamed: new Map(), inlineKeys: new Set() };
  const read = columns.map((column) => `${filterAlias}.${quoteIdentifier(column, dialect.name)}`);
  const conditions = filters.map((filter) => emitOperand(filter, own).sql);
  return sql`SELECT ${read.length > 0 ? read.join(', ') : '1'} FROM ${name} AS ${filterAlias} WHERE ${joinSql(conditions, ' AND ')}${dialect.filterFence}`;
}

interface FullJoin {
  readonly from: Sql;
  readonly sources: readonly BoundSource[];
  readonly join: BoundJoin;
  readonly context: EmitContext;
  readonly number: number;
}

/**
 * FULL JOIN where there is none: the left join, and below it the rows of the right side that match
 * nothing. It is one table under one alias, so everything after it, aggregates too, sees joined rows.
 */
function uniteFullJoin({ from, sources, join, context, number }: FullJoin): {
  readonly from: Sql;
  readonly renamed: RenamedColumns;
} {
  const { dialect } = context;
  const right = emitSource(join.source, context);
  const alias = `joined_${number}`;
  const columnText = (source: string, column: string) =>
    emit(
      { kind: 'column', type: 'unknown', source, name: column, dataType: null },
      { ...context, inlineKeys: new Set() },
    );
  const columns = [...sources, join.source].flatMap((source) =>
    source.columns.map((column) => ({
      source: source.alias,
      column,
      isRight: source === join.source,
    })),
  );
  const named = (text: Sql, index: number) => sql`${text} AS c${index + 1}`;
  const matched = columns.map(({ source, column }, index) =>
    named(columnText(source, column), index),
  );
  const alone = columns.map(({ source, column, isRight }, index) =>
    named(isRight ? columnText(source, column) : sql`NULL`, index),
  );
  const list = (items: readonly Sql[]) => (items.length > 0 ? joinSql(items, ', ') : sql`1 AS c1`);
  const condition = join.condition === null ? sql`1 = 1` : emit(join.condition, context);
  const text = sql`(SELECT ${list(matched)} FROM ${from} LEFT JOIN ${right} ON ${condition} UNION ALL SELECT ${list(alone)} FROM ${right} WHERE NOT EXISTS (SELECT 1 FROM ${from} WHERE ${condition})) AS ${alias}`;
  const renamed = new Map(context.renamed);
  columns.forEach(({ source, column }, index) => {
    renamed.set(
      columnKey(source, column),
      sql`${quoteIdentifier(alias, dialect.name)}.c${index + 1}`,
    );
  });
  return { from: text, renamed };
}
