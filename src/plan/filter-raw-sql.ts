import type { Scope, TableName } from '../access/index.ts';
import { type Catalog, createTableIndex } from '../catalog/index.ts';
import {
  type DialectName,
  innerWithMissesOuter,
  nameKey,
  quoteIdentifier,
  splitStatements,
  type Token,
} from '../sql/index.ts';
import { bindRowFilters } from './bind/bind-row-filters.ts';
import { emitFilteredTable } from './generate/emit-filtered-table.ts';

/** A text whose tables show only the rows of the caller, or that this could not be made sure. */
export type FilteredSql =
  | { readonly status: 'filtered'; readonly sql: string }
  | {
      readonly status: 'refused';
      readonly reason: 'qualified-name' | 'broken-row-filter' | 'not-one-query';
    };

export interface FilterOptions {
  readonly dialect: DialectName;
  readonly catalog: Catalog;
  readonly scope: Scope;
  readonly datasourceId: string;
  /** The tables of the text that have row filters, as `judgeSqlReads` found them. */
  readonly tables: readonly TableName[];
}

/**
 * Narrows raw SQL to the rows a caller sees: each filtered table is hidden behind a common table of the
 * same name, which every bare mention of it then means. A mention with the schema before it would reach
 * around that, so such a text is refused.
 *
 * @example
 * filterRawSql('SELECT COUNT(*) FROM orders', { … }); // WITH orders AS (SELECT … WHERE …) SELECT COUNT(*) FROM orders
 */
export function filterRawSql(sql: string, options: FilterOptions): FilteredSql {
  const { dialect, catalog, tables } = options;
  const { statements } = splitStatements(sql, dialect);
  const [statement] = statements;
  if (statement === undefined || statements.length !== 1) {
    return { status: 'refused', reason: 'not-one-query' };
  }
  const { tokens } = statement;
  const [first] = tokens;
  if (first === undefined || !firstWords[dialect].includes(first.value)) {
    return { status: 'refused', reason: 'not-one-query' };
  }
  const index = createTableIndex(catalog);
  const shadows: string[] = [];
  for (const name of tables) {
    const found = index.find([name.schema, name.name]);
    if (found.status !== 'found') return { status: 'refused', reason: 'broken-row-filter' };
    const { table } = found;
    if (isReachedAround(tokens, table, dialect))
      return { status: 'refused', reason: 'qualified-name' };
    const filters = bindRowFilters(options, table);
    if (filters === null) return { status: 'refused', reason: 'broken-row-filter' };
    shadows.push(
      `${quoteIdentifier(table.name, dialect)} AS (${emitFilteredTable(table, filters, dialect)})`,
    );
  }
  if (shadows.length === 0) return { status: 'filtered', sql };
  return { status: 'filtered', sql: withShadows(sql, tokens, shadows.join(', '), dialect) };
}

/** Words a query may begin with that a WITH may stand before. */
const firstWords: Readonly<Record<DialectName, readonly string[]>> = {
  sqlite: ['select', 'with', 'values'],
  duckdb: ['select', 'with', 'values', '(', 'from', 'table', 'pivot', 'unpivot'],
  postgres: ['select', 'with', 'values', '(', 'table'],
  mysql: ['select', 'with', 'values', '('],
};

/** The text with our common tables first in its WITH, and in those inside it that would miss them there. */
function withShadows(
  sql: string,
  tokens: readonly Token[],
  list: string,
  dialect: DialectName,
): string {
  const end = tokens.at(-1)?.end;
  const places = tokens.flatMap((token, position) => {
    const isOuter = position === 0;
    if (token.value !== 'with' || token.kind !== 'word') return [];
    if (!isOuter && !innerWithMissesOuter(dialect)) return [];
    const next = tokens[position + 1];
    if (next?.value === 'recursive' && next.kind === 'word') return [next.end];
    // `WITH ROLLUP` and its kind define nothing.
    return ['as', '('].includes(tokens[position + 2]?.value ?? '') ? [token.end] : [];
  });
  let text = '';
  let done = tokens[0]?.start ?? 0;
  if (tokens[0]?.value !== 'with') text = `WITH ${list} `;
  for (const place of places) {
    text += `${sql.slice(done, place)} ${list},`;
    done = place;
  }
  return text + sql.slice(done, end);
}

/**
 * Whether the text names the table with its schema, or makes a common table of that name itself: then
 * ours would not stand in its way.
 */
function isReachedAround(
  tokens: readonly Token[],
  table: TableName,
  dialect: DialectName,
): boolean {
  return tokens.some((token, position) => {
    if (!isNamed(token, table.name, dialect)) return false;
    const isQualified =
      tokens[position - 1]?.text === '.' && isNamed(tokens[position - 2], table.schema, dialect);
    return isQualified || isDefinition(tokens, position + 1);
  });
}

/** SQLite takes a string for a name, too. */
function isNamed(token: Token | undefined, name: string, dialect: DialectName): boolean {
  if (token === undefined || !['word', 'quoted-name', 'string'].includes(token.kind)) return false;
  const written = nameKey({ text: token.value, quoted: false }, dialect).toLowerCase();
  return written === name.toLowerCase();
}

/** `AS (…)`, `(a, b) AS (…)` and `(a, b) USING KEY (a) AS (…)`, after a name. */
function isDefinition(tokens: readonly Token[], start: number): boolean {
  let position = start;
  if (tokens[position]?.text === '(') {
    let depth = 0;
    do {
      const text = tokens[position]?.text;
      if (text === '(') depth += 1;
      else if (text === ')') depth -= 1;
      position += 1;
    } while (depth > 0 && position < tokens.length);
  }
  const value = (offset: number) => tokens[position + offset]?.value ?? '';
  if (value(0) === 'using' && value(1) === 'key') return true;
  return value(0) === 'as' && ['(', 'materialized', 'not'].includes(value(1));
}
