import type { Table } from '../../catalog/index.ts';
import type { CatalogNames } from './catalog-names.ts';

const twinWords: ReadonlySet<string> = new Set(
  'hist history historical archive archived arch bak backup bkp old tmp temp copy deleted del log audit shadow snapshot snap stg staging legacy prev'.split(
    ' ',
  ),
);

/** A table that repeats another one: its past, a partition, a copy. */
export interface Twin {
  /** Place of the table that is repeated. */
  readonly of: number;
  /** The words that make the difference, which a question can ask for. */
  readonly words: readonly string[];
}

/** For each table the one it repeats, if any: the name but for a twin word or number, and mostly the same columns. */
export function findTwins(tables: readonly Table[], names: CatalogNames): (Twin | null)[] {
  const known = new Map<string, boolean>();
  const isTwin = (word: string): boolean => {
    let twin = known.get(word);
    if (twin === undefined) {
      twin = isTwinWord(word);
      known.set(word, twin);
    }
    return twin;
  };
  const wordsOf = (position: number) => names.words[names.ofTables[position] ?? 0] ?? [];
  const bySchema = new Map<string, Map<string, number>>();
  for (let position = 0; position < tables.length; position += 1) {
    const schema = tables[position]?.schema ?? '';
    const positions = bySchema.get(schema) ?? new Map<string, number>();
    bySchema.set(schema, positions);
    positions.set(wordsOf(position).join(' '), position);
  }
  return tables.map((table, position) => {
    const words = wordsOf(position);
    if (!words.some(isTwin)) return null;
    const kept = words.filter((word) => !isTwin(word));
    if (kept.length === 0) return null;
    const of = bySchema.get(table.schema)?.get(kept.join(' '));
    const original = of === undefined ? undefined : tables[of];
    if (of === undefined || original === undefined || !isMostlySame(table, original)) return null;
    return { of, words: words.filter(isTwin) };
  });
}

function isTwinWord(word: string): boolean {
  return twinWords.has(word) || /^(?:p|y|q|m|v)?\d+$/.test(word);
}

function isMostlySame(table: Table, original: Table): boolean {
  const names = new Set(original.columns.map((column) => column.name.toLowerCase()));
  const same = table.columns.filter((column) => names.has(column.name.toLowerCase())).length;
  return same >= 0.6 * Math.min(table.columns.length, original.columns.length);
}
