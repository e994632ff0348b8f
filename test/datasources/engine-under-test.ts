import type { Cell } from '../../src/catalog/index.ts';
import type { DatasourceSpec } from '../../src/datasources/index.ts';

/**
 * What a database tells the conformance suite about itself. Everything is stated: what an engine
 * cannot have is `never`, with the statement that proves it and the engine's own error.
 */
export interface EngineUnderTest {
  readonly name: string;
  /** A database of its own, made by these statements. Rejects with the engine's error. */
  readonly createDatabase: (statements: readonly string[]) => Promise<TestDatabase>;
  /** Where no database is: opening works, `introspect` and `execute` say what is missing. */
  readonly missing: () => Promise<{ readonly spec: DatasourceSpec; readonly error: RegExp }>;
  /** The n-th placeholder, from 1. */
  readonly placeholder: (position: number) => string;
  /** A query of this many rows, its only column the numbers from 1 on, in order. */
  readonly rowsSql: (count: number) => string;
  /** An expression: a text (without quotes in it) so many times over. */
  readonly repeatSql: (text: string, times: number) => string;
  /** A query that would run for minutes. Several, where they are stopped by different means. */
  readonly runaways: readonly NamedSql[];
  /** What the attacks need besides `item`. */
  readonly attackSetup?: readonly string[];
  /** Statements that try to write or to reach beyond the data. Tables `item(id, name)` exist. */
  readonly attacks: readonly NamedSql[];
  /** Statements that look odd and only read. */
  readonly harmless: readonly NamedSql[];
  /** One value of every type: the expression and the cell it must come back as. */
  readonly values: readonly TypedValue[];
  /** Parameters: the cell that goes in, cast where the engine needs it, and the cell that comes back. */
  readonly parameters: readonly ParameterCase[];
  readonly facts: { readonly [Name in FactName]: Declared };
}

export interface TestDatabase {
  readonly spec: DatasourceSpec;
  /** Changes when anything that is stored changes; compared before and after the attacks. */
  readonly fingerprint: () => Promise<string>;
  readonly drop: () => Promise<void>;
}

export interface NamedSql {
  readonly name: string;
  readonly sql: string;
}

export interface TypedValue {
  readonly name: string;
  /** An expression, selected alone. */
  readonly sql: string;
  readonly cell: Cell;
  /** The column's type as the result names it, where it is stated. */
  readonly type?: string;
}

export interface ParameterCase {
  readonly cell: Cell;
  /** What is selected, with `$` where the placeholder goes; default `$`. */
  readonly sql?: string;
  readonly result: Cell;
}

/** How an engine makes the thing a fact is about, or that it never has it. */
export type Declared =
  | {
      readonly setup: readonly string[];
      /** Type names as this engine spells them, where the fact asks for one. */
      readonly dataType?: string;
      /** False where the engine names keys itself and forgets the name it was given. */
      readonly keepsKeyNames?: false;
    }
  | { readonly never: string; readonly error: RegExp };

/** The facts of introspection; `introspection-facts.ts` says what each expects of the catalog. */
export type FactName =
  | 'a primary key of two columns in its order'
  | 'a composite key stays one key, in its order'
  | 'a key of a table to itself'
  | 'keys in a circle'
  | 'the same constraint name on two tables'
  | 'a key that names no columns means the primary key'
  | 'a key to a missing table'
  | 'a key into another schema'
  | 'the same table in two schemas'
  | 'a view with its definition and columns'
  | 'a broken view is named and not fatal'
  | 'a materialized view'
  | 'a partitioned table is one table'
  | 'an inherited table is part of its parent'
  | 'a foreign table'
  | 'a virtual table without its shadow tables'
  | 'comments on a table and a column'
  | 'a comment on a view'
  | 'the labels of an enum'
  | 'a domain'
  | 'an array'
  | 'a struct'
  | 'a map'
  | 'a generated column'
  | 'an identity column'
  | 'a dropped column is gone'
  | 'nullable and not'
  | 'names with spaces, quotes, dots, dashes and other scripts'
  | 'a name with an emoji'
  | 'two names that differ by case only'
  | 'a table the login may not read'
  | 'a table without columns'
  | 'an empty database'
  | 'temporary and system tables never appear'
  | 'a very wide table'
  | 'five thousand tables';
