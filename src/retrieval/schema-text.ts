import type { Catalog, Column, Table } from '../catalog/index.ts';
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
  const columns = table.columns.filter((column) => names.has(column.name));
  const keys = table.foreignKeys
    .filter((key) => sent.has(`${key.referencedSchema}.${key.referencedTable}`))
    .filter((key) => key.columns.every((column) => names.has(column)))
    .map(
      (key) =>
        `  ${key.columns.join(', ')} -> ${key.referencedSchema}.${key.referencedTable}(${key.referencedColumns.join(', ')})`,
    );
  const comment = table.comment === null ? '' : ` -- ${oneLine(table.comment)}`;
  return [`${selected.name}${comment}`, ...columns.map(columnText), ...keys];
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
