import type { Scope } from '../../access/index.ts';
import { type Catalog, createTableIndex, type Table } from '../../catalog/index.ts';
import type { BoundExpression, BoundQuery } from '../bound-plan.ts';
import type { PlanExpression } from '../plan.ts';
import { bindExpression, type Place } from './bind-expression.ts';
import { sourceColumns } from './bind-sources.ts';
import type { Binding } from './binding.ts';
import { readCondition } from './bound-values.ts';

/** The alias under which a filter reads its table; never seen outside the wrapped table. */
export const filterAlias = 'visible';

interface FilterOwner {
  readonly catalog: Catalog;
  readonly scope: Scope;
  readonly datasourceId: string;
}

/**
 * The row filters of a caller on a table, bound against the whole table: a filter may read columns the
 * caller may not. Null when a value of the caller is missing or a filter does not bind.
 */
export function bindRowFilters(
  owner: FilterOwner,
  table: Table,
): readonly BoundExpression[] | null {
  const { catalog, scope, datasourceId } = owner;
  const rows = scope.rowFilters(datasourceId, table);
  if (rows.status === 'all-rows') return [];
  if (rows.status === 'missing-user-value') return null;
  const index = createTableIndex(catalog);
  const full = index.find([table.schema, table.name]);
  const binding: Binding = {
    datasourceId,
    scope,
    strictJoins: true,
    strictColumns: true,
    catalog,
    fullIndex: index,
    visible: catalog,
    visibleIndex: index,
    mayNameNames: true,
    cteNames: new Set(),
    issues: [],
    refusals: [],
    filteredTables: new Set(),
    tables: new Set(),
    columns: new Set(),
  };
  const source = {
    alias: filterAlias,
    columns: sourceColumns(full.status === 'found' ? full.table : table),
    used: new Set<string>(),
    table,
  };
  const place: Place = {
    frame: { sources: [source], parent: null, ctes: [] },
    words: 'a row filter',
    aggregates: false,
    windows: false,
    bindQuery: () => ({ query: neverQuery, columns: [] }),
  };
  const bound = rows.filters.map((filter, index_) => {
    const path = `row_filters[${index_}].where`;
    const expression = withoutAliases(filter) as PlanExpression;
    return readCondition(binding, bindExpression(binding, expression, path, place), path);
  });
  return binding.issues.some((issue) => issue.severity === 'error') ? null : bound;
}

/** A filter is over one table, whatever it calls it. */
function withoutAliases(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutAliases);
  if (node === null || typeof node !== 'object') return node;
  const record = node as Record<string, unknown>;
  if (record['kind'] === 'column') return { kind: 'column', column_name: record['column_name'] };
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [field, withoutAliases(value)]),
  );
}

/** Row filters have no queries; their schema refuses them. */
const neverQuery: BoundQuery = {
  ctes: [],
  from: { kind: 'cte', alias: '', name: '', columns: [] },
  joins: [],
  distinct: false,
  select: [],
  where: null,
  groupBy: [],
  having: null,
  setOperations: [],
  orderBy: [],
  limit: null,
  offset: null,
};
