import type { Catalog, ForeignKey, Table } from '../../catalog/index.ts';
import type { CatalogNames } from './catalog-names.ts';
import { inferKeys, isWholeKey } from './infer-keys.ts';

/** One way to join two tables: `from.columns` point at `to.toColumns`. */
export interface JoinEdge {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly string[];
  readonly toColumns: readonly string[];
  /** Declared foreign key, or inferred from names. */
  readonly declared: boolean;
  /** The key of `from` is the key of `to`: a part of the same thing, kept elsewhere. */
  readonly isSubtype: boolean;
  /** How telling the edge is, 0…1: a key column that every second table has (audit, tenant) tells little. */
  readonly weight: number;
  /** Terms of the index that the name of the key column is made of. */
  readonly words: readonly number[];
}

export interface JoinGraph {
  readonly edges: readonly JoinEdge[];
  /** Edges that start at a table, and edges that end there. */
  readonly outward: readonly (readonly JoinEdge[])[];
  readonly inward: readonly (readonly JoinEdge[])[];
}

/** Declared foreign keys, and where a key column has none, the keys its name suggests. */
export function buildJoinGraph(
  { tables }: Catalog,
  names: CatalogNames,
  termsOf: (name: string) => readonly number[],
): JoinGraph {
  const weightOf = weighKeys(names, tables.length);
  const keys = new Map<string, Pick<JoinEdge, 'weight' | 'words'>>();
  const keyOf = ([first = '']: readonly string[]) => {
    let key = keys.get(first);
    if (key === undefined) {
      key = { weight: weightOf(first), words: termsOf(first) };
      keys.set(first, key);
    }
    return key;
  };
  const edges: JoinEdge[] = [];
  const positions = new Map<string, Map<string, number>>();
  for (let position = 0; position < tables.length; position += 1) {
    const table = tables[position];
    if (table === undefined) continue;
    const inSchema = positions.get(table.schema);
    if (inSchema) inSchema.set(table.name, position);
    else positions.set(table.schema, new Map([[table.name, position]]));
  }
  const primaryKeys = tables.map(primaryKey);
  const addDeclared = (from: number, key: ForeignKey) => {
    const to = positions.get(key.referencedSchema)?.get(key.referencedTable);
    if (to === undefined) return;
    const { weight, words } = keyOf(key.columns);
    edges.push({
      from,
      to,
      columns: key.columns,
      toColumns: key.referencedColumns.length > 0 ? key.referencedColumns : (primaryKeys[to] ?? []),
      declared: true,
      isSubtype: isWholeKey(primaryKeys[from] ?? [], key.columns),
      weight,
      words,
    });
  };
  for (let from = 0; from < tables.length; from += 1)
    for (const key of tables[from]?.foreignKeys ?? []) addDeclared(from, key);
  for (const { from, to, columns, toColumns, isSubtype } of inferKeys(tables, primaryKeys, names)) {
    const { weight, words } = keyOf(columns);
    edges.push({ from, to, columns, toColumns, declared: false, isSubtype, weight, words });
  }
  return graphOf(edges, tables.length);
}

/** Sorts edges by the tables they start and end at. */
export function graphOf(edges: readonly JoinEdge[], tableCount: number): JoinGraph {
  const outward = Array.from({ length: tableCount }, (): JoinEdge[] => []);
  const inward = Array.from({ length: tableCount }, (): JoinEdge[] => []);
  for (const edge of edges) {
    outward[edge.from]?.push(edge);
    inward[edge.to]?.push(edge);
  }
  return { edges, outward, inward };
}

/** How telling a key column is: one that many tables have tells little, in whatever case. */
function weighKeys(
  { names, ofColumns }: CatalogNames,
  tableCount: number,
): (column: string) => number {
  const counts = new Int32Array(names.length);
  for (let column = 0; column < ofColumns.length; column += 1) {
    const number = ofColumns[column] ?? 0;
    counts[number] = (counts[number] ?? 0) + 1;
  }
  const byCase = new Map<string, number>();
  for (const [number, count] of counts.entries()) {
    const folded = (names[number] ?? '').toLowerCase();
    if (count > 0) byCase.set(folded, (byCase.get(folded) ?? 0) + count);
  }
  return (name) => {
    const share = (byCase.get(name.toLowerCase()) ?? 0) / tableCount;
    return tableCount < 12 || share < 0.1 ? 1 : Math.max(0.05, 1 - share * 2);
  };
}

function primaryKey({ columns }: Table): string[] {
  const key: string[] = [];
  for (let place = 0; place < columns.length; place += 1) {
    const column = columns[place];
    if (column?.isPrimaryKey) key.push(column.name);
  }
  return key;
}
