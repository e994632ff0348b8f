import { assertNever } from '../../errors.ts';
import type { BoundExpression, BoundOrderItem, BoundQuery } from '../bound-plan.ts';
import { listNames, ruleOf } from '../functions.ts';
import { issue } from '../issue.ts';
import type { Plan, PlanExpression, PlanOrderItem } from '../plan.ts';
import { commonType, familyOf } from '../value-type.ts';
import { describeType } from './align-types.ts';
import { bindCall, readNumber, readText } from './bind-call.ts';
import { bindColumn } from './bind-column.ts';
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

function bindFunction(
  binding: Binding,
  node: Extract<PlanExpression, { kind: 'func' }>,
  path: string,
  place: Place,
): BoundExpression {
  // Inside an aggregate there is no further aggregate; inside a window call the rest is as outside.
  const isWindow = node.over != null;
  const inner: Place = { ...place, aggregates: isWindow && place.aggregates, windows: false };
  const call = bindCall(binding, node, path, {
    bind: (arg, argPath) => {
      const rule = findRule(node.func_name);
      const isOuter = rule === 'scalar';
      return bindExpression(binding, arg, argPath, isOuter ? place : inner);
    },
  });
  if (call === null) return unbound;
  const rule = ruleOf(call.name);
  const args = rule.reads.includes('same') ? unify(call.args) : call.args;
  const unified = args === call.args ? call : { ...call, args, ...typeOfAll(args) };
  const withType =
    call.name === 'NULLIF' ? { ...unified, type: args[0]?.type ?? 'unknown' } : unified;
  if (rule.kind === 'scalar') {
    if (isWindow || node.filter != null) {
      structure(binding, path, `${call.name} is no aggregate and takes neither over nor filter`);
    }
    return withType;
  }
  if (isWindow ? !place.windows : !place.aggregates || rule.kind === 'window') {
    const what = isWindow
      ? 'a window function'
      : rule.kind === 'window'
        ? `${call.name} without over`
        : `the aggregate ${call.name}`;
    structure(binding, path, `${what} cannot stand in ${place.words}`);
    return unbound;
  }
  if (node.filter != null && rule.kind === 'window') {
    structure(binding, `${path}.filter`, `${call.name} takes no filter`);
  }
  const filter =
    node.filter == null
      ? null
      : readCondition(
          binding,
          bindExpression(binding, node.filter, `${path}.filter`, inner),
          `${path}.filter`,
        );
  const filtered = { ...withType, filter };
  if (node.over == null) return filtered;
  if (call.distinct) structure(binding, path, 'a window function takes no distinct');
  const over = node.over;
  if (rule.kind === 'window' && (over.order_by ?? []).length === 0) {
    structure(
      binding,
      `${path}.over`,
      `${call.name} needs over.order_by; else its rows have no order`,
    );
  }
  return {
    kind: 'window',
    type: filtered.type,
    scale: filtered.scale,
    call: filtered,
    partitionBy: (over.partition_by ?? []).map((item, index) =>
      bindExpression(binding, item, `${path}.over.partition_by[${index}]`, inner),
    ),
    orderBy: bindOrder(binding, over.order_by ?? [], `${path}.over.order_by`, inner),
    frame: over.frame ?? null,
  };
}

function findRule(name: string): 'scalar' | 'other' {
  return /^(?:COUNT|SUM|AVG|MIN|MAX|LAG|LEAD|FIRST_VALUE|LAST_VALUE|NTILE)$/i.test(name)
    ? 'other'
    : 'scalar';
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

function bindBinary(
  binding: Binding,
  node: Extract<PlanExpression, { kind: 'binary' }>,
  path: string,
  place: Place,
): BoundExpression {
  const { op } = node;
  if (op === 'NOT') {
    structure(binding, path, 'NOT takes one operand: {kind: unary, op: NOT, expr: …}');
    return unbound;
  }
  const left = bindExpression(binding, node.left, `${path}.left`, place);
  if (op === 'IN' || op === 'NOT IN') {
    return bindIn(binding, left, node.right, op === 'NOT IN', `${path}.right`, place);
  }
  const right = bindExpression(binding, node.right, `${path}.right`, place);
  switch (op) {
    case 'AND':
    case 'OR':
      return {
        kind: 'logic',
        type: 'boolean',
        op,
        left: readCondition(binding, left, `${path}.left`),
        right: readCondition(binding, right, `${path}.right`),
      };
    case '=':
    case '!=':
    case '<':
    case '>':
    case '<=':
    case '>=': {
      const sides = align(binding, left, right, path);
      return { kind: 'comparison', type: 'boolean', op, ...sides };
    }
    case 'IS':
    case 'IS NOT': {
      const sides = align(binding, left, right, path);
      return { kind: 'same', type: 'boolean', negated: op === 'IS NOT', ...sides };
    }
    case 'LIKE':
    case 'NOT LIKE':
      return {
        kind: 'like',
        type: 'boolean',
        negated: op === 'NOT LIKE',
        left: readText(left),
        right: readText(right),
      };
    case '||':
      return concat([left, right]);
    case '+':
      if (familyOf(left.type) === 'text' || familyOf(right.type) === 'text') {
        return concat([left, right]);
      }
      return arithmetic(binding, op, left, right, path);
    case '-':
    case '*':
    case '/':
    case '%':
      return arithmetic(binding, op, left, right, path);
    default:
      return assertNever(op);
  }
}

function concat(sides: readonly BoundExpression[]): BoundExpression {
  const parts = sides.flatMap((side) => (side.kind === 'concat' ? side.parts : [readText(side)]));
  return { kind: 'concat', type: 'text', parts };
}

function arithmetic(
  binding: Binding,
  op: '+' | '-' | '*' | '/' | '%',
  left: BoundExpression,
  right: BoundExpression,
  path: string,
): BoundExpression {
  const a = readNumber(binding, left, `${path}.left`);
  const b = readNumber(binding, right, `${path}.right`);
  const type =
    op === '/'
      ? commonType(a.type, b.type) === 'float'
        ? 'float'
        : 'decimal'
      : commonType(a.type, b.type);
  const scale =
    a.scale === undefined || b.scale === undefined || op === '/'
      ? undefined
      : op === '*'
        ? a.scale + b.scale
        : Math.max(a.scale, b.scale);
  return { kind: 'arithmetic', type, scale, op, left: a, right: b };
}

/** The right side of IN: a list function, a query, or one bare value. */
function bindIn(
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
    structure(binding, path, 'an IN list needs at least one value');
    return unbound;
  }
  const values = nodes.map((node, index) =>
    bindExpression(binding, node, isList ? `${path}.args[${index}]` : path, place),
  );
  return inList(binding, left, values, isNegated, path);
}

function inList(
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

function inQuery(
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

function onlyColumn(binding: Binding, nested: NestedQuery, path: string): SourceColumn {
  const [column] = nested.columns;
  if (column === undefined || nested.columns.length !== 1) {
    structure(
      binding,
      path,
      `a query here gives one column, this one gives ${nested.columns.length}`,
    );
    return { name: '', type: 'unknown', dataType: null };
  }
  return column;
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

function structure(binding: Binding, path: string, message: string): void {
  binding.issues.push(issue('INVALID_PLAN_STRUCTURE', path, message));
}
