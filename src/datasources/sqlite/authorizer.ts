import { constants } from '@photostructure/sqlite';
import type { SqliteRead } from './protocol.ts';

/** Decides, while SQLite compiles a statement, what it may do; the file is read-only besides. */
export interface Authorizer {
  readonly callback: (
    action: number,
    first: string | null,
    second: string | null,
    schema: string | null,
  ) => number;
  /** Forgets what the last statement did. */
  readonly reset: () => void;
  /** Why the last statement was refused, or undefined. */
  readonly refusal: () => string | undefined;
  /** What the last statement reads. */
  readonly reads: () => readonly SqliteRead[];
}

/** Pragmas that tell and do not set, also with an argument. */
const readingPragmas = new Set([
  'collation_list',
  'compile_options',
  'foreign_key_check',
  'foreign_key_list',
  'function_list',
  'index_info',
  'index_list',
  'index_xinfo',
  'integrity_check',
  'module_list',
  'pragma_list',
  'quick_check',
  'table_info',
  'table_list',
  'table_xinfo',
]);

/** Pragmas that tell without an argument and set with one. */
const settings = new Set([
  'application_id',
  'data_version',
  'encoding',
  'freelist_count',
  'page_count',
  'page_size',
  'schema_version',
  'user_version',
]);

const refusedActions: ReadonlyMap<number, string> = new Map(
  Object.entries({
    SQLITE_ATTACH: 'ATTACH and VACUUM reach other files',
    SQLITE_DETACH: 'DETACH changes the connection',
    SQLITE_TRANSACTION: 'transaction statements are not queries',
    SQLITE_SAVEPOINT: 'transaction statements are not queries',
    SQLITE_INSERT: 'it writes',
    SQLITE_UPDATE: 'it writes',
    SQLITE_DELETE: 'it writes',
    SQLITE_ALTER_TABLE: 'it changes the schema',
    SQLITE_REINDEX: 'it writes',
    SQLITE_ANALYZE: 'it writes',
    SQLITE_CREATE_INDEX: 'it changes the schema',
    SQLITE_CREATE_TABLE: 'it changes the schema',
    SQLITE_CREATE_TRIGGER: 'it changes the schema',
    SQLITE_CREATE_VIEW: 'it changes the schema',
    SQLITE_CREATE_VTABLE: 'it changes the schema',
    SQLITE_CREATE_TEMP_INDEX: 'it creates a temporary object',
    SQLITE_CREATE_TEMP_TABLE: 'it creates a temporary object',
    SQLITE_CREATE_TEMP_TRIGGER: 'it creates a temporary object',
    SQLITE_CREATE_TEMP_VIEW: 'it creates a temporary object',
    SQLITE_DROP_INDEX: 'it changes the schema',
    SQLITE_DROP_TABLE: 'it changes the schema',
    SQLITE_DROP_TRIGGER: 'it changes the schema',
    SQLITE_DROP_VIEW: 'it changes the schema',
    SQLITE_DROP_VTABLE: 'it changes the schema',
    SQLITE_DROP_TEMP_INDEX: 'it drops a temporary object',
    SQLITE_DROP_TEMP_TABLE: 'it drops a temporary object',
    SQLITE_DROP_TEMP_TRIGGER: 'it drops a temporary object',
    SQLITE_DROP_TEMP_VIEW: 'it drops a temporary object',
  }).map(([name, reason]) => [constants[name as keyof typeof constants] as number, reason]),
);

/**
 * An authorizer for one connection.
 *
 * @param shadowTables the modules behind virtual tables (R-Tree, full text) compile writes to these when
 *   they only read; the defensive flag and the read-only file keep everybody else from them
 */
export function createAuthorizer(shadowTables: ReadonlySet<string>): Authorizer {
  let refusal: string | undefined;
  let reads: SqliteRead[] = [];

  function judge(action: number, first: string | null, second: string | null): string | undefined {
    if (action === constants.SQLITE_PRAGMA) {
      const name = (first ?? '').toLowerCase();
      if (readingPragmas.has(name) || (settings.has(name) && second === null)) return undefined;
      return `PRAGMA ${name} is not one that only reads the schema`;
    }
    if (action === constants.SQLITE_FUNCTION) {
      const name = (second ?? '').toLowerCase();
      return name === 'load_extension' ? 'load_extension runs foreign code' : undefined;
    }
    const reason = refusedActions.get(action);
    if (reason === undefined) return undefined;
    const writesRows =
      action === constants.SQLITE_INSERT ||
      action === constants.SQLITE_UPDATE ||
      action === constants.SQLITE_DELETE;
    if (writesRows && first !== null && shadowTables.has(first)) return undefined;
    return reason;
  }

  return {
    callback(action, first, second, schema) {
      if (action === constants.SQLITE_READ) {
        reads.push({ schema: schema ?? 'main', table: first ?? '', column: second || null });
        return constants.SQLITE_OK;
      }
      const reason = judge(action, first, second);
      if (reason === undefined) return constants.SQLITE_OK;
      refusal ??= reason;
      return constants.SQLITE_DENY;
    },
    reset() {
      refusal = undefined;
      reads = [];
    },
    refusal: () => refusal,
    reads: () => reads,
  };
}
