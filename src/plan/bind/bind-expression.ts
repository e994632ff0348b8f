import { assertNever } from '../../errors.ts';
import type { BoundExpression, BoundOrderItem, BoundQuery } from '../bound-plan.ts';
import type { Plan, PlanExpression, PlanOrderItem } from '../plan.ts';
import { readNumber } from './bind-call.ts';
import { bindColumn } from './bind-column.ts';
import { bindFunction } from './bind-function.ts';
import { inList, inQuery, onlyColumn } from './bind-membership.ts';
import { bindBinary } from './bind-operator.ts';
import { type Binding, type Frame, type SourceColumn, unbound } from './binding.ts';
import { align, bindLiteral, readCondition, typeOfAll, unify } from './bound-values.ts';

/** Where an expression stands, and so what may be in it. */
export interface Place {
  readonly frame: Frame;
  /** What to call this place in a message: `where`, `a join condition`. */
  readonly words: string;
  readonly aggregates: boolean;
  readonly windows: boolean;
  /** Binds a query inside an expression; it may read the sources around it. */
  readonly bindQuery: (plan: Plan, frame: Frame, path: string) => NestedQuery;
}

export interface NestedQuery {
  readonly query: BoundQuery;
  readonly columns: readonly SourceColumn[];
}

/** Binds one expression. What cannot be bound is reported and stands as unknown, so the rest is looked at. */
export function bindExpression(
  binding: Binding,
  node: PlanExpression,
  path: string,
  place: Place,
): BoundExpression {
  const bind = (child: PlanExpression, field: string) =>
    bindExpression(binding, child, `${path}.${field}`, place);
  switch (node.kind) {
    case 'literal':
      return bindLiteral(node.value ?? null);
    case 'column':
      return bindColumn(binding, place.frame, node.alias ?? null, node.column_name, path);
    case 'func':
      return bindFunction(binding, node, path, place);
    case 'binary':
      return bindBinary(binding, node, path, place);
    case 'unary': {
      const operand = bind(node.expr, 'expr');
      if (node.op === 'NOT') return negated(readCondition(binding, operand, `${path}.expr`));
      const number = readNumber(binding, operand, `${path}.expr`);
      if (node.op === '+') return number;
      return { kind: 'negate', type: number.type, scale: number.scale, expression: number };
    }
    case 'case': {
      const conditions = node.whens.map((when, index) =>
        readCondition(
          binding,
          bind(when.condition, `whens[${index}].condition`),
          `${path}.whens[${index}].condition`,
        ),
      );
      const results = node.whens.map((when, index) => bind(when.result, `whens[${index}].result`));
      const otherwise = node.else_expr == null ? null : bind(node.else_expr, 'else_expr');
      const unified = unify(otherwise === null ? results : [...results, otherwise]);
      return {
        kind: 'case',
        ...typeOfAll(unified),
        whens: conditions.map((condition, index) => ({
          condition,
          result: unified[index] ?? unbound,
        })),
        otherwise: otherwise === null ? null : (unified.at(-1) ?? unbound),
      };
    }
    case 'between': {
      const expression = bind(node.expr, 'expr');
      const low = align(binding, expression, bind(node.low, 'low'), `${path}.low`);
      const high = align(binding, low.left, bind(node.high, 'high'), `${path}.high`);
      return {
        kind: 'between',
        type: 'boolean',
        negated: node.negated === true,
        expression: high.left,
        low: low.right,
        high: high.right,
      };
    }
    case 'in': {
      const expression = bind(node.expr, 'expr');
      if (node.query != null) {
        return inQuery(
          binding,
          expression,
          node.query,
          node.negated === true,
          `${path}.query`,
          place,
        );
      }
      const values = (node.values ?? []).map((value, index) => bind(value, `values[${index}]`));
      return inList(binding, expression, values, node.negated === true, `${path}.values`);
    }
    case 'exists': {
      const { query } = place.bindQuery(node.query, place.frame, `${path}.query`);
      return { kind: 'exists', type: 'boolean', negated: node.negated === true, query };
    }
    case 'subquery': {
      const nested = place.bindQuery(node.query, place.frame, `${path}.query`);
      const column = onlyColumn(binding, nested, `${path}.query`);
      return { kind: 'scalar', type: column.type, scale: column.scale, query: nested.query };
    }
    case 'cast': {
      const expression = bind(node.expr, 'expr');
      return { kind: 'cast', type: node.type, expression, to: node.type };
    }
    default:
      return assertNever(node);
  }
}

export function bindOrder(
  binding: Binding,
  items: readonly PlanOrderItem[],
  path: string,
  place: Place,
): BoundOrderItem[] {
  return items.map((item, index) => {
    const direction = item.direction ?? 'asc';
    return {
      expression: bindExpression(binding, item.expr, `${path}[${index}].expr`, place),
      direction,
      nulls: item.nulls ?? (direction === 'asc' ? 'first' : 'last'),
    };
  });
}

function negated(expression: BoundExpression): BoundExpression {
  switch (expression.kind) {
    case 'same':
    case 'like':
    case 'between':
    case 'inList':
    case 'inQuery':
    case 'exists':
      return { ...expression, negated: !expression.negated };
    default:
      return { kind: 'not', type: 'boolean', expression };
  }
}
