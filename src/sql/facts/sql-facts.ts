import type { DialectName } from '../dialect.ts';
import type { Reason } from '../guard/reason.ts';
import type { OrderKey } from '../query-tail.ts';
import type { ColumnRead, TableName } from './reads.ts';

/** What a statement reads, in the parts a scope decides by. */
export interface StatementReads {
  /** False when some part of the text could not be resolved: then more may be read than is listed. */
  readonly isComplete: boolean;
  /** Tables and views the text names, CTEs never among them. */
  readonly tables: readonly (TableName & { readonly isView: boolean })[];
  /** Columns it reads anywhere of those tables and views. */
  readonly columns: readonly ColumnRead[];
  /** Names of tables, columns or functions that the catalog does not know. */
  readonly unknownNames: readonly string[];
  /** Functions of the database's own schemas, which may read anything, and what tells of its objects. */
  readonly catalogFunctions: readonly string[];
}

/** A key of the query's own ORDER BY, and the output column it is (from 0), where that is known. */
export interface ResolvedOrderKey extends OrderKey {
  readonly position: number | 'unknown';
}

/** What the lint asks of a query's shape. */
export interface QueryShape {
  /** `COUNT(CASE … ELSE 0 END)`: counts every row. */
  readonly countsElse: boolean;
  /** Joins (also by comma) that no condition ties together, as tables or aliases. */
  readonly joinsWithoutKey: readonly string[];
  /** Output names that occur twice. */
  readonly duplicateOutputs: readonly string[];
  readonly isDistinct: boolean;
  readonly isAggregate: boolean;
}

/** Facts of one statement. */
export interface StatementFacts {
  /** `select`, `with`, `values`, `table`, `explain`, `show`, …: the word it begins with. */
  readonly kind: string;
  readonly text: string;
  readonly readOnly: boolean;
  readonly reasons: readonly Reason[];
  /** Every table and view it names, and the tables behind views; `schema.table` as the catalog spells it. */
  readonly tables: readonly string[];
  /** Every column it reads anywhere, `schema.table.column`; columns behind views too. */
  readonly columns: readonly string[];
  readonly orderBy: readonly ResolvedOrderKey[];
  readonly limit: number | null;
  /** What was written for the limit where it is no plain number. */
  readonly limitText?: string;
  /** Names of the result columns; null where they are not known. */
  readonly outputs: readonly string[] | null;
  readonly reads: StatementReads;
  readonly shape: QueryShape | null;
}

/** Facts of a SQL text. */
export interface SqlFacts {
  readonly dialect: DialectName;
  /** Whether the whole text may be run: one statement that only reads. */
  readonly readOnly: boolean;
  readonly reasons: readonly Reason[];
  readonly tables: readonly string[];
  readonly columns: readonly string[];
  readonly statements: readonly StatementFacts[];
}
