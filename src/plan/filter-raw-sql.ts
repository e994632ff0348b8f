import type { Scope, TableName } from '../access/index.ts';
import { type Catalog, createTableIndex } from '../catalog/index.ts';
import { type DialectName, quoteIdentifier, splitStatements, type Token } from '../sql/index.ts';
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
  if (first === undefined || !['select', 'with'].includes(first.value)) {
    return { status: 'refused', reason: 'not-one-query' };
  }
  const index = createTableIndex(catalog);
  const shadows: string[] = [];
  for (const name of tables) {
    const found = index.find([name.schema, name.name]);
    if (found.status !== 'found') return { status: 'refused', reason: 'broken-row-filter' };
    const { table } = found;
    if (isReachedAround(tokens, table)) return { status: 'refused', reason: 'qualified-name' };
    const filters = bindRowFilters(options, table);
    if (filters === null) return { status: 'refused', reason: 'broken-row-filter' };
    shadows.push(
      `${quoteIdentifier(table.name, dialect)} AS (${emitFilteredTable(table, filters, dialect)})`,
    );
  }
  if (shadows.length === 0) return { status: 'filtered', sql };
  const list = shadows.join(', ');
  const text = sql.slice(first.start, tokens.at(-1)?.end);
  if (first.value === 'select') return { status: 'filtered', sql: `WITH ${list} ${text}` };
  const second = tokens[1];
  const after = second?.value === 'recursive' ? second : first;
  const head = sql.slice(first.start, after.end);
  return {
    status: 'filtered',
    sql: `${head} ${list}, ${sql.slice(after.end, tokens.at(-1)?.end).trimStart()}`,
  };
}

/**
 * Whether the text names the table with its schema, or makes a common table of that name itself: then
 * ours would not stand in its way.
 */
function isReachedAround(tokens: readonly Token[], table: TableName): boolean {
  const isName = (token: Token | undefined, name: string) =>
    token !== undefined &&
    (token.kind === 'word' || token.kind === 'quoted-name') &&
    token.value.toLowerCase() === name.toLowerCase();
  return tokens.some((token, position) => {
    if (!isName(token, table.name)) return false;
    const isQualified =
      tokens[position - 1]?.text === '.' && isName(tokens[position - 2], table.schema);
    const next = tokens[position + 1];
    const isDefinition =
      isName(next, 'as') &&
      ['(', 'materialized', 'not'].includes(tokens[position + 2]?.value ?? '');
    return isQualified || isDefinition;
  });
}
