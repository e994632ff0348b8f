import { type Catalog, type Column, isView, type Table } from '../../catalog/index.ts';
import type { DialectName } from '../dialect.ts';
import { catalogKey, nameRules } from './name-rules.ts';
import { type ColumnRead, fullTableName } from './reads.ts';
import type { SourceColumn } from './scope.ts';

/** The columns of a table as a text may name them. */
export interface TableColumns {
  /** In the order of `*`, withheld ones in their places. */
  readonly columns: readonly SourceColumn[];
  /** Those that `*` leaves out: `rowid`, `ctid`. */
  readonly hidden: readonly SourceColumn[];
}

/** Makes the columns of each table of a catalog ready, once. */
export function createTableColumns(
  catalog: Catalog,
  dialect: DialectName,
): (table: Table) => TableColumns {
  const known = new Map<Table, TableColumns>();
  return (table) => {
    const found = known.get(table) ?? readColumns(table, catalog, dialect);
    known.set(table, found);
    return found;
  };
}

interface ReadableColumn {
  readonly column: Column;
  readonly reads: SourceColumn['reads'];
}

function readColumns(table: Table, catalog: Catalog, dialect: DialectName): TableColumns {
  const name = { schema: table.schema, name: table.name };
  const readable = (column: Column) => ({ column, reads: [{ table: name, column: column.name }] });
  const all: ReadableColumn[] = table.columns.map(readable);
  for (const hidden of catalog.withheld?.columns ?? []) {
    if (fullTableName(hidden.table) !== fullTableName(name)) continue;
    all.splice(hidden.position, 0, { column: hidden.column, reads: 'withheld' });
  }
  const columns = all.map(({ column, reads }) => ({
    key: catalogKey(column.name, dialect),
    name: column.name,
    reads,
  }));
  // The rows of a view have no place of their own.
  if (isView(table)) return { columns, hidden: [] };
  const reads = readsOfHidden(all, dialect);
  const { hiddenColumns } = nameRules[dialect];
  return { columns, hidden: hiddenColumns.map((hidden) => ({ key: hidden, name: hidden, reads })) };
}

/** What reading `rowid` reads: nothing, or the key it is another name of. */
function readsOfHidden(
  all: readonly ReadableColumn[],
  dialect: DialectName,
): SourceColumn['reads'] {
  const { hiddenIsKey, hiddenMayBeUnique } = nameRules[dialect];
  const [key, ...more] = all.filter(({ column }) => column.isPrimaryKey);
  const isCandidate = ({ column }: ReadableColumn) => hiddenIsKey?.test(column.dataType) === true;
  if (key) return more.length === 0 && isCandidate(key) ? key.reads : [];
  if (!hiddenMayBeUnique) return [];
  const candidates = all.filter((one) => isCandidate(one) && !one.column.nullable);
  const reads: ColumnRead[] = [];
  for (const candidate of candidates) {
    if (candidate.reads === 'withheld') return 'withheld';
    reads.push(...candidate.reads);
  }
  return reads;
}
