import {
  type Catalog,
  type Column,
  type ForeignKey,
  formatName,
  type Table,
  tableName,
} from '../catalog/index.ts';
import type { SchemaSelection, SelectedTable } from './retriever.ts';

/**
 * The part of a schema that a model gets: one block per table, one line per column, keys and comments
 * beside them. The tokens of this text are what a selection costs.
 */
export function schemaText(selection: Pick<SchemaSelection, 'tables'>, catalog: Catalog): string {
  return schemaLines(selection.tables, catalog).join('');
}

/** The lines of `schemaText`, each with its line end; the last of a block ends the blank line too. */
export function schemaLines(tables: readonly SelectedTable[], catalog: Catalog): string[] {
  const sent = new Set(tables.map((table) => table.name));
  const blocks = tables.flatMap((selected) => {
    const table = catalog.tables[selected.position];
    return table === undefined ? [] : [tableLines(selected, table, sent)];
  });
  return blocks.flatMap((lines, block) =>
    lines.map((line, place) => {
      const endsBlock = place === lines.length - 1 && block < blocks.length - 1;
      return endsBlock ? `${line}\n\n` : `${line}\n`;
    }),
  );
}

function tableLines(selected: SelectedTable, table: Table, sent: ReadonlySet<string>): string[] {
  const names = new Set(selected.columns.map((column) => column.name));
  return [
    headLine(table),
    ...table.columns.filter((column) => names.has(column.name)).map(columnLine),
    ...table.foreignKeys.filter((key) => isKeySent(key, names, sent)).map(keyLine),
  ];
}

/** A key is told when the table it points at is sent and all of its own columns are. */
export function isKeySent(
  key: ForeignKey,
  columns: ReadonlySet<string>,
  tables: ReadonlySet<string>,
): boolean {
  return tables.has(keyTarget(key)) && key.columns.every((column) => columns.has(column));
}

/** The name of the table that a key points at, as selections name it. */
export function keyTarget(key: ForeignKey): string {
  return formatName([key.referencedSchema, key.referencedTable]);
}

export function headLine(table: Table): string {
  return `${tableName(table)}${table.comment === null ? '' : ` -- ${oneLine(table.comment)}`}`;
}

export function keyLine(key: ForeignKey): string {
  return `  ${key.columns.join(', ')} -> ${keyTarget(key)}(${key.referencedColumns.join(', ')})`;
}

export function columnLine(column: Column): string {
  const parts = [`  ${column.name} ${column.dataType}`];
  if (column.isPrimaryKey) parts.push('primary key');
  else if (!column.nullable) parts.push('not null');
  if (column.enumValues) parts.push(`one of ${column.enumValues.join(' | ')}`);
  if (column.comment !== null) parts.push(`-- ${oneLine(column.comment)}`);
  return parts.join(' ');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
