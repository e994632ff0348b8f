import type { Scope, TableName } from './scope.ts';

/** What a view reads, views behind views included; `unknown` when its text could not be analysed. */
export type ViewLineage =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'known';
      readonly tables: readonly TableName[];
      readonly columns: readonly { readonly table: TableName; readonly column: string }[];
    };

/** What stands behind each view, by {@link viewKey}. */
export type ViewLineages = ReadonlyMap<string, ViewLineage>;

/** The key of a view in {@link ViewLineages}. */
export function viewKey(view: TableName): string {
  return JSON.stringify([view.schema, view.name]);
}

/**
 * Whether nothing behind a view is withheld. Rows count too: a filter of a table behind the view does
 * not reach into it, so the view is closed unless a filter names the view itself.
 */
export function isViewReadable(
  scope: Scope,
  datasourceId: string,
  view: TableName,
  lineage: ViewLineage | undefined,
): boolean {
  if (lineage?.status !== 'known') return false;
  const hasOwnFilter = scope.rowFilters(datasourceId, view).status !== 'all-rows';
  return (
    lineage.tables.every(
      (table) =>
        !scope.withholdsTable(datasourceId, table) &&
        (hasOwnFilter || scope.rowFilters(datasourceId, table).status === 'all-rows'),
    ) &&
    lineage.columns.every(
      ({ table, column }) => !scope.withholdsColumn(datasourceId, table, column),
    )
  );
}
