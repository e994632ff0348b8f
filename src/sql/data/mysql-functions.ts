// Written by scripts/sql-data.mjs from sqlite 3.53.0, duckdb v1.5.6, postgres 15.18 (Debian 15.18-0+deb12u1), mysql 10.11.19-MariaDB-0+deb12u1.

/** Built-in functions of mysql, in lower case. */
export const mysqlFunctions = {
  builtin: `
    abs acos add_months adddate addtime aes_decrypt aes_encrypt asin atan atan2 benchmark bin
    binlog_gtid_pos bit_and bit_count bit_length bit_or bit_xor cast ceil ceiling char_length
    character_length chr coalesce coercibility collation column_check column_exists column_json
    column_list compress concat concat_operator_oracle concat_ws connection_id conv convert_tz
    cos cot count crc32 crc32c cume_dist curdate curtime database date_add date_format date_sub
    datediff dayname dayofmonth dayofweek dayofyear decode decode_histogram decode_oracle
    degrees dense_rank des_decrypt des_encrypt elt encode encrypt exp export_set extract
    extractvalue field find_in_set first_value floor format found_rows from_base64 from_days
    from_unixtime get_lock greatest group_concat hex ifnull inet6_aton inet6_ntoa inet_aton
    inet_ntoa instr is_free_lock is_ipv4 is_ipv4_compat is_ipv4_mapped is_ipv6 is_used_lock
    isnull json_array json_array_append json_array_insert json_arrayagg json_compact
    json_contains json_contains_path json_depth json_detailed json_equals json_exists
    json_extract json_insert json_keys json_length json_loose json_merge json_merge_patch
    json_merge_preserve json_normalize json_object json_objectagg json_overlaps json_pretty
    json_query json_quote json_remove json_replace json_search json_set json_type json_unquote
    json_valid json_value lag last_day last_insert_id lcase lead least length lengthb ln
    load_file locate log log10 log2 lower lpad lpad_oracle ltrim ltrim_oracle make_set makedate
    maketime master_gtid_wait master_pos_wait max md5 median microsecond mid min mod monthname
    name_const natural_sort_key now nth_value ntile nullif nvl nvl2 oct octet_length
    old_password ord password percent_rank percentile_cont percentile_disc period_add
    period_diff pi position pow power quarter quote radians rand random_bytes rank regexp_instr
    regexp_replace regexp_substr release_all_locks release_lock replace_oracle reverse round
    row_count rpad rpad_oracle rtrim rtrim_oracle schema schemas sec_to_time session_user
    sformat sha sha1 sha2 sign sin sleep soundex space sqrt std stddev stddev_pop stddev_samp
    str_to_date strcmp subdate substr substr_oracle substring substring_index subtime sum
    sys_guid system_user tan time_format time_to_sec timediff to_base64 to_char to_days
    to_seconds trim trim_oracle ucase uncompress uncompressed_length unhex unix_timestamp
    updatexml upper uuid uuid_short var_pop var_samp variance version week weekday weekofyear
    wsrep_last_seen_gtid wsrep_last_written_gtid wsrep_sync_wait_upto_gtid yearweek`,
} as const;
