/** Plans as plain data, in the plan language's own field names; the plan's owner checks them. */
export type PlanData = Readonly<Record<string, unknown>>;

export function column(alias: string, name: string): PlanData {
  return { kind: 'column', alias, column_name: name };
}

export const everyRow: PlanData = { kind: 'column', column_name: '*' };

export function aggregate(name: string, argument: PlanData, isDistinct = false): PlanData {
  return {
    kind: 'func',
    func_name: name,
    is_aggregate: true,
    ...(isDistinct ? { distinct: true } : {}),
    args: [argument],
  };
}

export function countRows(): PlanData {
  return aggregate('COUNT', everyRow);
}

export function call(name: string, ...args: readonly PlanData[]): PlanData {
  return { kind: 'func', func_name: name, args };
}

export function literal(value: string | number): PlanData {
  return { kind: 'literal', value };
}

export function binary(op: string, left: PlanData, right: PlanData): PlanData {
  return { kind: 'binary', op, left, right };
}

export function isNull(expression: PlanData): PlanData {
  return binary('IS', expression, { kind: 'literal', is_null: true });
}

export function isNotNull(expression: PlanData): PlanData {
  return binary('IS NOT', expression, { kind: 'literal', is_null: true });
}

export function select(expr: PlanData, alias: string): PlanData {
  return { expr, alias };
}

export function table(name: string, schema: string, alias: string): PlanData {
  return { name, schema_name: schema, alias };
}

export function ascending(expr: PlanData): PlanData {
  return { expr, direction: 'asc' };
}

export function descending(expr: PlanData): PlanData {
  return { expr, direction: 'desc' };
}
