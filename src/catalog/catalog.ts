/** The shape of a database, as introspection found it and as a schema fixture spells it. */

/** What a table is. Partitions and inheritance children are part of their parent, never listed. */
export type TableKind =
  | 'table'
  | 'view'
  | 'materialized_view'
  | 'partitioned_table'
  | 'foreign_table';

/** One column; `dataType` is the database's own spelling of the type. */
export interface Column {
  readonly name: string;
  readonly dataType: string;
  readonly nullable: boolean;
  readonly isPrimaryKey: boolean;
  readonly comment: string | null;
  /** Labels of an enum type, in their order. */
  readonly enumValues?: readonly string[];
  readonly generated?: boolean;
  readonly identity?: boolean;
  /** A few values, only where `sample_values` allows reading them. */
  readonly samples?: readonly string[];
  /** Keys of a schema fixture that this version does not know; kept when it is written again. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** One foreign key. A composite key stays one key: `columns[i]` points at `referencedColumns[i]`. */
export interface ForeignKey {
  readonly constraint: string | null;
  readonly columns: readonly string[];
  readonly referencedSchema: string;
  readonly referencedTable: string;
  readonly referencedColumns: readonly string[];
}

/** A table, view, or what else can stand in FROM. */
export interface Table {
  readonly schema: string;
  readonly name: string;
  readonly kind: TableKind;
  readonly comment: string | null;
  readonly columns: readonly Column[];
  readonly foreignKeys: readonly ForeignKey[];
  /** The query of a view, where the login may read it. */
  readonly definition?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A function of the database's own schemas; a SQL text may only call it when it is known to be harmless. */
export interface CatalogFunction {
  readonly schema: string;
  readonly name: string;
  readonly volatility: 'immutable' | 'stable' | 'volatile';
}

/** A table the login knows of and may not read. */
export interface UnreadableTable {
  readonly schema: string;
  readonly name: string;
  readonly reason: string;
}

/**
 * What a caller may not see and a SQL text could mean all the same: `"pay"` is a text to SQLite only where
 * no column is called so. Only what resolves the names of a text looks here, and it says no more than that
 * the text may read what is not listed.
 */
export interface WithheldNames {
  readonly tables: readonly Pick<Table, 'schema' | 'name'>[];
  /** Columns of tables the caller sees; `position` is their place (from 0) among all columns. */
  readonly columns: readonly {
    readonly table: Pick<Table, 'schema' | 'name'>;
    readonly position: number;
    readonly column: Column;
  }[];
}

/** Everything introspection found. Tables are sorted by schema and name. */
export interface Catalog {
  /** The schema an unqualified name means (`main`, `public`, the MySQL database). */
  readonly defaultSchema: string;
  readonly tables: readonly Table[];
  readonly functions: readonly CatalogFunction[];
  readonly unreadable: readonly UnreadableTable[];
  /** `_meta` of the schema fixture. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Set by a scope, in the catalog its raw SQL is judged against. */
  readonly withheld?: WithheldNames;
}
