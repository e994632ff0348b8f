import { nearest } from '../../validation/index.ts';
import {
  type BoundCommonTable,
  type BoundExpression,
  type BoundJoin,
  type BoundQuery,
  type BoundSelectItem,
  type BoundSource,
  expressionKey,
} from '../bound-plan.ts';
import { issue } from '../issue.ts';
import type { Plan } from '../plan.ts';
import { commonType, familyOf } from '../value-type.ts';
import { bindExpression, bindOrder, type NestedQuery, type Place } from './bind-expression.ts';
import { checkJoinKeys, orderJoins } from './bind-joins.ts';
import { bindSelect } from './bind-select.ts';
import { openSource } from './bind-sources.ts';
import {
  type Binding,
  type Frame,
  type NamedQuery,
  type SourceColumn,
  unbound,
} from './binding.ts';
import { readCondition } from './bound-values.ts';
import { checkGrouping } from './group-rules.ts';

/** Where a query stands: what it may read besides its own tables. */
export interface Surroundings {
  readonly parent: Frame | null;
  readonly ctes: readonly NamedQuery[];
  /** Path of the query with a dot at its end; empty for the plan itself. */
  readonly path: string;
}

/** Binds a query and all inside it. Issues are collected, never thrown. */
export function bindQuery(binding: Binding, plan: Plan, around: Surroundings): NestedQuery {
  const { path } = around;
  const ctes = bindCommonTables(binding, plan, around);
  const visibleCtes = [...ctes.reverse(), ...around.ctes];
  checkAliases(binding, plan, path);
  const nest = (inner: Plan, parent: Frame | null, innerPath: string) =>
    bindQuery(binding, inner, { parent, ctes: visibleCtes, path: `${innerPath}.` });
  const opened = plan.tables.map((reference, index) =>
    openSource(binding, reference, visibleCtes, `${path}tables[${index}]`, (innerPath) =>
      nest(reference.query ?? plan, null, innerPath),
    ),
  );
  const sources = opened.map((open) => open.source);
  const frame: Frame = { sources, parent: around.parent, ctes: visibleCtes };
  const place = (words: string, more: Partial<Place> = {}): Place => ({
    frame,
    words,
    aggregates: false,
    windows: false,
    bindQuery: nest,
    ...more,
  });

  const ordered = orderJoins(binding, plan, sources, path);
  const conditions = (ordered ?? []).map((join) => {
    checkJoinKeys(binding, join, sources);
    if (join.join.condition == null) return null;
    const conditionPath = `${join.path}.condition`;
    return readCondition(
      binding,
      bindExpression(binding, join.join.condition, conditionPath, place('a join condition')),
      conditionPath,
    );
  });
  const where = bindOptionalCondition(binding, plan.where, `${path}where`, place('where'));
  const groupBy = (plan.group_by ?? []).map((item, index) =>
    bindExpression(binding, item.expr, `${path}group_by[${index}].expr`, place('group_by')),
  );
  const after = { aggregates: true, windows: true };
  const select = bindSelect(
    binding,
    plan.select_items,
    `${path}select_items`,
    place('select_items', after),
  );
  const having = bindOptionalCondition(
    binding,
    plan.having,
    `${path}having`,
    place('having', { aggregates: true }),
  );
  const orderBy = bindOrder(
    binding,
    plan.order_by ?? [],
    `${path}order_by`,
    place('order_by', after),
  );
  const setOperations = (plan.set_operations ?? []).map((operation, index) => {
    const inner = nest(operation.query, around.parent, `${path}set_operations[${index}].query`);
    checkWidth(binding, select, inner.columns, `${path}set_operations[${index}].query`);
    return { op: operation.op, query: inner.query, columns: inner.columns };
  });
  const keys = checkGrouping(
    binding,
    { select, having, orderBy: setOperations.length > 0 ? [] : orderBy, groupBy },
    sources,
    path,
  );
  checkOrder(binding, plan, { select, orderBy, isCombined: setOperations.length > 0 }, path);

  const closed = opened.map((open) => open.close());
  const bySource = new Map(sources.map((source, index) => [source, closed[index] ?? null]));
  const joins: BoundJoin[] = (ordered ?? []).flatMap((join, index) => {
    const source = bySource.get(join.source) ?? null;
    return source === null
      ? []
      : [{ type: join.type, source, condition: conditions[index] ?? null }];
  });
  const from: BoundSource = closed[0] ?? { kind: 'cte', alias: '', name: '', columns: [] };
  const query: BoundQuery = {
    ctes: ctes.reverse().map((cte) => cte.bound),
    from,
    joins,
    distinct: plan.distinct === true,
    select,
    where,
    groupBy: keys,
    having,
    setOperations: setOperations.map(({ op, query: inner }) => ({ op, query: inner })),
    orderBy,
    limit: plan.limit ?? null,
    offset: plan.offset ?? null,
  };
  const columns = select.map((item, index): SourceColumn => {
    const types = [
      item.expression.type,
      ...setOperations.map((operation) => operation.columns[index]?.type ?? 'unknown'),
    ];
    return {
      name: item.name,
      type: types.reduce(commonType),
      dataType: null,
      ...(setOperations.length === 0 && item.expression.scale !== undefined
        ? { scale: item.expression.scale }
        : {}),
    };
  });
  return { query, columns };
}

/** Common tables in order; each may read those before it. The last found wins, so they come reversed. */
function bindCommonTables(binding: Binding, plan: Plan, around: Surroundings): NamedQuery[] {
  const found: NamedQuery[] = [];
  // All of them first: SQLite lets a common table read one that comes after it.
  for (const cte of plan.ctes ?? []) binding.cteNames.add(cte.name.toLowerCase());
  (plan.ctes ?? []).forEach((cte, index) => {
    const path = `${around.path}ctes[${index}]`;
    const lower = cte.name.toLowerCase();
    if ([...found, ...around.ctes].some((other) => other.bound.name.toLowerCase() === lower)) {
      binding.issues.push(
        issue(
          'INVALID_PLAN_STRUCTURE',
          `${path}.name`,
          `common table "${cte.name}" is named twice`,
          {
            found: cte.name,
          },
        ),
      );
    }
    const nested = bindQuery(binding, cte.query, {
      parent: null,
      ctes: [...found].reverse().concat(around.ctes),
      path: `${path}.query.`,
    });
    const bound: BoundCommonTable = { name: cte.name, query: nested.query };
    found.push({ bound, columns: nested.columns });
  });
  return found;
}

function checkAliases(binding: Binding, plan: Plan, path: string): void {
  const seen = new Set<string>();
  plan.tables.forEach((table, index) => {
    const lower = table.alias.toLowerCase();
    if (seen.has(lower)) {
      binding.issues.push(
        issue(
          'INVALID_PLAN_STRUCTURE',
          `${path}tables[${index}].alias`,
          `alias "${table.alias}" is given twice`,
          {
            found: table.alias,
            expected: 'an alias of its own for every table',
          },
        ),
      );
    }
    seen.add(lower);
  });
}

function bindOptionalCondition(
  binding: Binding,
  node: Plan['where'],
  path: string,
  place: Place,
): BoundExpression | null {
  if (node == null) return null;
  return readCondition(binding, bindExpression(binding, node, path, place), path);
}

function checkWidth(
  binding: Binding,
  select: readonly BoundSelectItem[],
  columns: readonly SourceColumn[],
  path: string,
): void {
  if (select.length !== columns.length) {
    binding.issues.push(
      issue(
        'INVALID_PLAN_STRUCTURE',
        path,
        `gives ${columns.length} columns where the first query gives ${select.length}`,
        {
          found: `${columns.length}`,
          expected: `${select.length}`,
        },
      ),
    );
    return;
  }
  select.forEach((item, index) => {
    const other = columns[index];
    const families = [familyOf(item.expression.type), familyOf(other?.type ?? 'unknown')];
    if (families[0] === families[1] || families.includes('any')) return;
    binding.issues.push(
      issue(
        'TYPE_MISMATCH',
        path,
        `column ${index + 1} is ${other?.type}, in the first query ${item.expression.type}`,
        {
          found: other?.type ?? null,
          expected: item.expression.type,
          suggestion: 'CAST one of them',
        },
      ),
    );
  });
}

interface Ordered {
  readonly select: readonly BoundSelectItem[];
  readonly orderBy: BoundQuery['orderBy'];
  readonly isCombined: boolean;
}

/** ORDER BY of a distinct or combined query sees only what is selected; LIMIT wants an order; OFFSET needs one. */
function checkOrder(
  binding: Binding,
  plan: Plan,
  { select, orderBy, isCombined }: Ordered,
  path: string,
): void {
  if (plan.offset != null && orderBy.length === 0) {
    binding.issues.push(
      issue(
        'INVALID_PLAN_STRUCTURE',
        `${path}offset`,
        'offset without order_by skips rows nobody chose',
        {
          found: String(plan.offset),
          expected: 'order_by',
        },
      ),
    );
  }
  const selected = new Set(select.map((item) => expressionKey(item.expression)));
  if (plan.distinct === true || isCombined) {
    orderBy.forEach((item, index) => {
      if (item.expression === unbound || selected.has(expressionKey(item.expression))) return;
      const names = select.map((entry) => entry.name);
      binding.issues.push(
        issue(
          'INVALID_PLAN_STRUCTURE',
          `${path}order_by[${index}].expr`,
          `a ${isCombined ? 'combined' : 'distinct'} query is ordered by what it selects`,
          {
            expected: names.join(', '),
            suggestion:
              item.expression.kind === 'column'
                ? (nearest(item.expression.name, names) ?? null)
                : null,
          },
        ),
      );
    });
  }
  if (plan.limit == null) return;
  const decides = orderBy.some((item) => item.expression.kind !== 'literal');
  const isOneRow =
    (plan.group_by ?? []).length === 0 &&
    select.every(
      (item) =>
        item.expression.kind === 'call' &&
        item.expression.name in { COUNT: 1, SUM: 1, AVG: 1, MIN: 1, MAX: 1 },
    );
  if (decides || isOneRow || plan.limit === 0) return;
  binding.issues.push(
    issue(
      'UNORDERED_LIMIT',
      `${path}limit`,
      orderBy.length === 0
        ? `limit ${plan.limit} without order_by: which rows stay is nobody's choice`
        : `limit ${plan.limit} under an order_by that decides nothing`,
      { severity: 'warning', found: String(plan.limit), expected: 'order_by' },
    ),
  );
}
