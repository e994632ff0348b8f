import { isView, type Table } from '../../catalog/index.ts';
import type { DialectName } from '../dialect.ts';
import { splitStatements } from '../split-statements.ts';
import { parseStatement } from '../syntax/parse-statement.ts';
import { syntaxRules } from '../syntax/syntax-rules.ts';
import type { CatalogNames } from './catalog-names.ts';
import { type ColumnRead, columnName, fullTableName, Reads, type TableName } from './reads.ts';
import { resolveQuery } from './resolve-query.ts';

/** What a view reads, views behind it included; `unknown` when its text could not be analysed. */
export type ViewLineage =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'known';
      readonly tables: readonly TableName[];
      readonly columns: readonly ColumnRead[];
    };

/** Looks behind the views of a catalog, each once. */
export interface ViewReads {
  /** Names of the tables and columns behind the views a text reads. */
  behind(reads: Reads): { readonly tables: readonly string[]; readonly columns: readonly string[] };
  lineageOf(view: Table): ViewLineage;
}

/** Views are looked through as deep as they go; one that reads itself is unknown. */
export function createViewReads(names: CatalogNames, dialect: DialectName): ViewReads {
  const known = new Map<Table, ViewLineage>();
  const views = new Map<string, Table>();
  for (const table of names.catalog.tables) {
    if (isView(table)) views.set(fullTableName(table), table);
  }

  const lineageOf = (view: Table): ViewLineage => {
    const found = known.get(view);
    if (found) return found;
    known.set(view, { status: 'unknown' });
    const lineage = readView(view);
    known.set(view, lineage);
    return lineage;
  };

  const readView = (view: Table): ViewLineage => {
    const own = readDefinition(view, names, dialect);
    if (!own?.isComplete) return { status: 'unknown' };
    const tables = new Map<string, TableName>();
    const columns = new Map<string, ColumnRead>(own.columns);
    for (const [key, table] of own.tables) {
      tables.set(key, { schema: table.schema, name: table.name });
      const inner = table.isView ? views.get(fullTableName(table)) : undefined;
      if (!table.isView) continue;
      const lineage = inner ? lineageOf(inner) : ({ status: 'unknown' } as const);
      if (lineage.status === 'unknown') return lineage;
      for (const behind of lineage.tables) tables.set(fullTableName(behind), behind);
      for (const column of lineage.columns) columns.set(columnName(column), column);
    }
    return { status: 'known', tables: [...tables.values()], columns: [...columns.values()] };
  };

  return {
    lineageOf,
    behind(reads) {
      const tables: string[] = [];
      const columns: string[] = [];
      for (const table of reads.tables.values()) {
        const view = table.isView ? views.get(fullTableName(table)) : undefined;
        const lineage = view ? lineageOf(view) : null;
        if (lineage?.status !== 'known') continue;
        tables.push(...lineage.tables.map(fullTableName));
        columns.push(...lineage.columns.map(columnName));
      }
      return { tables, columns };
    },
  };
}

/** Reads a view's text: a query, or the whole `CREATE VIEW … AS query` some engines hand out. */
function readDefinition(view: Table, names: CatalogNames, dialect: DialectName): Reads | null {
  if (view.definition === undefined) return null;
  const [statement, ...more] = splitStatements(view.definition, dialect).statements;
  if (!statement || more.length > 0) return null;
  let { tokens } = statement;
  if (tokens[0]?.value === 'create') {
    const as = tokens.findIndex(
      (token, index) =>
        token.value === 'as' &&
        /^(?:select|with|values|table|from|\()$/.test(tokens[index + 1]?.value ?? ''),
    );
    if (as === -1) return null;
    tokens = tokens.slice(as + 1);
  }
  const reading = parseStatement(tokens, dialect);
  if (reading.status !== 'parsed' || reading.statement.kind !== 'query') return null;
  const reads = new Reads();
  const { forwardCtes } = syntaxRules[dialect];
  resolveQuery({ dialect, names, reads, forwardCtes }, reading.statement.query, null, null);
  return reads;
}
