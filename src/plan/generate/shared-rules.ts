import { InternalError } from '../../errors.ts';
import type { BoundExpression } from '../bound-plan.ts';
import type { DateUnit } from '../functions.ts';
import { familyOf } from '../value-type.ts';
import type { Operand, ScalarName, ScalarRule } from './dialect.ts';
import { joinSql, type Sql, sql } from './sql-fragment.ts';

/** Rules that several databases share. */

/** A function of the same name and meaning. */
export function plain(name: string): ScalarRule {
  return (args) =>
    sql`${name}(${joinSql(
      args.map((arg) => arg.sql),
      ', ',
    )})`;
}

/** Functions that mean the same everywhere under the same name. */
export const plainFunctions = {
  COALESCE: plain('COALESCE'),
  ABS: plain('ABS'),
  CEIL: plain('CEIL'),
  FLOOR: plain('FLOOR'),
  SIGN: plain('SIGN'),
  LOWER: plain('LOWER'),
  UPPER: plain('UPPER'),
  TRIM: plain('TRIM'),
  LTRIM: plain('LTRIM'),
  RTRIM: plain('RTRIM'),
  REPLACE: plain('REPLACE'),
} satisfies Partial<Record<ScalarName, ScalarRule>>;

/** The argument at a place the binder has checked. */
export function at(args: readonly Operand[], index: number): Operand {
  const arg = args[index];
  if (arg === undefined) throw new InternalError(`a bound call lacks argument ${index + 1}`);
  return arg;
}

/** The text of a literal argument the binder has checked: a unit, a format, a number of digits. */
export function literalText(args: readonly Operand[], index: number): string {
  const { expression } = at(args, index);
  if (expression.kind === 'literal') return expression.text;
  if (expression.kind === 'negate' && expression.expression.kind === 'literal') {
    return `-${expression.expression.text}`;
  }
  throw new InternalError(`argument ${index + 1} of a bound call is no literal`);
}

export function unitOf(args: readonly Operand[]): DateUnit {
  return literalText(args, 0) as DateUnit;
}

export function isText(operand: Operand): boolean {
  return familyOf(operand.expression.type) === 'text';
}

export function isLiteral(operand: Operand): boolean {
  return operand.expression.kind === 'literal';
}

export function isInteger(operand: Operand): boolean {
  return operand.expression.type === 'integer';
}

/** `NULLIF(x, 0)`, or x where it is a number that is not 0. */
export function nullIfZero(operand: Operand): Sql {
  const { expression } = operand;
  const isSafe =
    expression.kind === 'literal' && expression.type !== 'null' && Number(expression.text) !== 0;
  return isSafe ? operand.sql : sql`NULLIF(${operand.sql}, 0)`;
}

/** Infix operators with the same meaning everywhere. */
export function infix(op: string): (left: Operand, right: Operand) => Sql {
  return (left, right) => sql`${left.sql} ${op} ${right.sql}`;
}

/**
 * Sums and products of whole numbers in 64 bits where the database would compute in the width of its
 * columns: the left side is widened unless one side is wide already.
 */
export function wideInfix(op: string, type: string): (left: Operand, right: Operand) => Sql {
  return (left, right) => {
    const isNarrow =
      isInteger(left) && isInteger(right) && !isWide(left.expression) && !isWide(right.expression);
    return isNarrow
      ? sql`CAST(${left.sql} AS ${type}) ${op} ${right.sql}`
      : sql`${left.sql} ${op} ${right.sql}`;
  };
}

function isWide(expression: BoundExpression): boolean {
  switch (expression.kind) {
    case 'column':
      return /big|int8|int64|hugeint/i.test(expression.dataType ?? 'bigint');
    case 'arithmetic':
      return true;
    case 'call':
      return expression.name === 'COUNT' || expression.name === 'SUM';
    case 'cast':
      return expression.expression.type !== 'boolean';
    default:
      return false;
  }
}

/** `STRFTIME` format split into its letters and the texts between them. */
export function formatPieces(
  format: string,
): { readonly letter?: string; readonly text?: string }[] {
  return [...format.matchAll(/%(.)|([^%]+)/gs)].map((match) =>
    match[1] === undefined
      ? { text: match[2] ?? '' }
      : match[1] === '%'
        ? { text: '%' }
        : { letter: match[1] },
  );
}

/** Nested so that every argument takes its turn where another is null: `GREATEST` that ignores NULL. */
export function ignoringNulls(args: readonly Sql[]): Sql[] {
  if (args.length === 1) return [...args];
  return args.map((_, index) => {
    const turned = [...args.slice(index), ...args.slice(0, index)];
    return sql`COALESCE(${joinSql(turned, ', ')})`;
  });
}

/** Whether a unit looks inside a day, so that its result is a timestamp. */
export function isInsideDay(unit: DateUnit): boolean {
  return unit === 'hour' || unit === 'minute' || unit === 'second';
}

/** Single quotes doubled. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
