// Written by scripts/sql-data.mjs from sqlite 3.53.0, duckdb v1.5.6, postgres 15.18 (Debian 15.18-0+deb12u1), mysql 10.11.19-MariaDB-0+deb12u1.
import type { DialectName } from '../dialect.ts';

/** Words an engine does not take everywhere as a bare name. */
export const reservedWords: Readonly<Record<DialectName, string>> = {
  sqlite: `
    add all alter and as autoincrement between case cast check collate commit constraint create
    current_date current_time current_timestamp default deferrable delete distinct drop else
    escape except exists false foreign from group having in index insert intersect into is
    isnull join limit not nothing notnull null on or order primary raise recursive references
    returning select set table then to transaction true union unique update using values when
    where`,
  duckdb: `
    all analyse analyze and anti any array as asc asof asymmetric at authorization binary both
    by case cast check collate collation column concurrently constraint create cross default
    deferrable desc describe distinct do else end except false fetch for foreign freeze from
    full glob group having ilike in initially inner intersect into is isnull join lambda lateral
    leading left like limit natural not notnull null offset on only or order outer overlaps
    pivot pivot_longer pivot_wider placing positional primary qualify references returning right
    select semi show similar some summarize symmetric table tablesample then to trailing true
    union unique unpack unpivot using variadic verbose when where window with`,
  postgres: `
    all analyse analyze and any array as asc asymmetric authorization binary both case cast
    check collate collation column concurrently constraint create cross current_catalog
    current_date current_role current_schema current_time current_timestamp current_user default
    deferrable desc distinct do else end except false fetch for foreign freeze from full grant
    group having ilike in initially inner intersect into is isnull join lateral leading left
    like limit localtime localtimestamp natural not notnull null offset on only or order outer
    overlaps placing primary references returning right select session_user similar some
    symmetric table tablesample then to trailing true union unique user using variadic verbose
    when where window with`,
  mysql: `
    accessible add all alter analyze and as asc asensitive before between bigint binary blob
    both by call cascade case change char character check collate column condition constraint
    continue convert create cross cube cume_dist current_date current_role current_time
    current_timestamp current_user cursor databases day_hour day_microsecond day_minute
    day_second dec decimal declare default delayed delete delete_domain_id dense_rank desc
    describe deterministic distinct distinctrow div do_domain_ids double drop dual each else
    elseif empty enclosed escaped except exists exit explain false fetch first_value float
    float4 float8 for force foreign from fulltext function generated get grant group grouping
    groups having high_priority hour_microsecond hour_minute hour_second if ignore
    ignore_domain_ids in index infile inner inout insensitive insert int int1 int2 int3 int4
    int8 integer intersect interval into io_after_gtids io_before_gtids is iterate join
    json_table key keys kill lag last_value lateral lead leading leave left like limit linear
    lines load localtime localtimestamp lock long longblob longtext loop low_priority manual
    master_bind master_demote_to_replica master_demote_to_slave master_ssl_verify_server_cert
    match maxvalue mediumblob mediumint mediumtext middleint minute_microsecond minute_second
    mod modifies natural no_write_to_binlog not nth_value ntile null numeric of offset on
    optimize optimizer_costs optionally or order out outer outfile over page_checksum parallel
    parse_vcol_expr partition percent_rank portion precision primary procedure purge qualify
    range rank read read_write reads real recursive ref_system_id references regexp release
    rename repeat replace require resignal restrict return returning revoke right rlike rollup
    row_number rows schemas second_microsecond select sensitive separator set show signal
    smallint spatial specific sql sql_big_result sql_calc_found_rows sql_small_result
    sqlexception sqlstate sqlwarning ssl starting stats_auto_recalc stats_persistent
    stats_sample_pages stored straight_join system table tablesample terminated then tinyblob
    tinyint tinytext to trailing trigger true undo union unique unlock unsigned update usage use
    using utc_date utc_time utc_timestamp values varbinary varchar varcharacter varying virtual
    when where while window with write xor year_month zerofill`,
};
