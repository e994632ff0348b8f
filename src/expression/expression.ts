/**
 * Plan expressions as a file spells them: plain frozen data, one `kind` per node, field names exactly
 * those of the plan format (`docs/plans.md`). `Query` is what stands in a subquery: a plan, or `never`
 * where no subquery is allowed (row filters).
 */

/** A number whose digits a JavaScript number would lose, or whose type it would hide. */
export type LiteralValue =
  | string
  | number
  | bigint
  | boolean
  | { readonly $decimal: string }
  | { readonly $float: string };

/** What stands between two operands. */
export const binaryOperators = [
  '=',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '||',
  'AND',
  'OR',
  'LIKE',
  'NOT LIKE',
  'IN',
  'NOT IN',
  'NOT',
  'IS',
  'IS NOT',
] as const;
export type BinaryOperator = (typeof binaryOperators)[number];

export const unaryOperators = ['NOT', '+', '-'] as const;
export type UnaryOperator = (typeof unaryOperators)[number];

/** Types a value can be converted to, the same on every database. */
export const castTypes = [
  'integer',
  'decimal',
  'float',
  'text',
  'boolean',
  'date',
  'timestamp',
] as const;
export type CastType = (typeof castTypes)[number];

export interface LiteralExpression {
  readonly kind: 'literal';
  readonly value?: LiteralValue | null | undefined;
  readonly is_null?: boolean | null | undefined;
}

export interface ColumnExpression {
  readonly kind: 'column';
  readonly alias?: string | null | undefined;
  readonly column_name: string;
}

export interface FunctionExpression<Query> {
  readonly kind: 'func';
  readonly func_name: string;
  readonly args?: readonly Expression<Query>[] | null | undefined;
  readonly is_aggregate?: boolean | null | undefined;
  readonly distinct?: boolean | null | undefined;
  /** Rows an aggregate counts: `FILTER (WHERE …)`. */
  readonly filter?: Expression<Query> | null | undefined;
  /** Makes it a window function. */
  readonly over?: WindowSpec<Query> | null | undefined;
}

export interface WindowSpec<Query> {
  readonly partition_by?: readonly Expression<Query>[] | null | undefined;
  readonly order_by?: readonly OrderItem<Query>[] | null | undefined;
  readonly frame?: WindowFrame | null | undefined;
}

/** A row offset: `unbounded`, `current`, or a number of rows. */
export type FrameBound =
  | { readonly kind: 'unbounded_preceding' | 'current_row' | 'unbounded_following' }
  | { readonly kind: 'preceding' | 'following'; readonly rows: number };

export interface WindowFrame {
  readonly unit: 'rows' | 'range';
  readonly start: FrameBound;
  readonly end: FrameBound;
}

export interface OrderItem<Query> {
  readonly expr: Expression<Query>;
  readonly direction?: 'asc' | 'desc' | null | undefined;
  /** NULL is the smallest value unless this says otherwise. */
  readonly nulls?: 'first' | 'last' | null | undefined;
}

export interface BinaryExpression<Query> {
  readonly kind: 'binary';
  readonly op: BinaryOperator;
  readonly left: Expression<Query>;
  readonly right: Expression<Query>;
}

export interface UnaryExpression<Query> {
  readonly kind: 'unary';
  readonly op: UnaryOperator;
  readonly expr: Expression<Query>;
}

export interface CaseExpression<Query> {
  readonly kind: 'case';
  readonly whens: readonly {
    readonly condition: Expression<Query>;
    readonly result: Expression<Query>;
  }[];
  readonly else_expr?: Expression<Query> | null | undefined;
}

export interface BetweenExpression<Query> {
  readonly kind: 'between';
  readonly expr: Expression<Query>;
  readonly low: Expression<Query>;
  readonly high: Expression<Query>;
  readonly negated?: boolean | null | undefined;
}

/** Membership in a list (`values`) or in the single column of a query. */
export interface InExpression<Query> {
  readonly kind: 'in';
  readonly expr: Expression<Query>;
  readonly values?: readonly Expression<Query>[] | null | undefined;
  readonly query?: Query | null | undefined;
  readonly negated?: boolean | null | undefined;
}

export interface ExistsExpression<Query> {
  readonly kind: 'exists';
  readonly query: Query;
  readonly negated?: boolean | null | undefined;
}

/** The one value of a query with one column and at most one row. */
export interface SubqueryExpression<Query> {
  readonly kind: 'subquery';
  readonly query: Query;
}

export interface CastExpression<Query> {
  readonly kind: 'cast';
  readonly expr: Expression<Query>;
  readonly type: CastType;
}

/** One node of an expression. */
export type Expression<Query> =
  | LiteralExpression
  | ColumnExpression
  | FunctionExpression<Query>
  | BinaryExpression<Query>
  | UnaryExpression<Query>
  | CaseExpression<Query>
  | BetweenExpression<Query>
  | InExpression<Query>
  | ExistsExpression<Query>
  | SubqueryExpression<Query>
  | CastExpression<Query>;

/** The kinds of expression. */
export type ExpressionKind = Expression<never>['kind'];
