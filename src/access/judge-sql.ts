import type { Scope, TableName } from './scope.ts';
import { isSystemCatalog } from './system-catalog.ts';
import { type ViewLineages, viewKey } from './view-lineage.ts';

/** What a SQL text reads, resolved against a catalog; `sql/` finds it out. */
export interface SqlReads {
  /** False when some part of the text could not be resolved: then nothing is known. */
  readonly isComplete: boolean;
  /** Tables and views the text names, CTE names never among them. */
  readonly tables: readonly (TableName & { readonly isView: boolean })[];
  /** Columns it reads anywhere of those tables and views: output, conditions, keys of USING, `*`. */
  readonly columns: readonly { readonly table: TableName; readonly column: string }[];
  /** Names of tables, columns or functions that the catalog does not know. */
  readonly unknownNames: readonly string[];
  /** Functions of the database's own schemas, which may read anything. */
  readonly catalogFunctions: readonly string[];
}

/** Why a text may not be run under a scope; `names` is for an audit log, never for the caller. */
export type SqlJudgement =
  | { readonly status: 'allowed'; readonly filteredTables: readonly TableName[] }
  | {
      readonly status: 'refused';
      /** `unknown-name`: nobody has that table or column, so the refusal is right by luck. */
      readonly reason:
        | 'outside-scope'
        | 'unknown-name'
        | 'not-analysed'
        | 'missing-user-value'
        | 'function';
      readonly names: readonly string[];
    };

/**
 * Judges a SQL text by what it reads in the whole catalog, and never by how it is written: for records and
 * evaluation, where `outside-scope` is a leak and a foreign system's text that reads there is not run. A
 * caller is answered by `decideSql`, which does not know what the caller does not see.
 */
export function judgeSqlReads(
  reads: SqlReads,
  scope: Scope,
  datasourceId: string,
  views?: ViewLineages,
): SqlJudgement {
  const outside = namesOutside(reads, scope, datasourceId, views);
  if (outside.length > 0) return { status: 'refused', reason: 'outside-scope', names: outside };
  if (scope.reachesWholeDatasource(datasourceId)) return { status: 'allowed', filteredTables: [] };
  if (reads.unknownNames.length > 0) {
    return { status: 'refused', reason: 'unknown-name', names: reads.unknownNames };
  }
  if (!reads.isComplete) return { status: 'refused', reason: 'not-analysed', names: [] };
  if (reads.catalogFunctions.length > 0) {
    return { status: 'refused', reason: 'function', names: reads.catalogFunctions };
  }
  if (!scope.canReachDatasource(datasourceId)) {
    return { status: 'refused', reason: 'outside-scope', names: [datasourceId] };
  }
  const filteredTables: TableName[] = [];
  for (const table of reads.tables) {
    const filters = scope.rowFilters(datasourceId, table);
    if (filters.status === 'missing-user-value') {
      return { status: 'refused', reason: 'missing-user-value', names: filters.keys };
    }
    if (filters.status === 'filtered') filteredTables.push(table);
  }
  return { status: 'allowed', filteredTables };
}

function namesOutside(
  reads: SqlReads,
  scope: Scope,
  id: string,
  views: ViewLineages | undefined,
): string[] {
  const tables = reads.tables
    .filter((table) =>
      table.isView
        ? !scope.canReadView(id, table, views?.get(viewKey(table)))
        : !scope.canReadTable(id, table),
    )
    .map((table) => `${table.schema}.${table.name}`);
  const columns = reads.columns
    .filter(({ table, column }) => scope.withholdsColumn(id, table, column))
    .map(({ table, column }) => `${table.schema}.${table.name}.${column}`);
  const system = reads.unknownNames.filter((name) => {
    const parts = name.split('.');
    const table = { schema: parts.at(-2) ?? '', name: parts.at(-1) ?? '' };
    return isSystemCatalog(table) && !scope.canReadTable(id, table);
  });
  return [...tables, ...columns, ...system];
}
