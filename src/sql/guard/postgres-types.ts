import type { Catalog } from '../../catalog/index.ts';

/** PostgreSQL's own types, less those whose values are objects of the database (`regclass`, …). */
const ownTypes = new Set(
  `aclitem any anyarray anyelement bit bool box bpchar bytea char cid cidr circle cstring date
  datemultirange daterange float4 float8 inet int2 int2vector int4 int4multirange int4range int8
  int8multirange int8range interval json jsonb jsonpath line lseg macaddr macaddr8 money name numeric
  nummultirange numrange oid oidvector path pg_lsn pg_snapshot point polygon record refcursor text tid
  time timestamp timestamptz timetz tsmultirange tsquery tsrange tstzmultirange tstzrange tsvector
  txid_snapshot unknown uuid varbit varchar void xid xid8 xml`.split(/\s+/),
);

/**
 * Types of a text that are neither PostgreSQL's own nor a column's of the catalog. Every table is a type
 * of its name, so `null::orders` tells whether it is there and which columns it has.
 */
export function foreignTypes(types: readonly string[], catalog: Catalog | null): string[] {
  const asked = types.filter((type) => !ownTypes.has(type.replace(/^_/, '')));
  if (asked.length === 0) return [];
  const withheld = catalog?.withheld?.tables ?? [];
  const tables = new Set([...(catalog?.tables ?? []), ...withheld].map((table) => table.name));
  const columns = new Set(
    catalog?.tables.flatMap((table) => table.columns.map((column) => baseName(column.dataType))),
  );
  return asked.filter((type) => tables.has(type) || !columns.has(type));
}

/** `public.mood[]` is `mood`, `"Mood"` is `Mood`. */
function baseName(dataType: string): string {
  const written = dataType.replace(/(?:\[\]|\([^)]*\))+$/, '');
  const quoted = /"((?:[^"]|"")*)"$/.exec(written);
  return quoted?.[1]?.replaceAll('""', '"') ?? written.split('.').at(-1) ?? '';
}
