import type { Catalog, Column, Table } from '../catalog/index.ts';
import type { SchemaSelection, SelectedTable } from './retriever.ts';

/**
 * The part of a schema that a model gets: one block per table, one line per column, keys and comments
 * beside them. The tokens of this text are what a selection costs.
 */
export function schemaText(selection: SchemaSelection, catalog: Catalog): string {
  const sent = new Set(selection.tables.map((table) => table.name));
  return selection.tables
    .flatMap((selected) => {
      const table = catalog.tables[selected.position];
      return table === undefined ? [] : [tableText(selected, table, sent)];
    })
    .join('\n');
}

function tableText(selected: SelectedTable, table: Table, sent: ReadonlySet<string>): string {
  const names = new Set(selected.columns.map((column) => column.name));
  const columns = table.columns.filter((column) => names.has(column.name));
  const keys = table.foreignKeys
    .filter((key) => sent.has(`${key.referencedSchema}.${key.referencedTable}`))
    .filter((key) => key.columns.every((column) => names.has(column)))
    .map(
      (key) =>
        `  ${key.columns.join(', ')} -> ${key.referencedSchema}.${key.referencedTable}(${key.referencedColumns.join(', ')})`,
    );
  const comment = table.comment === null ? '' : ` -- ${oneLine(table.comment)}`;
  return [`${selected.name}${comment}`, ...columns.map(columnText), ...keys, ''].join('\n');
}

function columnText(column: Column): string {
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
