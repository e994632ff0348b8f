import {
  type BoundExpression,
  type BoundOrderItem,
  type BoundSelectItem,
  expressionKey,
} from '../bound-plan.ts';
import { ruleOf } from '../functions.ts';
import { issue } from '../issue.ts';
import type { Binding, Source } from './binding.ts';

/** Whether an expression holds an aggregate of its own query. */
export function hasAggregate(expression: BoundExpression): boolean {
  if (expression.kind === 'call') {
    return ruleOf(expression.name).kind === 'aggregate' || expression.args.some(hasAggregate);
  }
  if (expression.kind === 'window') {
    return (
      expression.call.args.some(hasAggregate) ||
      expression.partitionBy.some(hasAggregate) ||
      expression.orderBy.some((item) => hasAggregate(item.expression))
    );
  }
  return childrenOf(expression).some(hasAggregate);
}

/** The expressions directly inside one, those of nested queries left out. */
export function childrenOf(expression: BoundExpression): readonly BoundExpression[] {
  switch (expression.kind) {
    case 'literal':
    case 'column':
    case 'exists':
    case 'scalar':
      return [];
    case 'call':
      return expression.filter === null ? expression.args : [...expression.args, expression.filter];
    case 'window':
      return [
        ...childrenOf(expression.call),
        ...expression.partitionBy,
        ...expression.orderBy.map((item) => item.expression),
      ];
    case 'concat':
      return expression.parts;
    case 'not':
    case 'negate':
    case 'cast':
    case 'inQuery':
      return [expression.expression];
    case 'case':
      return [
        ...expression.whens.flatMap((when) => [when.condition, when.result]),
        ...(expression.otherwise === null ? [] : [expression.otherwise]),
      ];
    case 'between':
      return [expression.expression, expression.low, expression.high];
    case 'inList':
      return [expression.expression, ...expression.values];
    default:
      return [expression.left, expression.right];
  }
}

interface Grouped {
  readonly select: readonly BoundSelectItem[];
  readonly having: BoundExpression | null;
  readonly orderBy: readonly BoundOrderItem[];
  readonly groupBy: readonly BoundExpression[];
}

/**
 * Checks that what is selected, filtered and ordered after grouping is a group key, made of group keys,
 * or an aggregate. A column of a table whose primary key is grouped on is decided by it: it joins the
 * group keys, because not every database sees that. Returns the keys to group by.
 */
export function checkGrouping(
  binding: Binding,
  query: Grouped,
  sources: readonly Source[],
  path: string,
): BoundExpression[] {
  const isGrouped =
    query.groupBy.length > 0 ||
    query.having !== null ||
    query.select.some((item) => hasAggregate(item.expression)) ||
    query.orderBy.some((item) => hasAggregate(item.expression));
  if (!isGrouped) return [];
  const keys = new Map(query.groupBy.map((key) => [expressionKey(key), key]));
  const decided = decidedSources(query.groupBy, sources);
  const reported = new Set<string>();
  const visit = (expression: BoundExpression, place: string): void => {
    if (keys.has(expressionKey(expression))) return;
    if (expression.kind === 'call' && ruleOf(expression.name).kind === 'aggregate') return;
    if (expression.kind === 'column') {
      // A column of a query around this one is a constant here.
      if (!sources.some((source) => source.alias === expression.source)) return;
      if (decided.has(expression.source)) {
        keys.set(expressionKey(expression), expression);
        return;
      }
      const name = `${expression.source}.${expression.name}`;
      if (reported.has(name)) return;
      reported.add(name);
      binding.issues.push(
        issue(
          'AGGREGATE_WITHOUT_GROUP_BY',
          place,
          `${name} is neither aggregated nor in group_by, so it has no one value per group`,
          {
            found: name,
            expected: 'a group key or an aggregate',
            suggestion: `add ${name} to group_by`,
          },
        ),
      );
      return;
    }
    if (expression.kind === 'window') {
      for (const child of expression.call.args) visit(child, place);
      for (const child of expression.partitionBy) visit(child, place);
      for (const item of expression.orderBy) visit(item.expression, place);
      return;
    }
    for (const child of childrenOf(expression)) visit(child, place);
  };
  query.select.forEach((item, index) => {
    visit(item.expression, `${path}select_items[${index}].expr`);
  });
  if (query.having !== null) visit(query.having, `${path}having`);
  query.orderBy.forEach((item, index) => {
    visit(item.expression, `${path}order_by[${index}].expr`);
  });
  return [...keys.values()];
}

/** Aliases whose whole primary key is among the group keys. */
function decidedSources(
  groupBy: readonly BoundExpression[],
  sources: readonly Source[],
): ReadonlySet<string> {
  const grouped = new Set(
    groupBy.flatMap((key) => (key.kind === 'column' ? [`${key.source}\u0000${key.name}`] : [])),
  );
  return new Set(
    sources
      .filter((source) => {
        const keys = (source.columns ?? []).filter((column) => column.isPrimaryKey);
        return (
          source.table !== null &&
          keys.length > 0 &&
          keys.every((column) => grouped.has(`${source.alias}\u0000${column.name}`))
        );
      })
      .map((source) => source.alias),
  );
}
