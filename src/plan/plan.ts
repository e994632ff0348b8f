import { z } from 'zod';
import { createExpressionSchema, type Expression, type OrderItem } from '../expression/index.ts';

/**
 * The plan language: what a query says, as plain data, without the words of any database. Every plan
 * of version 1 is a plan; version 2 adds `ctes`, `set_operations`, queries as tables and in
 * expressions, `over`, `filter`, `between`, `in`, `exists`, `subquery`, `cast`, `nulls`. Field names
 * are the file's own (`docs/plans.md`, `docs/formats/plan.schema.json`).
 */
export interface Plan {
  readonly version?: 1 | 2 | null | undefined;
  readonly query_type?: 'READ' | null | undefined;
  readonly ctes?: readonly CommonTable[] | null | undefined;
  readonly distinct?: boolean | null | undefined;
  /** The first is FROM; the others are attached by `joins`. */
  readonly tables: readonly TableReference[];
  readonly joins?: readonly Join[] | null | undefined;
  readonly select_items: readonly SelectItem[];
  readonly where?: PlanExpression | null | undefined;
  readonly group_by?: readonly { readonly expr: PlanExpression }[] | null | undefined;
  readonly having?: PlanExpression | null | undefined;
  /** Combined with the rows so far, one after the other; `order_by` and `limit` come last. */
  readonly set_operations?: readonly SetOperation[] | null | undefined;
  readonly order_by?: readonly PlanOrderItem[] | null | undefined;
  readonly limit?: number | null | undefined;
  readonly offset?: number | null | undefined;
  readonly reasoning?: string | null | undefined;
}

export type PlanExpression = Expression<Plan>;
export type PlanOrderItem = OrderItem<Plan>;

/** A query with a name, for use as a table of the plan and of the common tables after it. */
export interface CommonTable {
  readonly name: string;
  readonly query: Plan;
}

/** A table, a common table, or a query, under an alias that nothing else of the plan has. */
export interface TableReference {
  readonly name?: string | null | undefined;
  readonly schema_name?: string | null | undefined;
  readonly database?: string | null | undefined;
  readonly query?: Plan | null | undefined;
  readonly alias: string;
}

export const joinTypes = ['inner', 'left', 'right', 'full', 'cross'] as const;
export type JoinType = (typeof joinTypes)[number];

export interface Join {
  readonly left_alias: string;
  readonly right_alias: string;
  readonly join_type?: JoinType | null | undefined;
  /** Absent only for a cross join. */
  readonly condition?: PlanExpression | null | undefined;
}

export interface SelectItem {
  readonly expr: PlanExpression;
  readonly alias?: string | null | undefined;
}

export const setOperators = ['union', 'union_all', 'intersect', 'except'] as const;
export type SetOperator = (typeof setOperators)[number];

export interface SetOperation {
  readonly op: SetOperator;
  readonly query: Plan;
}

const nestedPlan: z.ZodType<Plan> = z.lazy(() => planSchema);

const expressionSchema = createExpressionSchema(nestedPlan);

const joinSchema = z
  .strictObject({
    left_alias: z.string(),
    right_alias: z.string(),
    join_type: z.enum(joinTypes).nullish(),
    condition: expressionSchema.nullish(),
  })
  .refine((join) => (join.join_type === 'cross') === (join.condition == null), {
    message: 'a join needs a condition, a cross join has none',
  });

const tableSchema = z
  .strictObject({
    name: z.string().min(1).nullish(),
    schema_name: z.string().nullish(),
    database: z.string().nullish(),
    query: nestedPlan.nullish(),
    alias: z.string().min(1, 'a table needs an alias'),
  })
  .refine((table) => (table.name == null) !== (table.query == null), {
    message: 'a table needs either a name or a query',
  });

const rowCount = (word: string) => z.int().nonnegative(`${word} must be 0 or more`).nullish();

/** The schema behind `parsePlan` and `docs/formats/plan.schema.json`. */
export const planSchema: z.ZodType<Plan> = z
  .strictObject({
    version: z.union([z.literal(1), z.literal(2)]).nullish(),
    query_type: z.literal('READ').nullish(),
    ctes: z.array(z.strictObject({ name: z.string().min(1), query: nestedPlan })).nullish(),
    distinct: z.boolean().nullish(),
    tables: z.array(tableSchema).min(1, 'a plan needs at least one table'),
    joins: z.array(joinSchema).nullish(),
    select_items: z
      .array(z.strictObject({ expr: expressionSchema, alias: z.string().min(1).nullish() }))
      .min(1, 'a plan needs at least one select item'),
    where: expressionSchema.nullish(),
    group_by: z.array(z.strictObject({ expr: expressionSchema })).nullish(),
    having: expressionSchema.nullish(),
    set_operations: z
      .array(z.strictObject({ op: z.enum(setOperators), query: nestedPlan }))
      .nullish(),
    order_by: z
      .array(
        z.strictObject({
          expr: expressionSchema,
          direction: z.enum(['asc', 'desc']).nullish(),
          nulls: z.enum(['first', 'last']).nullish(),
        }),
      )
      .nullish(),
    limit: rowCount('limit'),
    offset: rowCount('offset'),
    reasoning: z.string().nullish(),
  })
  .meta({ title: 'Plan' });

/** Every key of the format, for "did you mean". */
export const planKeys: readonly string[] = [
  'version',
  'query_type',
  'ctes',
  'distinct',
  'tables',
  'joins',
  'select_items',
  'where',
  'group_by',
  'having',
  'set_operations',
  'order_by',
  'limit',
  'offset',
  'reasoning',
  'name',
  'schema_name',
  'database',
  'query',
  'alias',
  'left_alias',
  'right_alias',
  'join_type',
  'condition',
  'expr',
  'direction',
  'nulls',
  'op',
  'kind',
  'value',
  'is_null',
  'column_name',
  'func_name',
  'args',
  'is_aggregate',
  'distinct',
  'filter',
  'over',
  'partition_by',
  'frame',
  'left',
  'right',
  'whens',
  'result',
  'else_expr',
  'low',
  'high',
  'values',
  'negated',
  'type',
];
