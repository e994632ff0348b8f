import type pg from 'pg';
import type {
  Catalog,
  CatalogFunction,
  Column,
  ForeignKey,
  Table,
  TableKind,
  UnreadableTable,
} from '../../catalog/index.ts';
import {
  columnsQuery,
  foreignKeysQuery,
  functionsQuery,
  relationsQuery,
} from './catalog-queries.ts';

/**
 * The catalog of a PostgreSQL database, from `pg_catalog`: it alone knows composite keys in their
 * order, partitions and materialized views. System and temporary schemas are left out; partitions
 * and inheritance children are part of their parent, and a key to one of them is a key to the parent.
 */
export async function introspectPostgres(client: pg.Client): Promise<Catalog> {
  const session = await rowsOf<SessionRow>(client, sessionQuery);
  const relations = await rowsOf<RelationRow>(client, relationsQuery);
  const readable = relations.filter((relation) => relation.refusal === null);
  const oids = readable.map((relation) => relation.oid);
  const columns = groupBy(await rowsOf<ColumnRow>(client, columnsQuery, [oids]));
  const foreignKeys = groupBy(await rowsOf<ForeignKeyRow>(client, foreignKeysQuery, [oids]));
  return {
    defaultSchema: session[0]?.schema ?? 'public',
    tables: readable.map((relation) => ({
      schema: relation.schema,
      name: relation.name,
      kind: tableKinds[relation.kind] ?? 'table',
      comment: relation.comment,
      columns: (columns.get(relation.oid) ?? []).map(readColumn),
      foreignKeys: (foreignKeys.get(relation.oid) ?? []).map(readForeignKey),
      ...(relation.definition === null ? {} : { definition: relation.definition.trim() }),
    })) satisfies readonly Table[],
    functions: (await rowsOf<CatalogFunction & pg.QueryResultRow>(client, functionsQuery)).map(
      ({ schema, name, volatility }) => ({ schema, name, volatility }),
    ),
    unreadable: relations.flatMap(({ schema, name, refusal }): UnreadableTable[] =>
      refusal === null ? [] : [{ schema, name, reason: refusal }],
    ),
    meta: { dialect: 'postgres', server: `PostgreSQL ${session[0]?.version ?? ''}`.trim() },
  };
}

const sessionQuery = `
  SELECT pg_catalog.current_schema() AS schema,
         pg_catalog.current_setting('server_version') AS version`;

interface SessionRow extends pg.QueryResultRow {
  readonly schema: string | null;
  readonly version: string;
}

interface RelationRow extends pg.QueryResultRow {
  readonly oid: string;
  readonly schema: string;
  readonly name: string;
  readonly kind: string;
  readonly comment: string | null;
  readonly definition: string | null;
  readonly refusal: string | null;
}

interface ColumnRow extends pg.QueryResultRow {
  readonly relation: string;
  readonly name: string;
  readonly type: string;
  readonly required: string;
  readonly key: string;
  readonly comment: string | null;
  readonly labels: string | null;
  readonly generated: string;
  readonly identity: string;
}

interface ForeignKeyRow extends pg.QueryResultRow {
  readonly relation: string;
  readonly constraint: string;
  readonly schema: string;
  readonly table: string;
  readonly columns: string;
  readonly referenced: string;
}

const tableKinds: Readonly<Record<string, TableKind>> = {
  r: 'table',
  v: 'view',
  m: 'materialized_view',
  p: 'partitioned_table',
  f: 'foreign_table',
};

function readColumn(row: ColumnRow): Column {
  return {
    name: row.name,
    dataType: row.type,
    nullable: row.required !== 't',
    isPrimaryKey: row.key === 't',
    comment: row.comment,
    ...(row.labels === null ? {} : { enumValues: JSON.parse(row.labels) as string[] }),
    ...(row.generated === 't' ? { generated: true } : {}),
    ...(row.identity === 't' ? { identity: true } : {}),
  };
}

function readForeignKey(row: ForeignKeyRow): ForeignKey {
  return {
    constraint: row.constraint,
    columns: JSON.parse(row.columns) as string[],
    referencedSchema: row.schema,
    referencedTable: row.table,
    referencedColumns: JSON.parse(row.referenced) as string[],
  };
}

async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>(text, [...values]);
  return rows;
}

function groupBy<Row extends { readonly relation: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.relation);
    if (group) group.push(row);
    else groups.set(row.relation, [row]);
  }
  return groups;
}
