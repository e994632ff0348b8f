import { duckdbFunctions } from '../data/duckdb-functions.ts';
import { mysqlFunctions } from '../data/mysql-functions.ts';
import { postgresFunctions } from '../data/postgres-functions.ts';
import { sqliteFunctions } from '../data/sqlite-functions.ts';
import type { DialectName } from '../dialect.ts';

/** Why a built-in function may not be called. */
export type FunctionHarm =
  | 'file'
  | 'network'
  | 'sleep'
  | 'lock'
  | 'notify'
  | 'sequence'
  | 'session-state'
  | 'server-state'
  | 'dynamic-sql'
  | 'whole-table'
  | 'extension';

interface FunctionRules {
  /** Built-in functions as the engine lists them; those with a harm are taken out of these. */
  readonly known: string;
  /** Built-in functions the engine's list leaves out: syntax, other versions, volatile but harmless ones. */
  readonly more: string;
  /** Families of functions that are harmless as a whole. */
  readonly families?: RegExp;
  /** Harmless functions that tell which tables, columns and rows there are. */
  readonly telling?: RegExp;
  readonly harmful: readonly (readonly [pattern: RegExp, harm: FunctionHarm])[];
}

/** Words the parser reads as calls in every dialect. */
const syntaxCalls = 'any all some coalesce nullif row exists grouping cast distinct not values if';

const functionRules: Readonly<Record<DialectName, FunctionRules>> = {
  postgres: {
    known: postgresFunctions.immutable + postgresFunctions.stable,
    // From here on volatile, but they change nothing: chance, clocks, sizes.
    more: `trim greatest least treat xmlelement xmlattributes xmlforest xmlconcat xmlparse xmlpi xmlroot xmlserialize
      xmlagg xmlexists xmltable json_table json_object json_array json_value json_query json_exists
      json_scalar json_serialize json_arrayagg json_objectagg any_value random_normal
      array_shuffle array_sample array_sort array_reverse regexp_count regexp_like regexp_instr
      regexp_substr date_add date_subtract uuidv4 uuidv7 uuid_extract_timestamp uuid_extract_version
      to_bin to_oct to_base64 crc32 crc32c casefold unicode_version unicode_assigned erf erfc gamma lgamma
      range_agg range_intersect_agg pg_input_is_valid pg_input_error_info system_user pg_basetype
      extract overlay position substring normalize random clock_timestamp timeofday gen_random_uuid
      pg_relation_size pg_table_size pg_total_relation_size pg_indexes_size pg_database_size
      pg_tablespace_size pg_is_in_recovery pg_partition_tree pg_partition_ancestors pg_jit_available
      pg_collation_actual_version pg_sequence_last_value current_catalog current_schema current_user
      current_role session_user user current_date current_time current_timestamp localtime localtimestamp`,
    telling:
      /^pg_(?!typeof$|column_size$|column_compression$|backend_pid$|is_in_recovery$|client_encoding$|postmaster_start_time$|conf_load_time$|char_to_encoding$|encoding_to_char$|jit_available$|get_keywords$|size_pretty$|size_bytes$|sleep|timezone)|^has_|^to_reg|^(?:obj|col|shobj)_description$|^row_security_active$|^format_type$|^(?:index|txid)_|^acl|^reg\w+(?:in|recv)$|^(?:array|domain|enum|multirange|range|record)_(?:in|recv)$/,
    harmful: [
      [/^(?:database|schema|table|query|cursor)_to_xml/, 'whole-table'],
      [/^ts_(?:stat|rewrite)$/, 'dynamic-sql'],
      [/^(?:dblink|postgres_fdw)/, 'network'],
      [/^lo_|^lo(?:read|write)$|^lowrite$/, 'file'],
      [/^pg_(?:read|ls|stat_file|file|current_logfile|hba_file|ident_file|show_all_file)/, 'file'],
      [/^pg_(?:config|available_extension|extension_)/, 'file'],
      [/^pg_sleep/, 'sleep'],
      [/advisory|^pg_(?:isolation_test|blocking|safe_snapshot)/, 'lock'],
      [/^pg_(?:notify|notification|listening)/, 'notify'],
      [/^(?:nextval|setval|currval|lastval)$/, 'sequence'],
      [/^(?:set_config|setseed)$/, 'session-state'],
      [/^(?:txid_current|pg_current_xact_id)$/, 'server-state'],
      [
        /^pg_(?:export_snapshot|cancel_backend|terminate_backend|reload_conf|rotate_logfile)/,
        'server-state',
      ],
      [
        /^pg_(?:logical|create|drop|copy|replication|promote|switch|backup|wal|import|log_)/,
        'server-state',
      ],
      [
        /^pg_stat_(?:reset|clear|force|get_activity|get_backend|get_wal|get_progress|get_replication)/,
        'server-state',
      ],
      [
        /^pg_(?:get_(?:replication|publication|backend|shmem|wal)|lock_status|prepared_xact)/,
        'server-state',
      ],
      [
        /^pg_event_trigger|^binary_upgrade|^pg_nextoid|^pg_stop_making|^brin_(?:de)?summarize/,
        'server-state',
      ],
      [
        /^gin_clean_pending_list|^pg_collation_actual|^pg_control_|^suppress_redundant/,
        'server-state',
      ],
    ],
  },
  duckdb: {
    known: duckdbFunctions.builtin,
    more: `columns struct_pack list_value try greatest least extract current_date current_time
      current_timestamp localtime localtimestamp current_catalog current_schema current_role current_user
      session_user user trim overlay position substring ifnull date_diff list_zip unnest array_agg
      grouping_id rowid struct_extract generate_series range repeat_row date_bin
      exclude if lambda listagg percentile_cont percentile_disc strftime epoch variant nullif make_interval
      get_current_timestamp uuid gen_random_uuid`,
    telling:
      /^(?:duckdb_|pragma_|show_|stats$|pg_(?!typeof$)|has_|(?:obj|col|shobj)_description$|sql_auto)/,
    harmful: [
      [
        /^(?:read_|parquet_|sniff_|scan_|write_|copy_|glob$|arrow_scan|seq_scan|duckdb_external|duckdb_temporary)/,
        'file',
      ],
      [/_scan(?:_pushdown|er)?$|^(?:iceberg|delta|sqlite|postgres|mysql|http|st_read)/, 'file'],
      [/^(?:getenv|which_secret|duckdb_secrets)$/, 'server-state'],
      [/^(?:sleep_ms|pg_sleep)$/, 'sleep'],
      [/^(?:nextval|currval)$/, 'sequence'],
      [/^(?:setseed|enable_|disable_)/, 'session-state'],
      [
        /^(?:query|query_table|json_execute_serialized_sql|json_serialize_plan|sql_auto_complete)$/,
        'dynamic-sql',
      ],
      [
        /^(?:checkpoint|force_checkpoint|truncate_duckdb_logs|write_log|test_vector_types|check_peg)/,
        'server-state',
      ],
      [/^(?:duckdb_logs|duckdb_log_contexts|duckdb_logs_parsed|get_block_size)$/, 'server-state'],
    ],
  },
  mysql: {
    known: mysqlFunctions.builtin,
    more: `adddate addtime any_value ascii avg bin_to_uuid bit_and bit_or bit_xor cast char charset
      collation concat convert count cume_dist curdate current_date current_role current_time
      current_timestamp current_user curtime date date_add date_sub day dayofmonth dense_rank extract
      first_value format_bytes format_pico_time format group_concat grouping hour ifnull insert instr
      interval is_uuid json_arrayagg json_objectagg json_schema_valid json_schema_validation_report
      json_storage_free json_storage_size json_table json_value lag last_value lead left length localtime
      localtimestamp max microsecond min minute mod month nth_value ntile now percent_rank
      percentile_cont percentile_disc position quarter rank regexp_like repeat replace reverse right
      row_number second session_user sha soundex statement_digest statement_digest_text std stddev
      stddev_pop stddev_samp subdate substr substring sum sysdate system_user time timestamp timestampadd
      timestampdiff trim truncate user utc_date utc_time utc_timestamp uuid uuid_to_bin uuid_v4 uuid_v7
      values var_pop var_samp variance week weekday weight_string year point linestring polygon
      multipoint multilinestring multipolygon geometrycollection mbrcontains mbrequal mbrintersects
      mbrwithin mbrdisjoint mbroverlaps mbrtouches distance_sphere ps_current_thread_id icu_version
      json_key_value json_object_filter_keys json_object_to_array json_array_intersect st_distance_sphere
      to_number to_date trunc months_between initcap vec_distance vec_fromtext vec_totext
      kdf column_get column_json column_list column_exists column_check column_create
      column_add column_delete median binary`,
    families: /^st_[a-z]+$/,
    harmful: [
      [/^load_file$/, 'file'],
      [/^(?:sleep|benchmark)$/, 'sleep'],
      [/^(?:get_lock|release_lock|release_all_locks|is_free_lock|is_used_lock)$/, 'lock'],
      [/^(?:nextval|setval|lastval)$/, 'sequence'],
      [
        /^(?:master_|source_|wait_|wsrep_|gtid_|binlog_|asynchronous_|group_replication_)/,
        'server-state',
      ],
      [/^(?:sys_exec|sys_eval|sys_set|sys_get|lib_mysqludf|http_|json_udf)/, 'extension'],
      [/^(?:decode_histogram|name_const|ps_thread_id|roles_graphml|statement_)/, 'server-state'],
    ],
  },
  sqlite: {
    known: sqliteFunctions.builtin,
    more: `json_each json_tree jsonb_each jsonb_tree generate_series raise regexp decimal decimal_add
      decimal_sub decimal_mul decimal_cmp decimal_sum decimal_pow10 ieee754 ieee754_mantissa
      ieee754_exponent ieee754_from_blob ieee754_to_blob sha1 sha3 regexpi uint unistr unistr_quote
      concat concat_ws string_agg median percentile unhex timediff octet_length json_pretty jsonb
      jsonb_array jsonb_object jsonb_set jsonb_insert jsonb_replace jsonb_remove jsonb_patch
      jsonb_extract jsonb_group_array jsonb_group_object json_error_position`,
    telling: /^(?:pragma_|sqlite_(?!version$|source_id$))/,
    harmful: [
      [/^(?:load_extension|fts3_tokenizer|fts5$)/, 'extension'],
      [/^(?:readfile|writefile|edit|lsmode|lsdir|fsdir|zipfile|csv|readint)/, 'file'],
      [/^(?:sqlite_log|eval|sha3_query|sha1_query|optimize|usleep|shell_|sqlar_)/, 'server-state'],
    ],
  },
};

interface CompiledRules {
  readonly allowed: ReadonlySet<string>;
  readonly harmful: FunctionRules['harmful'];
  readonly families: RegExp | null;
}

function compile(rules: FunctionRules): CompiledRules {
  const names = `${rules.known} ${rules.more} ${syntaxCalls}`.split(/\s+/).filter((name) => name);
  const allowed = names.filter((name) => !rules.harmful.some(([pattern]) => pattern.test(name)));
  return { allowed: new Set(allowed), harmful: rules.harmful, families: rules.families ?? null };
}

const compiled = new Map<DialectName, CompiledRules>();

function rulesOf(dialect: DialectName): CompiledRules {
  const known = compiled.get(dialect);
  if (known) return known;
  const rules = compile(functionRules[dialect]);
  compiled.set(dialect, rules);
  return rules;
}

/** What is known of a built-in function: harmless, harmful (how), or nothing. */
export type FunctionVerdict =
  | { readonly kind: 'harmless' }
  | { readonly kind: 'harmful'; readonly harm: FunctionHarm }
  | { readonly kind: 'unknown' };

/** Judges a built-in function by its name in lower case. */
export function judgeBuiltIn(name: string, dialect: DialectName): FunctionVerdict {
  const rules = rulesOf(dialect);
  if (rules.allowed.has(name)) return { kind: 'harmless' };
  const harmful = rules.harmful.find(([pattern]) => pattern.test(name));
  if (harmful) return { kind: 'harmful', harm: harmful[1] };
  return rules.families?.test(name) ? { kind: 'harmless' } : { kind: 'unknown' };
}

/** Whether a harmless function tells which tables, columns and rows there are. */
export function tellsOfTables(name: string, dialect: DialectName): boolean {
  return functionRules[dialect].telling?.test(name) === true;
}
