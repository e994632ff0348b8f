import type { DialectName } from '../dialect.ts';
import type { Statement } from '../syntax/tree.ts';
import type { FunctionVerdict } from './function-rules.ts';
import type { Reason } from './reason.ts';

interface PragmaRules {
  /** Only tell, with an argument or without. */
  readonly telling: ReadonlySet<string>;
  /** Tell without an argument and set with one. */
  readonly settings: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const sqlitePragmas: PragmaRules = {
  telling:
    words(`table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list
    foreign_key_check collation_list compile_options database_list function_list module_list
    pragma_list integrity_check quick_check page_count freelist_count data_version`),
  settings: words(`application_id auto_vacuum automatic_index busy_timeout cache_size cache_spill
    case_sensitive_like cell_size_check checkpoint_fullfsync defer_foreign_keys encoding foreign_keys
    fullfsync hard_heap_limit ignore_check_constraints journal_mode journal_size_limit
    legacy_alter_table locking_mode max_page_count mmap_size page_size query_only read_uncommitted
    recursive_triggers reverse_unordered_selects schema_version secure_delete soft_heap_limit
    synchronous temp_store threads trusted_schema user_version wal_autocheckpoint writable_schema`),
};

const duckdbPragmas: PragmaRules = {
  telling: words(`table_info storage_info show show_tables show_tables_expanded show_databases
    database_list database_size collations functions platform user_agent version metadata_info
    extension_versions`),
  settings: new Set(),
};

const none: PragmaRules = { telling: new Set(), settings: new Set() };

const pragmaRules: Readonly<Record<DialectName, PragmaRules>> = {
  sqlite: sqlitePragmas,
  duckdb: duckdbPragmas,
  postgres: none,
  mysql: none,
};

/** A reason against a PRAGMA statement, or null where it only tells. */
export function checkPragma(
  pragma: Extract<Statement, { kind: 'pragma' }>,
  dialect: DialectName,
): Reason | null {
  const { telling, settings } = pragmaRules[dialect];
  if (telling.has(pragma.name) && pragma.argument !== 'set') return null;
  if (settings.has(pragma.name) && pragma.argument === 'none') return null;
  return { code: 'pragma', message: `PRAGMA ${pragma.name} may set or do something` };
}

/**
 * SQLite's `pragma_table_info('t')` and its kind. Some of the others act, and take their argument from a
 * condition on a hidden column as well, so only those that tell whatever they are given are harmless.
 */
export function judgePragmaFunction(name: string, argumentCount: number): FunctionVerdict {
  const pragma = name.replace(/^pragma_/, '');
  if (sqlitePragmas.telling.has(pragma) && argumentCount <= 2) return { kind: 'harmless' };
  return { kind: 'harmful', harm: 'server-state' };
}
