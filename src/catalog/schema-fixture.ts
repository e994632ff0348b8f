import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Nl2sqlError } from '../errors.ts';
import type { Catalog, CatalogFunction, Column, ForeignKey, Table } from './catalog.ts';

/**
 * The schema-fixture JSON: a catalog as a file, written by `introspect --out` and read wherever a
 * schema is needed without its database. Reading needs only names and types and keeps unknown keys.
 */

const columnSchema = z.looseObject({
  name: z.string(),
  data_type: z.string(),
  nullable: z.boolean().default(true),
  is_primary_key: z.boolean().default(false),
  comment: z.string().nullish(),
  enum_values: z.array(z.string()).nullish(),
  generated: z.boolean().optional(),
  identity: z.boolean().optional(),
  samples: z.array(z.string()).optional(),
});

const foreignKeySchema = z.looseObject({
  column: z.string(),
  referenced_schema: z.string().nullish(),
  referenced_table: z.string(),
  referenced_column: z.string().nullish(),
  constraint: z.string().nullish(),
});

const tableSchema = z.looseObject({
  schema: z.string().nullish(),
  name: z.string(),
  kind: z
    .enum(['table', 'view', 'materialized_view', 'partitioned_table', 'foreign_table'])
    .default('table'),
  comment: z.string().nullish(),
  columns: z.array(columnSchema).default([]),
  foreign_keys: z.array(foreignKeySchema).default([]),
  definition: z.string().nullish(),
});

const fixtureSchema = z.looseObject({
  _meta: z.record(z.string(), z.unknown()).default({}),
  tables: z.array(tableSchema),
  functions: z
    .array(
      z.object({
        schema: z.string(),
        name: z.string(),
        volatility: z.enum(['immutable', 'stable', 'volatile']),
      }),
    )
    .default([]),
  unreadable: z
    .array(z.object({ schema: z.string(), name: z.string(), reason: z.string() }))
    .default([]),
});

type FixtureTable = z.infer<typeof tableSchema>;
type FixtureColumn = z.infer<typeof columnSchema>;

/**
 * Reads the JSON text of a schema fixture. Throws `SCHEMA_FIXTURE_INVALID` with every problem.
 *
 * @param path only for messages
 * @example
 * parseSchemaFixture('{"tables":[{"name":"t","columns":[{"name":"id","data_type":"int"}]}]}', 't.json');
 */
export function parseSchemaFixture(text: string, path: string): Catalog {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new Nl2sqlError(
      'SCHEMA_FIXTURE_INVALID',
      { path, problems: [`not JSON: ${(cause as SyntaxError).message}`] },
      { cause },
    );
  }
  const parsed = fixtureSchema.safeParse(value);
  if (!parsed.success) {
    const problems = parsed.error.issues
      .slice(0, 20)
      .map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`);
    throw new Nl2sqlError('SCHEMA_FIXTURE_INVALID', { path, problems });
  }
  const fixture = parsed.data;
  const defaultSchema = fixtureDefaultSchema(fixture._meta, fixture.tables);
  return {
    defaultSchema,
    tables: fixture.tables.map((table) => readTable(table, defaultSchema)),
    functions: fixture.functions as readonly CatalogFunction[],
    unreadable: fixture.unreadable,
    meta: fixture._meta,
  };
}

/** `_meta.default_schema`, else the schema most tables are in when it is a usual default. */
function fixtureDefaultSchema(
  meta: Record<string, unknown>,
  tables: readonly FixtureTable[],
): string {
  const told = meta['default_schema'];
  if (typeof told === 'string') return told;
  const schemas = new Set(tables.map((table) => table.schema ?? ''));
  for (const usual of ['public', 'main']) if (schemas.has(usual)) return usual;
  const [only] = schemas;
  return schemas.size === 1 && only ? only : 'public';
}

function readTable(table: FixtureTable, defaultSchema: string): Table {
  const { schema, name, kind, comment, columns, foreign_keys, definition, ...extra } = table;
  return {
    schema: schema ?? defaultSchema,
    name,
    kind,
    comment: comment ?? null,
    columns: columns.map(readColumn),
    foreignKeys: readForeignKeys(foreign_keys, defaultSchema),
    ...(typeof definition === 'string' ? { definition } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

function readColumn(column: FixtureColumn): Column {
  const {
    name,
    data_type,
    nullable,
    is_primary_key,
    comment,
    enum_values,
    generated,
    identity,
    samples,
    ...extra
  } = column;
  return {
    name,
    dataType: data_type,
    nullable,
    isPrimaryKey: is_primary_key,
    comment: comment ?? null,
    ...(enum_values ? { enumValues: enum_values } : {}),
    ...(generated === undefined ? {} : { generated }),
    ...(identity === undefined ? {} : { identity }),
    ...(samples === undefined ? {} : { samples }),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

/** Columns that share a constraint name and a target are one composite key, in file order. */
function readForeignKeys(
  entries: FixtureTable['foreign_keys'],
  defaultSchema: string,
): ForeignKey[] {
  const keys: (ForeignKey & { columns: string[]; referencedColumns: string[] })[] = [];
  for (const entry of entries) {
    const referencedSchema = entry.referenced_schema || defaultSchema;
    const constraint = entry.constraint ?? null;
    const open = keys.find(
      (key) =>
        constraint !== null &&
        key.constraint === constraint &&
        key.referencedSchema === referencedSchema &&
        key.referencedTable === entry.referenced_table,
    );
    const referencedColumn = entry.referenced_column;
    if (open) {
      open.columns.push(entry.column);
      if (referencedColumn) open.referencedColumns.push(referencedColumn);
    } else {
      keys.push({
        constraint,
        columns: [entry.column],
        referencedSchema,
        referencedTable: entry.referenced_table,
        referencedColumns: referencedColumn ? [referencedColumn] : [],
      });
    }
  }
  return keys;
}

/** The JSON value of a catalog; `JSON.stringify` of it reads back equal. */
export function schemaFixtureOf(catalog: Catalog): Record<string, unknown> {
  return {
    _meta: { ...catalog.meta, default_schema: catalog.defaultSchema },
    tables: catalog.tables.map((table) => ({
      schema: table.schema,
      name: table.name,
      kind: table.kind,
      comment: table.comment,
      columns: table.columns.map((column) => ({
        name: column.name,
        data_type: column.dataType,
        nullable: column.nullable,
        is_primary_key: column.isPrimaryKey,
        comment: column.comment,
        ...(column.enumValues ? { enum_values: column.enumValues } : {}),
        ...(column.generated === undefined ? {} : { generated: column.generated }),
        ...(column.identity === undefined ? {} : { identity: column.identity }),
        ...(column.samples ? { samples: column.samples } : {}),
        ...column.extra,
      })),
      foreign_keys: table.foreignKeys.flatMap((key) =>
        key.columns.map((column, index) => ({
          column,
          referenced_schema: key.referencedSchema,
          referenced_table: key.referencedTable,
          referenced_column: key.referencedColumns[index] ?? null,
          constraint: key.constraint,
        })),
      ),
      ...(table.definition === undefined ? {} : { definition: table.definition }),
      ...table.extra,
    })),
    ...(catalog.functions.length > 0 ? { functions: catalog.functions } : {}),
    unreadable: catalog.unreadable,
  };
}

/** A digest of what a catalog says (not of `_meta`): equal catalogs, equal fingerprints. */
export function catalogFingerprint(catalog: Catalog): string {
  const { _meta, ...content } = schemaFixtureOf(catalog);
  return createHash('sha256')
    .update(JSON.stringify([catalog.defaultSchema, content]))
    .digest('hex');
}
