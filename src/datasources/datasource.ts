import type { Catalog, Cell, ResultSet } from '../catalog/index.ts';
import type { DialectName } from '../sql/index.ts';

/**
 * The seam to a database. An implementation is read-only for real (by the engine, not by reading the
 * SQL), caps rows by reading one row past the cap and never by editing the SQL, and stops a query at
 * its deadline or abort while the process and the datasource stay usable. `describeDatasource()` in
 * `test/datasources/` is the contract as tests.
 */
export interface Datasource {
  readonly id: string;
  readonly dialect: DialectName;
  /** The shape of the database. Throws `DATASOURCE_UNAVAILABLE` when it cannot be reached. */
  introspect(options?: IntrospectOptions): Promise<Catalog>;
  /** Runs one statement. Trouble is a value; it throws only for our own faults. */
  execute(query: SqlQuery, options: ExecuteOptions): Promise<Execution>;
  /** Things a person should know, such as a login that may write, with the fix. Empty when all is well. */
  warnings(): Promise<readonly string[]>;
  /** Frees connections and processes. Safe to call twice. */
  close(): Promise<void>;
}

/** A SQL text and the values of its placeholders (`?`, in PostgreSQL `$1`). */
export interface SqlQuery {
  readonly text: string;
  readonly parameters?: readonly Cell[];
}

export interface IntrospectOptions {
  readonly signal?: AbortSignal;
  /** Globs over `schema.table`; a table must match one of `include` (default `*`) and none of `exclude`. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

export interface ExecuteOptions {
  /** Rows returned at most; one more is read to know whether the result was cut. */
  readonly rowLimit: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** What became of a query. `elapsedMs` is wall-clock time of the query alone. */
export type Execution =
  | { readonly status: 'rows'; readonly result: ResultSet; readonly elapsedMs: number }
  /** The query's own mistake: syntax, unknown name, a value that does not convert. */
  | { readonly status: 'rejected'; readonly message: string; readonly elapsedMs: number }
  /** It tried to write, or to reach beyond the data, or the login may not read it. */
  | { readonly status: 'refused'; readonly message: string; readonly elapsedMs: number }
  | { readonly status: 'timeout'; readonly timeoutMs: number; readonly elapsedMs: number }
  | { readonly status: 'aborted'; readonly elapsedMs: number }
  /** The database is away or broke down: never the query's fault. */
  | { readonly status: 'unavailable'; readonly message: string; readonly elapsedMs: number };

/** Where a datasource is, after the config or a URL has been read. Secrets live only here. */
export type Connection =
  | { readonly type: 'sqlite' | 'duckdb'; readonly path: string }
  | { readonly type: 'fixture'; readonly path: string; readonly dialect?: DialectName }
  | {
      readonly type: 'postgres' | 'mysql';
      readonly url?: string;
      readonly host?: string;
      readonly port?: number;
      readonly user?: string;
      readonly password?: string;
      readonly database?: string;
      /** `true`, `false`, or the driver's own TLS options. */
      readonly ssl?: boolean | Readonly<Record<string, unknown>>;
    };

/** All that is needed to open a datasource. Paths are absolute. */
export interface DatasourceSpec {
  readonly id: string;
  readonly connection: Connection;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Connecting is given up after this; default 10,000. */
  readonly connectTimeoutMs?: number;
}
