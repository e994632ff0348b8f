import type { Table } from '../../catalog/index.ts';
import { baseForm } from '../text/stem.ts';
import type { CatalogNames } from './catalog-names.ts';

/** A key that no constraint declares: a column whose name tells the table it points at. */
export interface InferredKey {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly string[];
  readonly toColumns: readonly string[];
  /** The column is the whole key of its own table. */
  readonly isSubtype: boolean;
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

/** Tables of one schema, by what the name of a key column may say of them. */
interface KeyTargets {
  /** By a key of their own that bears the same name. */
  readonly owners: Map<string, number[]>;
  /** By the base forms of the table's name. */
  readonly phrases: Map<string, number[]>;
  /** By the last word of a name of several. */
  readonly lastWords: Map<string, number[]>;
}

/** More tables than this of one name: none of them is meant. */
const mostTargets = 3;

/** A key column without a declared key points at the table that owns the same key, or that its words name. */
export function inferKeys(
  tables: readonly Table[],
  primaryKeys: readonly (readonly string[])[],
  names: CatalogNames,
): InferredKey[] {
  const keyNames: (KeyName | null | undefined)[] = [];
  const keyNameOf = (number: number): KeyName | null => {
    let key = keyNames[number];
    if (key === undefined) {
      key = readKeyName(names.names[number] ?? '', names.words[number] ?? []);
      keyNames[number] = key;
    }
    return key;
  };
  const bySchema = new Map<string, KeyTargets>();
  const targetsOf = (schema: string): KeyTargets => {
    const targets = bySchema.get(schema) ?? {
      owners: new Map(),
      phrases: new Map(),
      lastWords: new Map(),
    };
    bySchema.set(schema, targets);
    return targets;
  };
  const enter = (table: Table, position: number) => {
    const { owners, phrases, lastWords } = targetsOf(table.schema);
    const words = (names.words[names.ofTables[position] ?? 0] ?? []).map(baseForm);
    push(phrases, words.join(' '), position);
    if (words.length > 1) push(lastWords, words.at(-1) ?? '', position);
    const key = primaryKeys[position] ?? [];
    const owned = key.length === 1 ? key[0] : key.length === 0 ? table.columns[0]?.name : undefined;
    const keyName = owned === undefined ? null : keyNameOf(names.numbers.get(owned) ?? -1);
    if (keyName !== null) push(owners, keyName.lower, position);
  };
  const keys: InferredKey[] = [];
  const addKeys = (table: Table, from: number) => {
    const start = names.columnStarts[from] ?? 0;
    const { owners, phrases, lastWords } = targetsOf(table.schema);
    for (let place = 0; place < table.columns.length; place += 1) {
      const column = table.columns[place];
      const key = keyNameOf(names.ofColumns[start + place] ?? 0);
      if (column === undefined || key === null || isKeyed(table, key.lower)) continue;
      const targets =
        meant(owners.get(key.lower), from) ??
        meant(phrases.get(key.phrase), from) ??
        (key.glued === '' ? undefined : meant(phrases.get(key.glued), from)) ??
        meant(phrases.get(key.last), from) ??
        meant(lastWords.get(key.last), from) ??
        [];
      for (const to of targets) {
        const target = tables[to]?.columns.find(({ name }) => name.toLowerCase() === key.lower);
        keys.push({
          from,
          to,
          columns: [column.name],
          toColumns: target ? [target.name] : (primaryKeys[to] ?? []).slice(0, 1),
          isSubtype: column.isPrimaryKey && isWholeKey(primaryKeys[from] ?? [], [column.name]),
        });
      }
    }
  };
  for (const [position, table] of tables.entries()) enter(table, position);
  for (const [from, table] of tables.entries()) addKeys(table, from);
  return keys;
}

function push(map: Map<string, number[]>, key: string, position: number): void {
  const list = map.get(key);
  if (list) list.push(position);
  else map.set(key, [position]);
}

function meant(
  positions: readonly number[] | undefined,
  from: number,
): readonly number[] | undefined {
  return positions !== undefined && positions.length <= mostTargets && !positions.includes(from)
    ? positions
    : undefined;
}

/** The columns are the whole key. */
export function isWholeKey(key: readonly string[], columns: readonly string[]): boolean {
  return (
    key.length > 0 && key.length === columns.length && key.every((name) => columns.includes(name))
  );
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

function readKeyName(name: string, nameWords: readonly string[]): KeyName | null {
  const lower = name.toLowerCase();
  if (genericKeys.has(lower) || !looksLikeKey(nameWords)) return null;
  const words = nameWords.map(baseForm);
  while (words.length > 1 && keyWords.has(words.at(-1) ?? '')) words.pop();
  const glued = words.length === 1 ? (words[0] ?? '').replace(/(?:id|key|code|no)$/, '') : '';
  return { lower, phrase: words.join(' '), last: words.at(-1) ?? '', glued: baseForm(glued) };
}

function looksLikeKey(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  return keyWords.has(last) || (words.length === 1 && /(?:id|key|code)$/.test(last));
}
