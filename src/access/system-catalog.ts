import { literalPrefix, type Pattern } from './pattern.ts';

/** Schemas in which databases keep data about themselves. */
const systemSchemas = [
  'pg_catalog',
  'pg_toast',
  'information_schema',
  'mysql',
  'performance_schema',
  'sys',
  'duckdb_internal',
  'system',
];

/** First letters of tables and table functions with data about the database. */
const systemTables = ['sqlite_', 'pragma_', 'duckdb_', 'pg_', 'show_'];

/** Whether a name stands for data about the database rather than data in it. */
export function isSystemCatalog(table: {
  readonly schema: string;
  readonly name: string;
}): boolean {
  return isSystemSchema(table.schema.toLowerCase()) || isSystemTable(table.name.toLowerCase());
}

function isSystemSchema(lower: string): boolean {
  return systemSchemas.some((schema) => lower === schema) || lower.startsWith('pg_temp');
}

function isSystemTable(lower: string): boolean {
  return systemTables.some((prefix) => lower.startsWith(prefix));
}

/** Whether the writer of a rule meant a system catalog: `*` never does, `shop.pg_catalog.*` does. */
export function namesSystemCatalog(pattern: Pattern): boolean {
  const [, schema, table] = pattern.parts;
  return (
    (schema !== undefined && isSystemSchema(literalPrefix(schema))) ||
    (table !== undefined && isSystemTable(literalPrefix(table)))
  );
}
