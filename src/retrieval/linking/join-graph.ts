import type { Catalog, ForeignKey, Table } from '../../catalog/index.ts';
import { baseForm } from '../text/stem.ts';
import { splitName } from '../text/words.ts';

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

const keyWords: ReadonlySet<string> = new Set([
  'id',
  'key',
  'fk',
  'pk',
  'uuid',
  'guid',
  'ref',
  'code',
  'no',
  'number',
  'num',
  'uid',
]);
const genericKeys: ReadonlySet<string> = new Set([
  'id',
  'key',
  'uuid',
  'guid',
  'code',
  'name',
  'rowid',
  'pk',
  'oid',
]);

/** Declared foreign keys, and where a key column has none, the keys its name suggests. */
export function buildJoinGraph(
  catalog: Catalog,
  termsOf: (name: string) => readonly number[],
): JoinGraph {
  const { tables } = catalog;
  const frequencies = columnFrequencies(tables);
  const weightOf = (column: string): number => {
    const share = (frequencies.get(column.toLowerCase()) ?? 0) / tables.length;
    return tables.length < 12 || share < 0.1 ? 1 : Math.max(0.05, 1 - share * 2);
  };
  const edges: JoinEdge[] = [];
  const nameKey = (schema: string, name: string) => `${schema}\u0000${name}`;
  const positions = new Map(
    tables.map((table, position) => [nameKey(table.schema, table.name), position]),
  );
  const primaryKeys = tables.map(primaryKey);
  const addDeclared = (from: number, key: ForeignKey) => {
    const to = positions.get(nameKey(key.referencedSchema, key.referencedTable));
    if (to === undefined) return;
    const [first = ''] = key.columns;
    edges.push({
      from,
      to,
      columns: key.columns,
      toColumns: key.referencedColumns.length > 0 ? key.referencedColumns : (primaryKeys[to] ?? []),
      declared: true,
      isSubtype: isWholeKey(primaryKeys[from] ?? [], key.columns),
      weight: weightOf(first),
      words: termsOf(first),
    });
  };
  for (const [from, table] of tables.entries())
    for (const key of table.foreignKeys) addDeclared(from, key);
  edges.push(...inferEdges(tables, primaryKeys, weightOf, termsOf));
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

function columnFrequencies(tables: readonly Table[]): Map<string, number> {
  const spellings = new Map<string, number>();
  for (const table of tables) {
    for (const { name } of table.columns) spellings.set(name, (spellings.get(name) ?? 0) + 1);
  }
  const frequencies = new Map<string, number>();
  for (const [name, count] of spellings) {
    const lower = name.toLowerCase();
    frequencies.set(lower, (frequencies.get(lower) ?? 0) + count);
  }
  return frequencies;
}

function primaryKey(table: Table): string[] {
  const key: string[] = [];
  for (const { isPrimaryKey, name } of table.columns) if (isPrimaryKey) key.push(name);
  return key;
}

function isWholeKey(key: readonly string[], columns: readonly string[]): boolean {
  return (
    key.length > 0 && key.length === columns.length && key.every((name) => columns.includes(name))
  );
}

/** A key column without a declared key points at the table that its words name, or that owns the same key. */
function inferEdges(
  tables: readonly Table[],
  primaryKeys: readonly (readonly string[])[],
  weightOf: (column: string) => number,
  termsOf: (name: string) => readonly number[],
): JoinEdge[] {
  const byWords = new Map<string, number[]>();
  const byLastWord = new Map<string, number[]>();
  const owners = new Map<string, number[]>();
  const push = (map: Map<string, number[]>, key: string, position: number) => {
    const list = map.get(key);
    if (list) list.push(position);
    else map.set(key, [position]);
  };
  for (const [position, table] of tables.entries()) {
    const words = splitName(table.name).map(baseForm);
    push(byWords, `${table.schema} ${words.join(' ')}`, position);
    if (words.length > 1) push(byLastWord, `${table.schema} ${words.at(-1) ?? ''}`, position);
    const key = primaryKeys[position] ?? [];
    const owned = key.length === 1 ? key[0] : key.length === 0 ? table.columns[0]?.name : undefined;
    if (owned !== undefined && !genericKeys.has(owned.toLowerCase()) && looksLikeKey(owned)) {
      push(owners, `${table.schema} ${owned.toLowerCase()}`, position);
    }
  }
  const edges: JoinEdge[] = [];
  const keyNames = new Map<string, KeyName | null>();
  for (const [from, table] of tables.entries()) {
    for (const { name, isPrimaryKey } of table.columns) {
      let key = keyNames.get(name);
      if (key === undefined) {
        key = readKeyName(name);
        keyNames.set(name, key);
      }
      if (key === null || isKeyed(table, key.lower)) continue;
      const { lower, phrase, glued, last } = key;
      const named = (map: ReadonlyMap<string, readonly number[]>, words: string) => {
        const list = map.get(`${table.schema} ${words}`);
        return list !== undefined && list.length <= 3 && !list.includes(from) ? list : undefined;
      };
      const targets =
        named(owners, lower) ??
        named(byWords, phrase) ??
        (glued === '' ? undefined : named(byWords, glued)) ??
        named(byWords, last) ??
        named(byLastWord, last) ??
        [];
      for (const to of targets) {
        const target = tables[to]?.columns.find((column) => column.name.toLowerCase() === lower);
        edges.push({
          from,
          to,
          columns: [name],
          toColumns: target ? [target.name] : (primaryKeys[to] ?? []).slice(0, 1),
          declared: false,
          isSubtype: isPrimaryKey && isWholeKey(primaryKeys[from] ?? [], [name]),
          weight: weightOf(name),
          words: termsOf(name),
        });
      }
    }
  }
  return edges;
}

function isKeyed(table: Table, lower: string): boolean {
  return table.foreignKeys.some(({ columns }) =>
    columns.some((column) => column.toLowerCase() === lower),
  );
}

/** What the name of a key column says of the table it may point at. */
interface KeyName {
  readonly lower: string;
  /** Its base forms without the words of keys, as one text; the last of them; the only one without a glued key word. */
  readonly phrase: string;
  readonly last: string;
  readonly glued: string;
}

function readKeyName(name: string): KeyName | null {
  const lower = name.toLowerCase();
  if (genericKeys.has(lower) || !looksLikeKey(name)) return null;
  const words = splitName(name).map(baseForm);
  while (words.length > 1 && keyWords.has(words.at(-1) ?? '')) words.pop();
  const glued = words.length === 1 ? (words[0] ?? '').replace(/(?:id|key|code|no)$/, '') : '';
  return { lower, phrase: words.join(' '), last: words.at(-1) ?? '', glued: baseForm(glued) };
}

function looksLikeKey(name: string): boolean {
  const words = splitName(name);
  const last = words.at(-1) ?? '';
  return keyWords.has(last) || (words.length === 1 && /(?:id|key|code)$/.test(last));
}
