import type { Table } from '../../catalog/index.ts';
import { type DialectName, quoteIdentifier } from '../../sql/index.ts';
import { filterAlias } from '../bind/bind-row-filters.ts';
import type { BoundExpression } from '../bound-plan.ts';
import { dialects } from './dialects.ts';
import { emitOperand } from './emit-expression.ts';
import { emitQuery } from './emit-query.ts';
import { joinSql, renderSql } from './sql-fragment.ts';

/** A table as its reader may see it, all columns, with the values of the filters written out. */
export function emitFilteredTable(
  table: Table,
  filters: readonly BoundExpression[],
  dialect: DialectName,
): string {
  const context = {
    dialect: dialects[dialect],
    renamed: new Map(),
    inlineKeys: new Set<string>(),
    isInline: true as const,
    emitQuery,
  };
  const name = `${quoteIdentifier(table.schema, dialect)}.${quoteIdentifier(table.name, dialect)}`;
  const where = joinSql(
    filters.map((filter) => emitOperand(filter, context).sql),
    ' AND ',
  );
  return `SELECT * FROM ${name} AS ${filterAlias} WHERE ${renderSql(where, dialect).text}${dialects[dialect].filterFence}`;
}
