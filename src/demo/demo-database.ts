/**
 * The demo databases as plain data that belongs to no engine: typed columns, keys and rows.
 * `statements.ts` writes them as SQL for each dialect, `sqlite-files.ts` as files.
 */

/** What a column holds, apart from any engine's name for it. `timestamp` cells are `YYYY-MM-DD HH:MM:SS`. */
export type DemoColumnType =
  | { readonly kind: 'integer' }
  | { readonly kind: 'real' }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'text'; readonly maxLength: number }
  | { readonly kind: 'timestamp' };

/** A decimal is a string with its digits (`'0.99'`), so that no engine gets a rounded double. */
export type DemoCell = string | number | null;

export interface DemoColumn {
  readonly name: string;
  readonly type: DemoColumnType;
  readonly nullable: boolean;
}

export interface DemoForeignKey {
  readonly columns: readonly string[];
  readonly referencedTable: string;
  readonly referencedColumns: readonly string[];
}

export interface DemoTable {
  readonly name: string;
  readonly columns: readonly DemoColumn[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly DemoForeignKey[];
  /** Columns with an index of their own. */
  readonly indexes: readonly string[];
  readonly rows: readonly (readonly DemoCell[])[];
}

/** One database. A table stands after every table its foreign keys point at. */
export interface DemoDatabase {
  readonly id: string;
  readonly tables: readonly DemoTable[];
}

/** A column and how its cell is read from the record a generator made. */
export interface ColumnDefinition<Item> extends DemoColumn {
  readonly read: (item: Item) => DemoCell;
  /** `Table.Column` this column points at. */
  readonly references?: string;
}

interface ColumnOptions {
  readonly nullable?: boolean;
  readonly references?: string;
}

/** A column definition: its name, its type and the field it shows. */
export function column<Item>(
  name: string,
  type: DemoColumnType,
  read: (item: Item) => DemoCell,
  options: ColumnOptions = {},
): ColumnDefinition<Item> {
  const { nullable = false, references } = options;
  return { name, type, nullable, read, ...(references === undefined ? {} : { references }) };
}

export const integer: DemoColumnType = { kind: 'integer' };
export const real: DemoColumnType = { kind: 'real' };
export const money: DemoColumnType = { kind: 'decimal', precision: 10, scale: 2 };
export const timestamp: DemoColumnType = { kind: 'timestamp' };
export const text = (maxLength: number): DemoColumnType => ({ kind: 'text', maxLength });

/** A table out of records. The first column is the primary key unless `primaryKey` says otherwise. */
export function createTable<Item>(
  name: string,
  columns: readonly ColumnDefinition<Item>[],
  items: readonly Item[],
  primaryKey: readonly string[] = columns.slice(0, 1).map((each) => each.name),
): DemoTable {
  const references = columns.flatMap((each) =>
    each.references === undefined ? [] : [{ column: each.name, target: each.references }],
  );
  return {
    name,
    columns: columns.map(({ name, type, nullable }) => ({ name, type, nullable })),
    primaryKey,
    foreignKeys: references.map(({ column, target }) => {
      const [table = '', referenced = ''] = target.split('.');
      return { columns: [column], referencedTable: table, referencedColumns: [referenced] };
    }),
    indexes: references.map(({ column }) => column),
    rows: items.map((item) => columns.map((each) => each.read(item))),
  };
}
