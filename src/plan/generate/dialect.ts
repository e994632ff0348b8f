import type { CastType } from '../../expression/index.ts';
import type { DialectName } from '../../sql/index.ts';
import type { BoundExpression, BoundLiteral } from '../bound-plan.ts';
import type { FunctionName } from '../functions.ts';
import type { Sql } from './sql-fragment.ts';

/** An expression with its SQL, so that a rule may look at type and value. */
export interface Operand {
  readonly sql: Sql;
  readonly expression: BoundExpression;
}

type AggregateName = 'COUNT' | 'SUM' | 'AVG' | 'MIN' | 'MAX';
type WindowName =
  | 'ROW_NUMBER'
  | 'RANK'
  | 'DENSE_RANK'
  | 'PERCENT_RANK'
  | 'CUME_DIST'
  | 'NTILE'
  | 'LAG'
  | 'LEAD'
  | 'FIRST_VALUE'
  | 'LAST_VALUE';

/** Functions of one row's values. */
export type ScalarName = Exclude<FunctionName, AggregateName | WindowName>;

export type ScalarRule = (args: readonly Operand[]) => Sql;

/**
 * How one database says what a plan means. Everything that differs is here, as data or as a small
 * rule; the shared generator asks and never looks at the name. `docs/plans.md` has the meanings.
 */
export interface Dialect {
  readonly name: DialectName;
  /** Where NULL sorts without being told: `smallest` is what plans mean. */
  readonly nullOrder: 'smallest' | 'keywords' | 'smallest-without-keywords';
  /** Whether FILTER (WHERE …) is known; else the condition moves into the argument. */
  readonly aggregateFilter: 'native' | 'case';
  /** The LIMIT that an OFFSET alone needs here, or null. */
  readonly unlimited: string | null;
  readonly fullJoin: 'native' | 'union';
  /** How DISTINCT and set operations tell texts apart: by the column's collation here, or by a key of ours. */
  readonly textSets: 'collated' | 'keyed';
  /** A literal inside the text, for places where a parameter would not equal itself. */
  readonly quoteText: (text: string) => string;
  /** A literal date or time; `value` is the text as SQL. */
  readonly temporalLiteral: (literal: BoundLiteral, text: (value: string) => Sql) => Sql;
  /** A text literal away from a comparison, where its type must be told. */
  readonly typedText: (text: Sql) => Sql;
  /** A text as what equality must look at: every code point, nothing else. */
  readonly equalityKey: (operand: Operand) => Sql;
  /** A text as what order must look at. */
  readonly orderKey: (operand: Operand) => Sql;
  /** The text again, from an order key. */
  readonly fromKey: (key: Sql, operand: Operand) => Sql;
  /** What GROUP BY takes of a text: its equality key, or the value too so that it may be selected. */
  readonly groupKeys: 'key' | 'value-and-key';
  /** Whether the entries of a WITH inside a query see the common tables around it. */
  readonly innerWith: 'sees-outer' | 'misses-outer';
  /**
   * What keeps a database from trying a query's own conditions on rows a filter hides: one that fails
   * there would tell of them. Stands at the end of the filtered table.
   */
  readonly filterFence: '' | ' OFFSET 0';
  /** Whether a query in IN may have a LIMIT, or must be wrapped. */
  readonly limitInSubquery: 'native' | 'wrapped';
  /** A selected text of a DISTINCT query, where `textSets` is `collated`; ORDER BY must see the same. */
  readonly distinctText: (operand: Operand) => Sql;
  /** A selected text of a set operation, where `textSets` is `collated`. */
  readonly setText: (operand: Operand) => Sql;
  /** The two sides of a comparison of dates. */
  readonly temporalSides: (left: Operand, right: Operand) => readonly [Sql, Sql];
  readonly arithmetic: Readonly<
    Record<'+' | '-' | '*' | '/' | '%', (left: Operand, right: Operand) => Sql>
  >;
  readonly concat: (parts: readonly Sql[]) => Sql;
  readonly like: (left: Operand, right: Operand, pattern: string | null) => Sql;
  /** Equality that knows NULL. */
  readonly same: (left: Sql, right: Sql) => Sql;
  readonly average: (operand: Operand) => Sql;
  readonly casts: Readonly<Record<CastType, (operand: Operand) => Sql>>;
  readonly functions: Readonly<Record<ScalarName, ScalarRule>>;
}
