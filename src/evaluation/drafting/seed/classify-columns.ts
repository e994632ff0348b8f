import type { Column, Table } from '../../../catalog/index.ts';

/** What a column is good for in a question. */
export interface TableRoles {
  readonly key: readonly string[];
  /** The columns that name a row to a person: a name, or a first and a last one. */
  readonly labels: readonly string[];
  /** Numbers that can be averaged. */
  readonly measures: readonly string[];
  /** Those of them whose sum says something: a total of prices or ratings does not. */
  readonly sums: readonly string[];
  /** Columns that rows are grouped by. */
  readonly categories: readonly string[];
  /** Those of them that only say yes or no. */
  readonly flags: readonly string[];
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
  const labels = labelsOf(texts.map(nameOf));
  const measures = plain
    .filter((column) => isNumber(column) && !isDate(column) && !isNumberName(column.name))
    .map(nameOf);
  const flags = plain.filter(isBoolean).map(nameOf);
  return {
    key,
    labels,
    measures,
    sums: measures.filter((name) => !isRate(name)),
    categories: [
      ...texts
        .map(nameOf)
        .filter((name) => !labels.includes(name) && !isLongText(name) && !isPersonName(name)),
      ...flags,
    ],
    flags,
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
  return isText(column) && /(?:_at|_on|date)$|[a-z](?:At|On|Date)$/.test(column.name);
}

function isIdentifier(name: string): boolean {
  if (/^id$|[_ ]id$|uuid|guid|code$/i.test(name) || /[a-z\d]I[dD]$/.test(name)) return true;
  return /[a-z]id$/.test(name) && !/(?:paid|bid|grid|void|fluid|solid|valid|liquid)$/.test(name);
}

/** Numbers that count or name a place in an order; nobody averages them. */
function isNumberName(name: string): boolean {
  return /(?:^|_|[a-z](?=[A-Z]))(?:year|month|day|lat|latitude|lon|lng|longitude|number|no|nr|num|port|version|position|rank|zip|sequence|seq|index|ordinal)$/i.test(
    name,
  );
}

/** Sums of these say nothing. */
function isRate(name: string): boolean {
  return /price|rate|ratio|score|rating|satisfaction|percent|pct|share|(?:^|_)age$|temperature|average|avg|mean|level|grade/i.test(
    name,
  );
}

function isPersonName(name: string): boolean {
  return /(?:first|last|middle|given|family)_?name|surname/i.test(name);
}

function isLongText(name: string): boolean {
  return /body|text|description|comment|note|address|url|path|email|phone|fax|subject|title|postal|password|hash|token/i.test(
    name,
  );
}

/** `name` first, then a first and a last name, then `title` and texts that are called like one. */
function labelsOf(names: readonly string[]): string[] {
  const exact = names.find((name) => /^(?:name|full_?name|label|display_?name)$/i.test(name));
  if (exact !== undefined) return [exact];
  const first = names.find((name) => /^(?:first|given)_?name$/i.test(name));
  const last = names.find((name) => /^(?:last|family)_?name$|^surname$/i.test(name));
  if (first !== undefined && last !== undefined) return [first, last];
  const like =
    names.find((name) => /^title$/i.test(name)) ??
    names.find((name) => /(?:name|title|subject|domain|path)$/i.test(name));
  return like === undefined ? [] : [like];
}
