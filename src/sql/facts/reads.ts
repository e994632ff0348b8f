import { formatName } from '../../catalog/index.ts';
import type { Path } from '../syntax/tree.ts';

/** A table by its full name, as the catalog spells it; `schema` is '' where the text does not say. */
export interface TableName {
  readonly schema: string;
  readonly name: string;
}

/** A table or view a text names. */
export interface TableRead extends TableName {
  readonly isView: boolean;
  /** Whether the catalog has it. */
  readonly isKnown: boolean;
}

/** A column a text reads. */
export interface ColumnRead {
  readonly table: TableName;
  readonly column: string;
}

/** A function a text calls. */
export interface FunctionCall {
  readonly path: Path;
  readonly argumentCount: number;
}

/** Gathers what a text reads while its tree is walked. */
export class Reads {
  readonly tables = new Map<string, TableRead>();
  readonly columns = new Map<string, ColumnRead>();
  /** Columns that belong to some table, but no one can say which. */
  readonly looseColumns = new Set<string>();
  readonly unknownNames = new Set<string>();
  readonly calls: FunctionCall[] = [];
  /** Types whose values are objects of the database. */
  readonly objectTypes = new Set<string>();
  /** Files and addresses read as tables. */
  readonly files: string[] = [];
  isComplete = true;

  addTable(table: TableRead): void {
    this.tables.set(formatName([table.schema, table.name]), table);
  }

  addColumn(read: ColumnRead): void {
    this.columns.set(columnName(read), read);
  }

  addColumns(reads: readonly ColumnRead[]): void {
    for (const read of reads) this.addColumn(read);
  }

  /** Notes a name nothing is known of: what depends on it is not analysed. */
  addUnknown(name: string): void {
    this.unknownNames.add(name);
    this.isComplete = false;
  }
}

/** `schema.table` as reports spell it; without a schema only the table. */
export function fullTableName(table: TableName): string {
  return formatName(table.schema === '' ? [table.name] : [table.schema, table.name]);
}

/** `schema.table.column` as reports spell it. */
export function columnName(read: ColumnRead): string {
  const { schema, name } = read.table;
  return formatName(schema === '' ? [name, read.column] : [schema, name, read.column]);
}

/** A path as it was written. */
export function writtenPath(path: Path): string {
  return formatName(path.map((name) => name.text));
}
