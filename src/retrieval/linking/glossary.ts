import { type Catalog, createTableIndex, formatName, parseName } from '../../catalog/index.ts';
import { baseForm } from '../text/stem.ts';
import { splitName } from '../text/words.ts';

/**
 * What words of a business mean in one catalog: `customer: [res_partner]`, `"on hold": [orders.status]`.
 * A meaning is a table, a column (`table.column`), or other words.
 */
export type Glossary = Readonly<Record<string, string | readonly string[]>>;

/** A table or column a phrase stands for. */
export interface GlossaryTarget {
  readonly table: number;
  /** Place of the column in its table; null for the table itself. */
  readonly column: number | null;
}

/** A phrase of the glossary, resolved against a catalog. */
export interface GlossaryEntry {
  /** Base forms, in order. */
  readonly phrase: readonly string[];
  readonly targets: readonly GlossaryTarget[];
  /** Meanings that are neither table nor column: base forms to look for instead. */
  readonly words: readonly string[];
}

/** Resolves a glossary; meanings this catalog does not have are taken as words. */
export function resolveGlossary(glossary: Glossary, catalog: Catalog): GlossaryEntry[] {
  if (Object.keys(glossary).length === 0) return [];
  const tables = createTableIndex(catalog);
  const positions = new Map(catalog.tables.map((table, position) => [table, position]));
  const findTable = (name: string | readonly string[]): number | undefined => {
    const found = tables.find(name);
    return found.status === 'found' ? positions.get(found.table) : undefined;
  };
  return Object.entries(glossary).map(([phrase, meanings]) => {
    const targets: GlossaryTarget[] = [];
    const words: string[] = [];
    for (const meaning of typeof meanings === 'string' ? [meanings] : meanings) {
      const table = findTable(meaning);
      if (table !== undefined) {
        targets.push({ table, column: null });
        continue;
      }
      const parts = parseName(meaning);
      const owner = parts.length > 1 ? findTable(formatName(parts.slice(0, -1))) : undefined;
      const last = (parts.at(-1) ?? '').toLowerCase();
      const column =
        owner === undefined
          ? -1
          : (catalog.tables[owner]?.columns ?? []).findIndex(
              (candidate) => candidate.name.toLowerCase() === last,
            );
      if (owner !== undefined && column !== -1) targets.push({ table: owner, column });
      else words.push(...splitName(meaning).map(baseForm));
    }
    return { phrase: splitName(phrase).map(baseForm), targets, words };
  });
}
