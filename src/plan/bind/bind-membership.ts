import type { BoundExpression } from '../bound-plan.ts';
import { listNames } from '../functions.ts';
import { issue } from '../issue.ts';
import type { Plan, PlanExpression } from '../plan.ts';
import { familyOf } from '../value-type.ts';
import { describeType } from './align-types.ts';
import { bindExpression, type NestedQuery, type Place } from './bind-expression.ts';
import { type Binding, reportStructure, type SourceColumn, unbound } from './binding.ts';
import { align } from './bound-values.ts';

/** The right side of IN: a list function, a query, or one bare value. */
export function bindIn(
  binding: Binding,
  left: BoundExpression,
  right: PlanExpression,
  isNegated: boolean,
  path: string,
  place: Place,
): BoundExpression {
  if (right.kind === 'subquery') {
    return inQuery(binding, left, right.query, isNegated, `${path}.query`, place);
  }
  const isList = right.kind === 'func' && listNames.includes(right.func_name.toUpperCase());
  const nodes = isList ? (right.args ?? []) : [right];
  if (nodes.length === 0) {
    reportStructure(binding, path, 'an IN list needs at least one value');
    return unbound;
  }
  const values = nodes.map((node, index) =>
    bindExpression(binding, node, isList ? `${path}.args[${index}]` : path, place),
  );
  return inList(binding, left, values, isNegated, path);
}

export function inList(
  binding: Binding,
  expression: BoundExpression,
  values: readonly BoundExpression[],
  isNegated: boolean,
  path: string,
): BoundExpression {
  let left = expression;
  const aligned = values.map((value) => {
    const sides = align(binding, left, value, path);
    left = sides.left;
    return sides.right;
  });
  return { kind: 'inList', type: 'boolean', negated: isNegated, expression: left, values: aligned };
}

export function inQuery(
  binding: Binding,
  left: BoundExpression,
  plan: Plan,
  isNegated: boolean,
  path: string,
  place: Place,
): BoundExpression {
  const nested = place.bindQuery(plan, place.frame, path);
  const column = onlyColumn(binding, nested, path);
  const families = [familyOf(left.type), familyOf(column.type)];
  if (families[0] !== families[1] && !families.includes('any')) {
    binding.issues.push(
      issue('TYPE_MISMATCH', path, `${describeType(left)} cannot be among ${column.type} values`, {
        found: left.type,
        expected: column.type,
      }),
    );
  }
  return {
    kind: 'inQuery',
    type: 'boolean',
    negated: isNegated,
    expression: left,
    query: nested.query,
  };
}

export function onlyColumn(binding: Binding, nested: NestedQuery, path: string): SourceColumn {
  const [column] = nested.columns;
  if (column === undefined || nested.columns.length !== 1) {
    reportStructure(
      binding,
      path,
      `a query here gives one column, this one gives ${nested.columns.length}`,
    );
    return { name: '', type: 'unknown', dataType: null };
  }
  return column;
}
