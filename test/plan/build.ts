import type { PlanExpression } from '../../src/plan/index.ts';

/** Short words for writing plans in tests. */

export function col(name: string): PlanExpression {
  const dot = name.indexOf('.');
  return dot === -1
    ? { kind: 'column', column_name: name }
    : { kind: 'column', alias: name.slice(0, dot), column_name: name.slice(dot + 1) };
}

export function lit(value: string | number | boolean | null): PlanExpression {
  return value === null ? { kind: 'literal', is_null: true } : { kind: 'literal', value };
}

export function fn(name: string, ...args: PlanExpression[]): PlanExpression {
  return { kind: 'func', func_name: name, args };
}

export function op(
  left: PlanExpression,
  operator: Extract<PlanExpression, { kind: 'binary' }>['op'],
  right: PlanExpression,
): PlanExpression {
  return { kind: 'binary', op: operator, left, right };
}

export function and(...terms: PlanExpression[]): PlanExpression {
  return terms.reduce((left, right) => op(left, 'AND', right));
}

/** `FROM t AS t` for each name, or `['order', 'o']`. */
export function from(...tables: (string | readonly [string, string])[]) {
  return tables.map((table) =>
    typeof table === 'string' ? { name: table, alias: table } : { name: table[0], alias: table[1] },
  );
}

export function select(...expressions: PlanExpression[]) {
  return expressions.map((expr, index) => ({ expr, alias: `c${index + 1}` }));
}

export function by(...expressions: PlanExpression[]) {
  return expressions.map((expr) => ({ expr }));
}

export function join(
  left: string,
  right: string,
  type: 'inner' | 'left' | 'right' | 'full' = 'inner',
) {
  const [leftAlias = '', leftColumn = ''] = left.split('.');
  const [rightAlias = '', rightColumn = ''] = right.split('.');
  return {
    left_alias: leftAlias,
    right_alias: rightAlias,
    join_type: type,
    condition: op({ kind: 'column', alias: leftAlias, column_name: leftColumn }, '=', {
      kind: 'column',
      alias: rightAlias,
      column_name: rightColumn,
    }),
  };
}
