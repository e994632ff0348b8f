import type { LiteralValue } from '../../expression/index.ts';
import type { BoundExpression, BoundLiteral } from '../bound-plan.ts';
import { issue } from '../issue.ts';
import { commonType, familyOf, type ValueType } from '../value-type.ts';
import { alignTypes, describeType, readLiteral } from './align-types.ts';
import { readText } from './bind-call.ts';
import { type Binding, unbound } from './binding.ts';

/** A literal with its type; a number keeps its digits. */
export function bindLiteral(value: LiteralValue | null): BoundLiteral {
  if (value === null) return { kind: 'literal', type: 'null', text: '' };
  if (typeof value === 'string') return { kind: 'literal', type: 'text', text: value };
  if (typeof value === 'boolean') return { kind: 'literal', type: 'boolean', text: String(value) };
  const text =
    typeof value === 'object'
      ? '$decimal' in value
        ? value.$decimal
        : value.$float
      : String(value);
  const isWhole = /^[-+]?\d+$/.test(text);
  const fraction = /^[-+]?\d*\.(\d+)$/.exec(text)?.[1];
  return {
    kind: 'literal',
    type: isWhole ? 'integer' : 'decimal',
    text: text.replace(/^\+/, ''),
    ...(isWhole ? { scale: 0 } : fraction === undefined ? {} : { scale: fraction.length }),
  };
}

/** A condition: what is a number counts as true where it is not 0. */
export function readCondition(
  binding: Binding,
  expression: BoundExpression,
  path: string,
): BoundExpression {
  const family = familyOf(expression.type);
  if (expression.type === 'boolean' || expression.type === 'null') return expression;
  if (family === 'number') {
    return {
      kind: 'comparison',
      type: 'boolean',
      op: '!=',
      left: expression,
      right: { kind: 'literal', type: 'integer', text: '0' },
    };
  }
  if (family === 'any') return expression;
  binding.issues.push(
    issue('TYPE_MISMATCH', path, `${describeType(expression)} is no condition`, {
      found: expression.type,
      expected: 'a comparison',
    }),
  );
  return unbound;
}

/** Branches of one value: literals take the common type; where there is none, all are text. */
export function unify(branches: readonly BoundExpression[]): BoundExpression[] {
  const typed = branches.filter((branch) => branch.kind !== 'literal');
  const type = (typed.length > 0 ? typed : branches).reduce<ValueType>(
    (found, branch) => commonType(found, branch.type),
    'null',
  );
  const read = branches.map((branch) =>
    branch.kind === 'literal' ? readLiteral(branch, type) : branch,
  );
  if (familyOf(type) !== 'text' && read.every((branch) => typeof branch !== 'string')) {
    return read as BoundExpression[];
  }
  return branches.map(readText);
}

/** The type of a value that is one of these branches. */
export function typeOfAll(branches: readonly BoundExpression[]): {
  type: ValueType;
  scale?: number;
} {
  const type = branches.reduce<ValueType>(
    (found, branch) => commonType(found, branch.type),
    'null',
  );
  const scales = branches.map((branch) => (branch.type === 'null' ? 0 : branch.scale));
  return scales.every((scale) => scale !== undefined)
    ? { type, scale: Math.max(0, ...scales) }
    : { type };
}

/** Both sides of a comparison made comparable, or a TYPE_MISMATCH. */
export function align(
  binding: Binding,
  left: BoundExpression,
  right: BoundExpression,
  path: string,
): { left: BoundExpression; right: BoundExpression } {
  const alignment = alignTypes(left, right);
  if (alignment.ok) return { left: alignment.left, right: alignment.right };
  binding.issues.push(
    issue(
      'TYPE_MISMATCH',
      path,
      `${describeType(left)} and ${describeType(right)} cannot be compared`,
      {
        found: alignment.found,
        expected: alignment.expected,
        suggestion: alignment.suggestion,
      },
    ),
  );
  return { left, right };
}
