/**
 * The questions to `pg_catalog`. Names of system functions are qualified, so nothing that a database
 * puts in front of them is called.
 */

/** `pg_` begins the names of system schemas only; `LIKE 'pg_%'` would also match `pgx`. */
const isUserSchema = `left(n.nspname, 3) <> 'pg_' AND n.nspname <> 'information_schema'`;

/** Tables, views and their like, each with the reason when the login may not read it. */
export const relationsQuery = `
  SELECT c.oid, n.nspname AS schema, c.relname AS name, c.relkind AS kind,
         d.description AS comment,
         CASE WHEN c.relkind IN ('v', 'm') THEN pg_catalog.pg_get_viewdef(c.oid, true) END AS definition,
         CASE WHEN NOT pg_catalog.has_schema_privilege(n.oid, 'USAGE')
                THEN 'no USAGE right on the schema'
              WHEN NOT pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
                   AND NOT pg_catalog.has_table_privilege(c.oid, 'SELECT')
                THEN 'no SELECT right' END AS refusal
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_catalog.pg_description d
    ON d.objoid = c.oid AND d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objsubid = 0
  WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND ${isUserSchema}
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE i.inhrelid = c.oid)
  ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"`;

/** Columns the login may read, in their order. The labels of an enum also for a domain or an array of it. */
export const columnsQuery = `
  SELECT a.attrelid AS relation, a.attname AS name,
         pg_catalog.format_type(a.atttypid, a.atttypmod) AS type,
         a.attnotnull OR (t.typtype = 'd' AND t.typnotnull) AS required,
         COALESCE(a.attnum = ANY (k.conkey), false) AS key,
         d.description AS comment,
         CASE WHEN l.oid IS NOT NULL THEN (
           SELECT pg_catalog.json_agg(e.enumlabel ORDER BY e.enumsortorder)
           FROM pg_catalog.pg_enum e WHERE e.enumtypid = l.oid) END AS labels,
         a.attgenerated <> '' AS generated, a.attidentity <> '' AS identity
  FROM pg_catalog.pg_attribute a
  JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
  JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_catalog.pg_type l
    ON l.typtype = 'e' AND l.oid IN (t.oid, t.typbasetype, t.typelem)
  LEFT JOIN pg_catalog.pg_constraint k ON k.conrelid = a.attrelid AND k.contype = 'p'
  LEFT JOIN pg_catalog.pg_description d
    ON d.objoid = a.attrelid AND d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass
    AND d.objsubid = a.attnum
  WHERE a.attrelid = ANY ($1::pg_catalog.oid[]) AND a.attnum > 0 AND NOT a.attisdropped
    AND (pg_catalog.has_table_privilege(a.attrelid, 'SELECT')
         OR pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT'))
  ORDER BY a.attrelid, a.attnum`;

/**
 * Foreign keys, their columns in key order. A key that PostgreSQL made from a parent's (for each
 * partition on either side) has `conparentid`; a key to a partition by itself is one to its root.
 */
export const foreignKeysQuery = `
  WITH RECURSIVE ancestors AS (
    SELECT i.inhrelid AS oid, i.inhparent AS ancestor, 1 AS depth
    FROM pg_catalog.pg_inherits i WHERE i.inhseqno = 1
    UNION ALL
    SELECT a.oid, i.inhparent, a.depth + 1
    FROM ancestors a JOIN pg_catalog.pg_inherits i ON i.inhrelid = a.ancestor AND i.inhseqno = 1
  ), roots AS (
    SELECT DISTINCT ON (oid) oid, ancestor FROM ancestors ORDER BY oid, depth DESC
  )
  SELECT k.conrelid AS relation, k.conname AS constraint, n.nspname AS schema, c.relname AS table,
         pg_catalog.json_agg(a.attname ORDER BY p.position) AS columns,
         pg_catalog.json_agg(f.attname ORDER BY p.position) AS referenced
  FROM pg_catalog.pg_constraint k
  CROSS JOIN LATERAL ROWS FROM (pg_catalog.unnest(k.conkey), pg_catalog.unnest(k.confkey))
    WITH ORDINALITY AS p(own, other, position)
  JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = p.own
  JOIN pg_catalog.pg_attribute f ON f.attrelid = k.confrelid AND f.attnum = p.other
  LEFT JOIN roots r ON r.oid = k.confrelid
  JOIN pg_catalog.pg_class c ON c.oid = COALESCE(r.ancestor, k.confrelid)
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE k.contype = 'f' AND k.conparentid = 0 AND k.conrelid = ANY ($1::pg_catalog.oid[])
  GROUP BY k.oid, k.conrelid, k.conname, n.nspname, c.relname
  ORDER BY k.conrelid, k.conname COLLATE "C", k.oid`;

/** Functions of user schemas; of several under one name the least harmless decides. */
export const functionsQuery = `
  SELECT n.nspname AS schema, p.proname AS name,
         CASE pg_catalog.max(CASE p.provolatile WHEN 'i' THEN 0 WHEN 's' THEN 1 ELSE 2 END)
           WHEN 0 THEN 'immutable' WHEN 1 THEN 'stable' ELSE 'volatile' END AS volatility
  FROM pg_catalog.pg_proc p
  JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
  WHERE ${isUserSchema} AND p.prokind IN ('f', 'a', 'w')
    AND p.prorettype <> 'pg_catalog.trigger'::pg_catalog.regtype
    AND p.prorettype <> 'pg_catalog.event_trigger'::pg_catalog.regtype
  GROUP BY n.nspname, p.proname
  ORDER BY n.nspname COLLATE "C", p.proname COLLATE "C"`;
