import type { Column, Table } from '../../../catalog/index.ts';

/** What a column is good for in a question. */
export interface TableRoles {
  readonly key: readonly string[];
  /** The column that names a row to a person. */
  readonly label: string | null;
  /** Numbers that can be added up or averaged. */
  readonly measures: readonly string[];
  /** Columns that rows are grouped by. */
  readonly categories: readonly string[];
  readonly dates: readonly string[];
  readonly nullable: readonly string[];
}

/** Finds the roles of a table's columns by their types, keys and names. */
export function classifyColumns(table: Table): TableRoles {
  const foreign = new Set(table.foreignKeys.flatMap((key) => key.columns));
  const key = table.columns.filter((column) => column.isPrimaryKey).map((column) => column.name);
  const plain = table.columns.filter(
    (column) => !column.isPrimaryKey && !foreign.has(column.name) && !isIdentifier(column.name),
  );
  const texts = plain.filter((column) => isText(column) && !isDate(column));
  const label = labelOf(texts);
  return {
    key,
    label,
    measures: plain.filter((column) => isNumber(column) && !isDate(column)).map(nameOf),
    categories: [
      ...texts.filter((column) => column.name !== label && !isLongText(column.name)),
      ...plain.filter(isBoolean),
    ].map(nameOf),
    dates: plain.filter(isDate).map(nameOf),
    nullable: plain.filter((column) => column.nullable).map(nameOf),
  };
}

function nameOf(column: Column): string {
  return column.name;
}

function isText(column: Column): boolean {
  return /char|text|clob|string|enum/i.test(column.dataType) || column.enumValues !== undefined;
}

function isNumber(column: Column): boolean {
  return (
    /int|num|dec|real|doub|float|money/i.test(column.dataType) &&
    !/interval|point/i.test(column.dataType) &&
    !isBoolean(column)
  );
}

function isBoolean(column: Column): boolean {
  return /bool/i.test(column.dataType) || /^(?:is|has)[_A-Z]/.test(column.name);
}

/** By its type, or a text whose name says so: SQLite keeps dates as text. */
function isDate(column: Column): boolean {
  if (/date|timestamp/i.test(column.dataType)) return true;
  return isText(column) && /(?:_at|_on|_date|date)$|Date$/.test(column.name);
}

function isIdentifier(name: string): boolean {
  return /^id$|_id$|Id$|ID$|uuid|code$/i.test(name);
}

function isLongText(name: string): boolean {
  return /body|text|description|comment|note|address|url|path|email|phone|fax|subject|title|postal/i.test(
    name,
  );
}

/** `name`, `title` and their kind first, else a text that is called like one. */
function labelOf(texts: readonly Column[]): string | null {
  const names = texts.map(nameOf);
  const exact = names.find((name) => /^(?:name|title|full_?name|label)$/i.test(name));
  const like = names.find((name) => /(?:name|title|subject|domain|path)$/i.test(name));
  return exact ?? like ?? null;
}
