import { childrenOf, hasAggregate } from '../bind/group-rules.ts';
import {
  type BoundExpression,
  type BoundOrderItem,
  type BoundQuery,
  expressionKey,
} from '../bound-plan.ts';
import { familyOf } from '../value-type.ts';
import type { Dialect, Operand } from './dialect.ts';
import { type Sql, sql } from './sql-fragment.ts';

/** The terms of ORDER BY for one item: NULL where the plan wants it, text by code point. */
export function orderTerms(
  item: Pick<BoundOrderItem, 'direction' | 'nulls'>,
  operand: Operand,
  dialect: Dialect,
): Sql[] {
  const { type } = operand.expression;
  const isText = familyOf(type) === 'text' || type === 'unknown';
  const key = isText ? dialect.orderKey(operand) : operand.sql;
  const direction = item.direction === 'desc' ? ' DESC' : '';
  const isDefault = (item.direction === 'asc') === (item.nulls === 'first');
  switch (dialect.nullOrder) {
    case 'smallest':
      return [sql`${key}${direction}${isDefault ? '' : ` NULLS ${item.nulls.toUpperCase()}`}`];
    case 'keywords':
      return [sql`${key}${direction} NULLS ${item.nulls.toUpperCase()}`];
    case 'smallest-without-keywords':
      return isDefault
        ? [sql`${key}${direction}`]
        : [
            sql`${operand.sql} IS NULL${item.nulls === 'first' ? ' DESC' : ''}`,
            sql`${key}${direction}`,
          ];
  }
}

/**
 * The order of the plan, made total: every selected value that is not ordered on yet breaks ties, so
 * that rows which still tie are equal.
 */
export function totalOrder(query: BoundQuery): BoundOrderItem[] {
  const asked = query.orderBy.filter((item) => item.expression.kind !== 'literal');
  const needsOrder = asked.length > 0 || query.limit !== null || query.offset !== null;
  if (!needsOrder || isOneRow(query)) return asked;
  const known = new Set(asked.map((item) => expressionKey(item.expression)));
  const ties = query.select.filter((item) => {
    if (!variesByRow(item.expression) || item.expression.type === 'other') return false;
    const key = expressionKey(item.expression);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  return [
    ...asked,
    ...ties.map(
      (item): BoundOrderItem => ({
        expression: item.expression,
        direction: 'asc',
        nulls: 'first',
      }),
    ),
  ];
}

function isOneRow(query: BoundQuery): boolean {
  return (
    query.groupBy.length === 0 &&
    query.setOperations.length === 0 &&
    query.select.every((item) => hasAggregate(item.expression))
  );
}

function variesByRow(expression: BoundExpression): boolean {
  switch (expression.kind) {
    case 'column':
    case 'window':
    case 'scalar':
    case 'exists':
    case 'inQuery':
      return true;
    case 'call':
      return expression.name === 'COUNT' || expression.args.some(variesByRow);
    default:
      return childrenOf(expression).some(variesByRow);
  }
}
