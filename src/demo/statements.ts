import { assertNever, InternalError } from '../errors.ts';
import type { DialectName } from '../sql/index.ts';
import type {
  DemoCell,
  DemoColumn,
  DemoColumnType,
  DemoDatabase,
  DemoTable,
} from './demo-database.ts';

/** How a dialect spells what the demo databases need. */
interface DemoDialect {
  readonly integer: string;
  readonly real: string;
  readonly text: (maxLength: number) => string;
  readonly timestamp: string;
  /** What ends CREATE TABLE. */
  readonly tableOptions: string;
}

/**
 * Names stand unquoted, so PostgreSQL folds `InvoiceLine` to `invoiceline` and one SQL text reads all
 * four databases. Text sorts and compares by code point everywhere, as it does in SQLite.
 */
const dialects: Readonly<Record<DialectName, DemoDialect>> = {
  sqlite: {
    integer: 'INTEGER',
    real: 'REAL',
    text: (maxLength) => `VARCHAR(${maxLength})`,
    timestamp: 'DATETIME',
    tableOptions: '',
  },
  duckdb: {
    integer: 'INTEGER',
    real: 'DOUBLE',
    text: () => 'VARCHAR',
    timestamp: 'TIMESTAMP',
    tableOptions: '',
  },
  postgres: {
    integer: 'INTEGER',
    real: 'DOUBLE PRECISION',
    text: (maxLength) => `VARCHAR(${maxLength}) COLLATE "C"`,
    timestamp: 'TIMESTAMP',
    tableOptions: '',
  },
  mysql: {
    integer: 'INTEGER',
    real: 'DOUBLE',
    text: (maxLength) => `VARCHAR(${maxLength})`,
    timestamp: 'DATETIME',
    tableOptions: ' DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
  },
};

/** CREATE TABLE and CREATE INDEX for every table of a database, in an order that foreign keys allow. */
export function createStatements(database: DemoDatabase, dialect: DialectName): readonly string[] {
  return database.tables.flatMap((table) => [
    createTableStatement(table, dialects[dialect]),
    ...table.indexes.map(
      (column) => `CREATE INDEX ix_${table.name}_${column} ON ${table.name} (${column})`,
    ),
  ]);
}

/** DROP TABLE IF EXISTS for every table, those that point at others first. */
export function dropStatements(database: DemoDatabase): readonly string[] {
  return database.tables.map((table) => `DROP TABLE IF EXISTS ${table.name}`).reverse();
}

/** INSERT statements for every row, `rowsPerStatement` (default 250) at a time. */
export function* insertStatements(
  database: DemoDatabase,
  options: { readonly rowsPerStatement?: number } = {},
): Generator<string> {
  const { rowsPerStatement = 250 } = options;
  for (const table of database.tables) {
    const names = table.columns.map((column) => column.name).join(', ');
    // DuckDB checks a key into the same table against the rows of earlier statements only.
    const isSelfReferencing = table.foreignKeys.some((key) => key.referencedTable === table.name);
    const step = isSelfReferencing ? 1 : rowsPerStatement;
    for (let start = 0; start < table.rows.length; start += step) {
      const values = table.rows
        .slice(start, start + step)
        .map((row) => `(${row.map((cell, at) => literal(cell, table.columns[at])).join(', ')})`);
      yield `INSERT INTO ${table.name} (${names}) VALUES\n${values.join(',\n')}`;
    }
  }
}

function createTableStatement(table: DemoTable, dialect: DemoDialect): string {
  const lines = [
    ...table.columns.map(
      ({ name, type, nullable }) =>
        `${name} ${typeName(type, dialect)}${nullable ? '' : ' NOT NULL'}`,
    ),
    `PRIMARY KEY (${table.primaryKey.join(', ')})`,
    ...table.foreignKeys.map(
      (key) =>
        `FOREIGN KEY (${key.columns.join(', ')}) REFERENCES ${key.referencedTable} (${key.referencedColumns.join(', ')})`,
    ),
  ];
  return `CREATE TABLE ${table.name} (\n  ${lines.join(',\n  ')}\n)${dialect.tableOptions}`;
}

function typeName(type: DemoColumnType, dialect: DemoDialect): string {
  switch (type.kind) {
    case 'integer':
      return dialect.integer;
    case 'real':
      return dialect.real;
    case 'decimal':
      return `NUMERIC(${type.precision}, ${type.scale})`;
    case 'text':
      return dialect.text(type.maxLength);
    case 'timestamp':
      return dialect.timestamp;
    default:
      return assertNever(type);
  }
}

/** A value as every dialect reads it. */
function literal(cell: DemoCell, column: DemoColumn | undefined): string {
  if (cell === null) return 'NULL';
  if (typeof cell === 'number' || column?.type.kind === 'decimal') return String(cell);
  // MySQL alone reads a backslash as an escape; the demo's words have none, and it stays so.
  if (cell.includes('\\')) throw new InternalError(`A backslash in demo text: ${cell}`);
  return `'${cell.replaceAll("'", "''")}'`;
}
