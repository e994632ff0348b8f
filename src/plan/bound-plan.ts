import type { Table } from '../catalog/index.ts';
import type { CastType, FrameBound } from '../expression/index.ts';
import type { FunctionName } from './functions.ts';
import type { JoinType, SetOperator } from './plan.ts';
import type { ValueType } from './value-type.ts';

/**
 * A plan after binding: every name is a thing of the catalog that the caller may read, every node has
 * a type. Plain data; generating SQL from it needs nothing else.
 */
export interface BoundQuery {
  readonly ctes: readonly BoundCommonTable[];
  readonly from: BoundSource;
  readonly joins: readonly BoundJoin[];
  readonly distinct: boolean;
  readonly select: readonly BoundSelectItem[];
  readonly where: BoundExpression | null;
  readonly groupBy: readonly BoundExpression[];
  readonly having: BoundExpression | null;
  readonly setOperations: readonly { readonly op: SetOperator; readonly query: BoundQuery }[];
  readonly orderBy: readonly BoundOrderItem[];
  readonly limit: number | null;
  readonly offset: number | null;
}

export interface BoundCommonTable {
  readonly name: string;
  readonly query: BoundQuery;
}

/** What stands in FROM, under its alias. */
export type BoundSource =
  | {
      readonly kind: 'table';
      readonly alias: string;
      readonly table: Table;
      /** Whether the name needs no schema before it. */
      readonly isInDefaultSchema: boolean;
      /** Columns the query reads of it; filters may read more. */
      readonly columns: readonly string[];
      /** Rows the caller sees; all must hold. */
      readonly filters: readonly BoundExpression[];
    }
  | {
      readonly kind: 'cte';
      readonly alias: string;
      readonly name: string;
      readonly columns: readonly string[];
    }
  | {
      readonly kind: 'query';
      readonly alias: string;
      readonly query: BoundQuery;
      readonly columns: readonly string[];
    };

export interface BoundJoin {
  readonly type: JoinType;
  readonly source: BoundSource;
  readonly condition: BoundExpression | null;
}

export interface BoundSelectItem {
  readonly expression: BoundExpression;
  /** Unique among the items, in any case of the letters. */
  readonly name: string;
}

export interface BoundOrderItem {
  readonly expression: BoundExpression;
  readonly direction: 'asc' | 'desc';
  readonly nulls: 'first' | 'last';
}

interface Typed {
  readonly type: ValueType;
  /** Digits after the point, where they are known for sure. */
  readonly scale?: number | undefined;
}

export type BoundExpression =
  | BoundLiteral
  | BoundColumn
  | BoundCall
  | BoundWindowCall
  | (Typed & {
      readonly kind: 'arithmetic';
      readonly op: '+' | '-' | '*' | '/' | '%';
      readonly left: BoundExpression;
      readonly right: BoundExpression;
    })
  | (Typed & { readonly kind: 'concat'; readonly parts: readonly BoundExpression[] })
  | (Typed & {
      readonly kind: 'comparison';
      readonly op: '=' | '!=' | '<' | '>' | '<=' | '>=';
      readonly left: BoundExpression;
      readonly right: BoundExpression;
    })
  /** `IS` and `IS NOT`: equality that knows NULL. */
  | (Typed & {
      readonly kind: 'same';
      readonly negated: boolean;
      readonly left: BoundExpression;
      readonly right: BoundExpression;
    })
  | (Typed & {
      readonly kind: 'like';
      readonly negated: boolean;
      readonly left: BoundExpression;
      readonly right: BoundExpression;
    })
  | (Typed & {
      readonly kind: 'logic';
      readonly op: 'AND' | 'OR';
      readonly left: BoundExpression;
      readonly right: BoundExpression;
    })
  | (Typed & { readonly kind: 'not'; readonly expression: BoundExpression })
  | (Typed & { readonly kind: 'negate'; readonly expression: BoundExpression })
  | (Typed & {
      readonly kind: 'case';
      readonly whens: readonly {
        readonly condition: BoundExpression;
        readonly result: BoundExpression;
      }[];
      readonly otherwise: BoundExpression | null;
    })
  | (Typed & {
      readonly kind: 'between';
      readonly negated: boolean;
      readonly expression: BoundExpression;
      readonly low: BoundExpression;
      readonly high: BoundExpression;
    })
  | (Typed & {
      readonly kind: 'inList';
      readonly negated: boolean;
      readonly expression: BoundExpression;
      readonly values: readonly BoundExpression[];
    })
  | (Typed & {
      readonly kind: 'inQuery';
      readonly negated: boolean;
      readonly expression: BoundExpression;
      readonly query: BoundQuery;
    })
  | (Typed & { readonly kind: 'exists'; readonly negated: boolean; readonly query: BoundQuery })
  | (Typed & { readonly kind: 'scalar'; readonly query: BoundQuery })
  | (Typed & {
      readonly kind: 'cast';
      readonly expression: BoundExpression;
      readonly to: CastType;
    });

/** A number holds its digits, a date its ISO text; NULL is type `null` with an empty text. */
export interface BoundLiteral extends Typed {
  readonly kind: 'literal';
  readonly text: string;
}

export interface BoundColumn extends Typed {
  readonly kind: 'column';
  /** The alias of its source. */
  readonly source: string;
  readonly name: string;
  /** The database's own name of the type, where it is a table's column. */
  readonly dataType: string | null;
  /** Whether the values are labels of an enum type. */
  readonly isEnum?: true;
}

export interface BoundCall extends Typed {
  readonly kind: 'call';
  readonly name: FunctionName;
  readonly args: readonly BoundExpression[];
  readonly distinct: boolean;
  readonly filter: BoundExpression | null;
}

export interface BoundWindowCall extends Typed {
  readonly kind: 'window';
  readonly call: BoundCall;
  readonly partitionBy: readonly BoundExpression[];
  readonly orderBy: readonly BoundOrderItem[];
  readonly frame: {
    readonly unit: 'rows' | 'range';
    readonly start: FrameBound;
    readonly end: FrameBound;
  } | null;
}

export type BoundKind = BoundExpression['kind'];

declare const bound: unique symbol;

/** A plan that `bindPlan` found right for one catalog and one caller; only it makes one. */
export interface BoundPlan {
  readonly [bound]: true;
  readonly datasourceId: string;
  readonly query: BoundQuery;
  /** Tables whose rows a filter of the caller thins, as `schema.table`. */
  readonly filteredTables: readonly string[];
  /** Columns read, as `schema.table.column`, without those that only filters read. */
  readonly columns: readonly string[];
  readonly tables: readonly string[];
}

const keys = new WeakMap<BoundExpression, string>();

/** A text that is equal for equal expressions. */
export function expressionKey(expression: BoundExpression): string {
  if (expression.kind === 'column') return `${expression.source}\u0000${expression.name}`;
  let key = keys.get(expression);
  if (key === undefined) {
    key = JSON.stringify(expression);
    keys.set(expression, key);
  }
  return key;
}
