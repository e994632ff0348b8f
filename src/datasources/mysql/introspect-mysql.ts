import type {
  Catalog,
  CatalogFunction,
  Column,
  ForeignKey,
  Table,
  UnreadableTable,
} from '../../catalog/index.ts';
import type { MysqlConnection } from './mysql-connection.ts';

type Texts = readonly (string | null)[];

/**
 * The catalog of a MySQL or MariaDB database, from `information_schema`. A schema is a database here:
 * the one of the connection, and those that an `include` pattern names (`other_db.*`). System
 * databases, temporary tables and sequences are left out.
 */
export async function introspectMysql(
  { run, server }: MysqlConnection,
  include: readonly string[],
): Promise<Catalog> {
  const [session] = await run('SELECT DATABASE()');
  const defaultSchema = session?.[0] ?? '';
  const schemas = await wantedSchemas(run, defaultSchema, include);
  const catalogs: Pick<Catalog, 'tables' | 'functions' | 'unreadable'>[] = [];
  for (const schema of schemas) catalogs.push(await introspectSchema(run, schema));
  return {
    defaultSchema,
    tables: catalogs.flatMap(({ tables }) => tables),
    functions: catalogs.flatMap(({ functions }) => functions),
    unreadable: catalogs.flatMap(({ unreadable }) => unreadable),
    meta: {
      dialect: 'mysql',
      server: `${server.isMariadb ? 'MariaDB' : 'MySQL'} ${server.version}`,
    },
  };
}

const systemSchemas = ['information_schema', 'mysql', 'performance_schema', 'sys'];

async function wantedSchemas(
  run: MysqlConnection['run'],
  defaultSchema: string,
  include: readonly string[],
): Promise<readonly string[]> {
  const patterns = include
    .filter((pattern) => pattern.includes('.'))
    .map((pattern) => pattern.slice(0, pattern.indexOf('.')))
    // `*.orders` means any schema of this datasource, not every database of the server.
    .filter((name) => name !== '*')
    .map(schemaPattern);
  if (patterns.length === 0) return [defaultSchema];
  const rows = await run('SELECT SCHEMA_NAME FROM information_schema.SCHEMATA ORDER BY 1');
  return rows
    .map(([name]) => name ?? '')
    .filter(
      (name) =>
        name === defaultSchema ||
        (!systemSchemas.includes(name.toLowerCase()) &&
          patterns.some((pattern) => pattern.test(name))),
    );
}

function schemaPattern(glob: string): RegExp {
  const source = glob
    .replace(/[\\^$.+()[\]{}|]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'iu');
}

async function introspectSchema(
  run: MysqlConnection['run'],
  schema: string,
): Promise<Pick<Catalog, 'tables' | 'functions' | 'unreadable'>> {
  const name = quoteText(schema);
  const tables = await run(`
    SELECT TABLE_NAME, TABLE_TYPE, ENGINE, CREATE_OPTIONS, TABLE_COMMENT
    FROM information_schema.TABLES
    WHERE TABLE_SCHEMA = ${name} AND TABLE_TYPE IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED')`);
  const columns = await run(`
    SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, DATA_TYPE, IS_NULLABLE, COLUMN_COMMENT, EXTRA, PRIVILEGES
    FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ${name}
    ORDER BY TABLE_NAME, ORDINAL_POSITION`);
  const keys = await run(`
    SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME,
           REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME
    FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = ${name}
    ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`);
  const views = await run(`
    SELECT TABLE_NAME, VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ${name}`);
  const functions = await run(`
    SELECT ROUTINE_NAME, IS_DETERMINISTIC, SQL_DATA_ACCESS FROM information_schema.ROUTINES
    WHERE ROUTINE_SCHEMA = ${name} AND ROUTINE_TYPE = 'FUNCTION'`);

  const found = { columns: groupByTable(columns), keys: groupByTable(keys) };
  const definitions = new Map(views.map(([view, definition]) => [view, definition]));
  const readable: Table[] = [];
  const unreadable: UnreadableTable[] = [];
  for (const row of tables.toSorted((a, b) => compareNames(a[0] ?? '', b[0] ?? ''))) {
    const [table = null, , , , comment] = row;
    const primaryKey = primaryKeyOf(found.keys.get(table) ?? []);
    const own = (found.columns.get(table) ?? [])
      .filter((column) => /\bselect\b/i.test(column[7] ?? ''))
      .map((column) => readColumn(column, primaryKey));
    if (own.length === 0) {
      unreadable.push({
        schema,
        name: table ?? '',
        reason: refusal(found.columns.get(table), comment),
      });
      continue;
    }
    const isView = row[1] === 'VIEW';
    const definition = definitions.get(table);
    readable.push({
      schema,
      name: table ?? '',
      kind: tableKind(row),
      comment: isView ? null : comment || null,
      columns: own,
      foreignKeys: readForeignKeys(found.keys.get(table) ?? []),
      ...(definition ? { definition } : {}),
    });
  }
  return {
    tables: readable,
    functions: functions
      .map((row) => readFunction(schema, row))
      .sort((a, b) => compareNames(a.name, b.name)),
    unreadable,
  };
}

/** Every table has columns; one that shows none is a broken view, one without the right another's. */
function refusal(
  columns: readonly Texts[] | undefined,
  comment: string | null | undefined,
): string {
  if (columns !== undefined) return 'no SELECT right';
  return comment && comment !== 'VIEW' ? comment : 'it shows no columns';
}

/** Storage engines whose rows are on another server or in files. */
const foreignEngines = ['FEDERATED', 'CONNECT', 'SPIDER', 'S3'];

function tableKind([, type, engine, options]: Texts): Table['kind'] {
  if (type === 'VIEW') return 'view';
  if (/\bpartitioned\b/i.test(options ?? '')) return 'partitioned_table';
  return foreignEngines.includes(engine?.toUpperCase() ?? '') ? 'foreign_table' : 'table';
}

function readColumn(row: Texts, primaryKey: ReadonlySet<string | null>): Column {
  const [, name = null, columnType, dataType, nullable, comment, extra] = row;
  return {
    name: name ?? '',
    dataType: columnType ?? '',
    nullable: nullable === 'YES',
    isPrimaryKey: primaryKey.has(name),
    comment: comment || null,
    ...(dataType === 'enum' ? { enumValues: enumLabels(columnType ?? '') } : {}),
    // Not DEFAULT_GENERATED, which is MySQL's word for a default that is an expression.
    ...(/\b(VIRTUAL|STORED|PERSISTENT)\b/i.test(extra ?? '') ? { generated: true } : {}),
    ...(/\bauto_increment\b/i.test(extra ?? '') ? { identity: true } : {}),
  };
}

/**
 * The labels in a column's type.
 *
 * @example
 * enumLabels("enum('a','it''s')"); // ['a', "it's"]
 */
export function enumLabels(columnType: string): string[] {
  return [...columnType.matchAll(/'((?:[^']|'')*)'/g)].map(([, label = '']) =>
    label.replaceAll("''", "'"),
  );
}

function primaryKeyOf(keys: readonly Texts[]): ReadonlySet<string | null> {
  return new Set(
    keys.filter(([, constraint]) => constraint === 'PRIMARY').map(([, , column = null]) => column),
  );
}

function readForeignKeys(keys: readonly Texts[]): ForeignKey[] {
  const found = new Map<string, ForeignKey & { columns: string[]; referencedColumns: string[] }>();
  for (const [, constraint, column, schema, table, target] of keys) {
    if (!constraint || !column || !schema || !table || !target) continue;
    const open = found.get(constraint);
    if (open) {
      open.columns.push(column);
      open.referencedColumns.push(target);
    } else {
      found.set(constraint, {
        constraint,
        columns: [column],
        referencedSchema: schema,
        referencedTable: table,
        referencedColumns: [target],
      });
    }
  }
  return [...found.values()];
}

/** What its author declared: MySQL checks none of it, the read-only transaction does. */
function readFunction(schema: string, [name, deterministic, access]: Texts): CatalogFunction {
  const isVolatile = access === 'MODIFIES SQL DATA' || deterministic !== 'YES';
  return {
    schema,
    name: name ?? '',
    volatility: access === 'READS SQL DATA' ? 'stable' : isVolatile ? 'volatile' : 'immutable',
  };
}

function groupByTable(rows: readonly Texts[]): ReadonlyMap<string | null, readonly Texts[]> {
  const groups = new Map<string | null, Texts[]>();
  for (const row of rows) {
    const [table = null] = row;
    const group = groups.get(table);
    if (group) group.push(row);
    else groups.set(table, [row]);
  }
  return groups;
}

/** By code units, so that the order depends on no collation. */
function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
