import { z } from 'zod';
import { binaryOperators, castTypes, type Expression, unaryOperators } from './expression.ts';

/**
 * The zod schema of expressions; `query` is the schema of what stands in a subquery, absent where none
 * is allowed. Node objects are strict: an unknown key is an error.
 */
export function createExpressionSchema<Query>(
  query: z.ZodType<Query>,
): z.ZodType<Expression<Query>> {
  const child: z.ZodType<Expression<Query>> = z.lazy(() => expression);
  const flag = z.boolean().nullish();
  const orderItem = z.strictObject({
    expr: child,
    direction: z.enum(['asc', 'desc']).nullish(),
    nulls: z.enum(['first', 'last']).nullish(),
  });
  const frameBound = z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(['unbounded_preceding', 'current_row', 'unbounded_following']) }),
    z.strictObject({ kind: z.enum(['preceding', 'following']), rows: z.int().nonnegative() }),
  ]);
  const windowSpec = z.strictObject({
    partition_by: z.array(child).nullish(),
    order_by: z.array(orderItem).nullish(),
    frame: z
      .strictObject({ unit: z.enum(['rows', 'range']), start: frameBound, end: frameBound })
      .nullish(),
  });
  const expression: z.ZodType<Expression<Query>> = z
    .discriminatedUnion('kind', [
      literalSchema,
      z.strictObject({
        kind: z.literal('column'),
        alias: z.string().nullish(),
        column_name: z.string().min(1, 'a column needs a column_name'),
      }),
      z.strictObject({
        kind: z.literal('func'),
        func_name: z.string().min(1, 'a func needs a func_name'),
        args: z.array(child).nullish(),
        is_aggregate: flag,
        distinct: flag,
        filter: child.nullish(),
        over: windowSpec.nullish(),
      }),
      z.strictObject({
        kind: z.literal('binary'),
        op: z.enum(binaryOperators),
        left: child,
        right: child,
      }),
      z.strictObject({ kind: z.literal('unary'), op: z.enum(unaryOperators), expr: child }),
      z.strictObject({
        kind: z.literal('case'),
        whens: z
          .array(z.strictObject({ condition: child, result: child }))
          .min(1, 'a case needs at least one when'),
        else_expr: child.nullish(),
      }),
      z.strictObject({
        kind: z.literal('between'),
        expr: child,
        low: child,
        high: child,
        negated: flag,
      }),
      z
        .strictObject({
          kind: z.literal('in'),
          expr: child,
          values: z.array(child).min(1, 'an IN list needs at least one value').nullish(),
          query: query.nullish(),
          negated: flag,
        })
        .refine((node) => (node.values == null) !== (node.query == null), {
          message: 'an in needs either values or a query',
        }),
      z.strictObject({ kind: z.literal('exists'), query, negated: flag }),
      z.strictObject({ kind: z.literal('subquery'), query }),
      z.strictObject({ kind: z.literal('cast'), expr: child, type: z.enum(castTypes) }),
    ])
    .meta({ title: 'Expression' });
  return expression;
}

const literalSchema = z
  .strictObject({
    kind: z.literal('literal'),
    value: z
      .union([
        z.string(),
        z.number(),
        z.bigint(),
        z.boolean(),
        z.strictObject({
          $decimal: z.string().regex(/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/),
        }),
        z.strictObject({ $float: z.string().regex(/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/) }),
      ])
      .nullish(),
    is_null: z.boolean().nullish(),
  })
  .refine((node) => (node.value == null) === (node.is_null === true), {
    message: 'a literal needs either a value or is_null: true',
  });

const noQuery = z.never({ error: 'no subquery is allowed here' });

/** Expressions without subqueries, as row filters are. */
export const filterExpressionSchema: z.ZodType<Expression<never>> = createExpressionSchema(noQuery);

/** The fields that version 1 of the format lets stand, empty, on every node. */
const legacyFields: Readonly<Record<string, readonly string[]>> = {
  literal: ['value', 'is_null'],
  column: ['alias', 'column_name'],
  func: ['func_name', 'args', 'is_aggregate', 'distinct'],
  binary: ['op', 'left', 'right'],
  unary: ['op', 'expr'],
  case: ['whens', 'else_expr'],
};
const allLegacyFields: ReadonlySet<string> = new Set(
  Object.values(legacyFields).flat().concat('expr'),
);

/** Deeper nesting is no plan a person or a model wrote, and would overflow the stack. */
const maximumDepth = 400;

/** A plan nested deeper than {@link maximumDepth}. */
export class NestingTooDeep {
  readonly maximumDepth = maximumDepth;
}

/**
 * Drops what version 1 ignored: its nodes were one flat record, so a written plan may carry the fields
 * of other kinds (`args: []` on a column). Fields it did not know stay, and are refused by the schema.
 * Returns {@link NestingTooDeep} for a value nested beyond all reason.
 */
export function withoutIdleFields(value: unknown): unknown {
  try {
    return strip(value, 0);
  } catch (trouble) {
    if (trouble instanceof NestingTooDeep) return trouble;
    throw trouble;
  }
}

function strip(value: unknown, depth: number): unknown {
  if (depth > maximumDepth) throw new NestingTooDeep();
  if (Array.isArray(value)) return value.map((item) => strip(item, depth + 1));
  if (value === null || typeof value !== 'object') return value;
  const node = value as Record<string, unknown>;
  const kind = node['kind'];
  const own =
    typeof kind === 'string' && Object.hasOwn(legacyFields, kind) ? legacyFields[kind] : undefined;
  const kept: [string, unknown][] = [];
  for (const key in node) {
    if (own && allLegacyFields.has(key) && !own.includes(key)) {
      // The one field version 1 did refuse on the wrong node.
      if (!(key === 'distinct' && node[key] === true)) continue;
    }
    kept.push([key, strip(node[key], depth + 1)]);
  }
  return Object.fromEntries(kept);
}
