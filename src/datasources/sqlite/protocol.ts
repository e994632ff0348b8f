import type { Catalog, ResultColumn } from '../../catalog/index.ts';
import type { SqliteValue, WireRow } from './wire.ts';

/** What the process that reads SQLite files is asked, and what it answers. */
export type SqliteRequest =
  | {
      readonly kind: 'query';
      readonly path: string;
      readonly text: string;
      readonly parameters: readonly SqliteValue[];
      readonly rowLimit: number;
    }
  | { readonly kind: 'introspect'; readonly path: string }
  | { readonly kind: 'reads'; readonly path: string; readonly text: string };

/** A column a statement reads, as SQLite's own authorizer tells it. `column` is null for `count(*)`. */
export interface SqliteRead {
  readonly schema: string;
  readonly table: string;
  readonly column: string | null;
}

/** The last message about a request; rows may have come before it, in `SqliteRows`. */
export type SqliteAnswer =
  | {
      readonly kind: 'rows';
      readonly columns: readonly ResultColumn[];
      readonly rows: readonly WireRow[];
      readonly truncated: boolean;
      readonly elapsedMs: number;
    }
  | { readonly kind: 'catalog'; readonly catalog: Catalog }
  | { readonly kind: 'reads'; readonly reads: readonly SqliteRead[] }
  | {
      readonly kind: 'failed';
      readonly status: 'rejected' | 'refused' | 'unavailable';
      readonly message: string;
      readonly elapsedMs: number;
    };

/** Rows that come ahead of the answer, when there are many. */
export interface SqliteRows {
  readonly kind: 'part';
  readonly rows: readonly WireRow[];
}

/** Everything the process says. It is `ready` once, when it can take a request; one at a time. */
export type SqliteMessage =
  | { readonly kind: 'ready' }
  /** Rows sent so far are void; they come again. */
  | { readonly kind: 'restart' }
  | SqliteRows
  | SqliteAnswer;

/** Begins the name of the folders a process copies files to; whoever kills it removes them. */
export function copyPrefix(pid: number): string {
  return `nl2sql-sqlite-${pid}-`;
}
