import type { DuckDBConnection } from '@duckdb/node-api';
import type {
  Catalog,
  CatalogFunction,
  Column,
  ForeignKey,
  Table,
  UnreadableTable,
} from '../../catalog/index.ts';
import { quoteIdentifier } from '../../sql/index.ts';
import { generatedColumns } from './generated-columns.ts';

interface RelationRow {
  readonly schema: string;
  readonly name: string;
  readonly comment: string | null;
  readonly sql: string | null;
}

interface ColumnRow {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly comment: string | null;
}

interface ConstraintRow {
  readonly schema: string;
  readonly table: string;
  readonly kind: 'PRIMARY KEY' | 'FOREIGN KEY';
  readonly name: string | null;
  readonly columns: readonly string[];
  readonly referencedTable: string | null;
  readonly referencedColumns: readonly string[];
}

const tablesSql = `
  SELECT schema_name AS schema, table_name AS name, comment, sql FROM duckdb_tables()
  WHERE database_name = current_database() AND NOT internal AND NOT temporary`;
const viewsSql = `
  SELECT schema_name AS schema, view_name AS name, comment, sql FROM duckdb_views()
  WHERE database_name = current_database() AND NOT internal AND NOT temporary`;
const columnsSql = `
  SELECT schema_name AS schema, table_name AS "table", column_name AS name, data_type AS type,
         is_nullable AS nullable, comment
  FROM duckdb_columns() WHERE database_name = current_database() AND NOT internal
  ORDER BY schema_name, table_name, column_index`;
const constraintsSql = `
  SELECT schema_name AS schema, table_name AS "table", constraint_type AS kind,
         constraint_name AS name, constraint_column_names AS columns,
         referenced_table AS "referencedTable", referenced_column_names AS "referencedColumns"
  FROM duckdb_constraints()
  WHERE database_name = current_database() AND constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')
  ORDER BY table_oid, constraint_index`;
const macrosSql = `
  SELECT DISTINCT schema_name AS schema, function_name AS name FROM duckdb_functions()
  WHERE database_name = current_database() AND NOT internal ORDER BY ALL`;

/** Reads the shape of an open database. A view that no longer binds is named in `unreadable`. */
export async function introspectDuckdb(
  connection: DuckDBConnection,
  signal: AbortSignal | undefined,
): Promise<Catalog> {
  const read = async <T>(sql: string): Promise<readonly T[]> => {
    signal?.throwIfAborted();
    const reader = await connection.runAndReadAll(sql);
    return reader.getRowObjectsJS() as unknown as readonly T[];
  };
  const tables = await read<RelationRow>(tablesSql);
  const views = await read<RelationRow>(viewsSql);
  const columns = groupByTable(await read<ColumnRow>(columnsSql));
  const constraints = groupByTable(await read<ConstraintRow>(constraintsSql));
  const macros = await read<{ schema: string; name: string }>(macrosSql);

  const unreadable: UnreadableTable[] = [];
  const found: Table[] = tables.map((row) =>
    tableOf(row, 'table', columns.get(key(row)) ?? [], constraints.get(key(row)) ?? []),
  );
  for (const row of views) {
    signal?.throwIfAborted();
    const reason = await whyUnreadable(connection, row);
    if (reason === undefined) found.push(tableOf(row, 'view', columns.get(key(row)) ?? [], []));
    else unreadable.push({ schema: row.schema, name: row.name, reason });
  }
  return {
    defaultSchema: 'main',
    tables: found.sort((a, b) => compare(a.schema, b.schema) || compare(a.name, b.name)),
    // What a macro does is only known once it is expanded, so none counts as harmless.
    functions: macros.map((macro): CatalogFunction => ({ ...macro, volatility: 'volatile' })),
    unreadable,
    meta: { dialect: 'duckdb' },
  };
}

function tableOf(
  { schema, name, comment, sql }: RelationRow,
  kind: 'table' | 'view',
  columns: readonly ColumnRow[],
  constraints: readonly ConstraintRow[],
): Table {
  const primaryKey = constraints.find((constraint) => constraint.kind === 'PRIMARY KEY');
  const generated = kind === 'table' ? generatedColumns(sql ?? '') : new Set<string>();
  return {
    schema,
    name,
    kind,
    comment,
    columns: columns.map((column): Column => {
      const enumValues = enumLabels(column.type);
      return {
        name: column.name,
        dataType: column.type,
        nullable: column.nullable,
        isPrimaryKey: primaryKey?.columns.includes(column.name) ?? false,
        comment: column.comment,
        ...(enumValues ? { enumValues } : {}),
        ...(generated.has(column.name) ? { generated: true } : {}),
      };
    }),
    foreignKeys: constraints.flatMap((constraint): ForeignKey[] =>
      constraint.kind === 'FOREIGN KEY' && constraint.referencedTable !== null
        ? [
            {
              constraint: constraint.name,
              columns: constraint.columns,
              // DuckDB has no keys between schemas.
              referencedSchema: schema,
              referencedTable: constraint.referencedTable,
              referencedColumns: constraint.referencedColumns,
            },
          ]
        : [],
    ),
    ...(kind === 'view' && sql !== null ? { definition: sql } : {}),
  };
}

async function whyUnreadable(
  connection: DuckDBConnection,
  { schema, name }: RelationRow,
): Promise<string | undefined> {
  const quoted = [schema, name].map((part) => quoteIdentifier(part, 'duckdb')).join('.');
  try {
    const statement = await connection.prepare(`SELECT * FROM ${quoted}`);
    statement.destroySync();
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? '';
  }
}

/** The labels of `ENUM('sad', 'it''s ok')`, undefined for any other type. */
function enumLabels(type: string): readonly string[] | undefined {
  if (!/^ENUM\(.*\)$/s.test(type)) return undefined;
  return [...type.matchAll(/'((?:[^']|'')*)'/g)].map(([, label = '']) =>
    label.replaceAll("''", "'"),
  );
}

function groupByTable<T extends { readonly schema: string; readonly table: string }>(
  rows: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const name = key({ schema: row.schema, name: row.table });
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return groups;
}

function key({ schema, name }: { readonly schema: string; readonly name: string }): string {
  return JSON.stringify([schema, name]);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
