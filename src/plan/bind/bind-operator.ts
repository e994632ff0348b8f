import { assertNever } from '../../errors.ts';
import type { BoundExpression } from '../bound-plan.ts';
import type { PlanExpression } from '../plan.ts';
import { commonType, familyOf } from '../value-type.ts';
import { readNumber, readText } from './bind-call.ts';
import { bindExpression, type Place } from './bind-expression.ts';
import { bindIn } from './bind-membership.ts';
import { type Binding, reportStructure, unbound } from './binding.ts';
import { align, readCondition } from './bound-values.ts';

export function bindBinary(
  binding: Binding,
  node: Extract<PlanExpression, { kind: 'binary' }>,
  path: string,
  place: Place,
): BoundExpression {
  const { op } = node;
  if (op === 'NOT') {
    reportStructure(binding, path, 'NOT takes one operand: {kind: unary, op: NOT, expr: …}');
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
