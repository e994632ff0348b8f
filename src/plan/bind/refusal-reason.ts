import { isSystemCatalog, type Scope, type TableName } from '../../access/index.ts';
import { type Catalog, createTableIndex, type TableIndex } from '../../catalog/index.ts';

/** What a plan was refused for, as far as the caller can see: a name that is not there is no more than that. */
export type RefusalCause =
  | { readonly kind: 'unseen-datasource' }
  | { readonly kind: 'unseen-table'; readonly name: readonly string[] }
  | {
      readonly kind: 'unseen-column';
      readonly tables: readonly TableName[];
      readonly column: string;
    }
  | { readonly kind: 'missing-user-value' }
  | { readonly kind: 'broken-row-filter' };

/** Why a plan was refused, for records and never for the caller. */
export type RefusalReason =
  | 'outside-scope'
  /** Nobody has that name: the refusal may be right by luck. */
  | 'unknown-name'
  | 'missing-user-value'
  | 'broken-row-filter';

/**
 * Finds out, once a caller has been refused, whether what was asked for is there at all. One name outside
 * the scope makes the whole refusal sure, however many others nobody has.
 */
export function refusalReason(
  causes: readonly RefusalCause[],
  whole: { readonly catalog: Catalog; readonly scope: Scope; readonly datasourceId: string },
): RefusalReason {
  const index = createTableIndex(whole.catalog);
  for (const cause of causes) {
    const reason = reasonOf(cause, index, whole);
    if (reason !== 'unknown-name') return reason;
  }
  return 'unknown-name';
}

function reasonOf(
  cause: RefusalCause,
  index: TableIndex,
  { scope, datasourceId }: { readonly scope: Scope; readonly datasourceId: string },
): RefusalReason {
  switch (cause.kind) {
    case 'unseen-datasource':
      return 'outside-scope';
    case 'unseen-table': {
      const table = { schema: cause.name.at(-2) ?? '', name: cause.name.at(-1) ?? '' };
      const isClosed = isSystemCatalog(table) && !scope.canReadTable(datasourceId, table);
      return isClosed || index.find(cause.name).status !== 'missing'
        ? 'outside-scope'
        : 'unknown-name';
    }
    case 'unseen-column':
      return cause.tables.some((table) => hasColumn(index, table, cause.column))
        ? 'outside-scope'
        : 'unknown-name';
    default:
      return cause.kind;
  }
}

function hasColumn(index: TableIndex, { schema, name }: TableName, column: string): boolean {
  const found = index.find([schema, name]);
  return (
    found.status === 'found' &&
    found.table.columns.some((own) => own.name.toLowerCase() === column.toLowerCase())
  );
}
