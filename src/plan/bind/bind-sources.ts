import { isSystemCatalog } from '../../access/index.ts';
import { type Table, tableName } from '../../catalog/index.ts';
import { nearest } from '../../validation/index.ts';
import type { BoundExpression, BoundSource } from '../bound-plan.ts';
import { issue } from '../issue.ts';
import type { TableReference } from '../plan.ts';
import { columnScale, columnType } from '../value-type.ts';
import { matchName } from './bind-column.ts';
import type { NestedQuery } from './bind-expression.ts';
import { bindRowFilters } from './bind-row-filters.ts';
import type { Binding, NamedQuery, Source, SourceColumn } from './binding.ts';

/** A source with what it becomes once all columns read of it are known. */
export interface OpenSource {
  readonly source: Source;
  readonly close: () => BoundSource | null;
}

/** Finds what a table reference stands for: a common table, a query, or a table of the catalog. */
export function openSource(
  binding: Binding,
  reference: TableReference,
  ctes: readonly NamedQuery[],
  path: string,
  bindNested: (path: string) => NestedQuery,
): OpenSource {
  const { alias } = reference;
  if (reference.query != null) {
    const nested = bindNested(`${path}.query`);
    return derived(alias, nested.columns, (columns) => ({
      kind: 'query',
      alias,
      query: nested.query,
      columns,
    }));
  }
  const name = reference.name ?? '';
  if (reference.schema_name == null) {
    const match = matchName(ctes, (cte) => cte.bound.name, name);
    if (match.status === 'found') {
      const cte = match.item;
      return derived(alias, cte.columns, (columns) => ({
        kind: 'cte',
        alias,
        name: cte.bound.name,
        columns,
      }));
    }
  }
  const table = findTable(binding, reference, path);
  if (table === null) {
    return { source: { alias, columns: null, used: new Set(), table: null }, close: () => null };
  }
  return openTable(binding, table, alias, path);
}

function derived(
  alias: string,
  columns: readonly SourceColumn[],
  close: (columns: readonly string[]) => BoundSource,
): OpenSource {
  const source: Source = { alias, columns, used: new Set(), table: null };
  return { source, close: () => close([...source.used]) };
}

function findTable(binding: Binding, reference: TableReference, path: string): Table | null {
  const name = reference.name ?? '';
  const parts = reference.schema_name == null ? [name] : [reference.schema_name, name];
  const written = parts.join('.');
  const found = binding.visibleIndex.find(parts);
  if (found.status === 'found') return found.table;
  if (found.status === 'ambiguous') {
    const names = found.tables.map(tableName);
    binding.issues.push(
      issue(
        'TABLE_NOT_FOUND',
        `${path}.name`,
        `table "${written}" is ambiguous: ${names.join(', ')}`,
        {
          found: written,
          expected: 'a name with its schema',
          suggestion: names[0] ?? null,
          ambiguous: true,
        },
      ),
    );
    return null;
  }
  const asSystem = { schema: reference.schema_name ?? '', name };
  const isClosed =
    isSystemCatalog(asSystem) && !binding.scope.canReadTable(binding.datasourceId, asSystem);
  if (isClosed || !binding.mayNameNames) {
    const cause = { kind: 'unseen-table', name: parts } as const;
    binding.refusals.push({ path: `${path}.name`, cause });
    return null;
  }
  const known = binding.visible.tables.map((table) => table.name);
  const otherSchema = binding.visibleIndex.find([name]);
  const suggestion =
    otherSchema.status === 'found' ? tableName(otherSchema.table) : (nearest(name, known) ?? null);
  binding.issues.push(
    issue(
      'TABLE_NOT_FOUND',
      `${path}.name`,
      `no table "${written}"${suggestion === null ? '' : `; did you mean "${suggestion}"?`}`,
      {
        found: written,
        expected: known.slice(0, 15).join(', ') + (known.length > 15 ? ', …' : ''),
        suggestion,
      },
    ),
  );
  return null;
}

function openTable(binding: Binding, table: Table, alias: string, path: string): OpenSource {
  const columns = sourceColumns(table);
  const source: Source = { alias, columns, used: new Set(), table };
  binding.tables.add(tableName(table));
  const filters = visibleRows(binding, table, path);
  return {
    source,
    close: () => ({
      kind: 'table',
      alias,
      table,
      isInDefaultSchema: isPlainName(binding, table),
      columns: [...source.used],
      filters,
    }),
  };
}

/** Whether the bare name means this table: no other schema and no common table has the name. */
function isPlainName(binding: Binding, table: Table): boolean {
  return (
    table.schema === binding.catalog.defaultSchema &&
    !binding.cteNames.has(table.name.toLowerCase()) &&
    binding.fullIndex.find([table.name]).status === 'found' &&
    binding.catalog.tables.filter((other) => other.name.toLowerCase() === table.name.toLowerCase())
      .length === 1
  );
}

const readColumns = new WeakMap<Table, readonly SourceColumn[]>();

/** The columns of a table with their types, read once per table. */
export function sourceColumns(table: Table): readonly SourceColumn[] {
  const known = readColumns.get(table);
  if (known !== undefined) return known;
  const columns = table.columns.map((column): SourceColumn => {
    const scale = columnScale(column);
    return {
      name: column.name,
      type: columnType(column),
      dataType: column.dataType,
      isPrimaryKey: column.isPrimaryKey,
      ...(scale === null ? {} : { scale }),
      ...(column.enumValues === undefined ? {} : { isEnum: true as const }),
    };
  });
  readColumns.set(table, columns);
  return columns;
}

/** The filters of the caller; one that cannot be bound, or lacks a value of the caller, closes the table. */
function visibleRows(binding: Binding, table: Table, path: string): readonly BoundExpression[] {
  const rows = binding.scope.rowFilters(binding.datasourceId, table);
  if (rows.status === 'all-rows') return [];
  if (rows.status === 'missing-user-value') {
    binding.refusals.push({ path: `${path}.name`, cause: { kind: 'missing-user-value' } });
    return [];
  }
  binding.filteredTables.add(tableName(table));
  const filters = bindRowFilters(binding, table);
  if (filters === null) {
    binding.refusals.push({ path: `${path}.name`, cause: { kind: 'broken-row-filter' } });
  }
  return filters ?? [];
}
