import type { Catalog, Table } from './catalog.ts';

/**
 * Names as suites, reports and `sql check` spell them: parts joined by dots, a part with a dot or a
 * double quote in it double-quoted (`"sales 2024"."a.b"` needs quotes only for the second part).
 */

/**
 * Joins parts to one name.
 *
 * @example
 * formatName(['main', 'a.b']); // 'main."a.b"'
 */
export function formatName(parts: readonly string[]): string {
  return parts
    .map((part) => (/[."]/.test(part) || part === '' ? `"${part.replaceAll('"', '""')}"` : part))
    .join('.');
}

/**
 * Splits a name at its dots, quoted parts kept whole.
 *
 * @example
 * parseName('main."a.b"'); // ['main', 'a.b']
 */
export function parseName(text: string): string[] {
  const parts: string[] = [];
  let position = 0;
  while (position <= text.length) {
    if (text[position] === '"') {
      let part = '';
      position += 1;
      while (position < text.length) {
        if (text[position] === '"' && text[position + 1] === '"') {
          part += '"';
          position += 2;
        } else if (text[position] === '"') {
          break;
        } else {
          part += text[position];
          position += 1;
        }
      }
      parts.push(part);
      position = text.indexOf('.', position);
      if (position === -1) break;
      position += 1;
    } else {
      const dot = text.indexOf('.', position);
      parts.push(text.slice(position, dot === -1 ? undefined : dot));
      if (dot === -1) break;
      position = dot + 1;
    }
  }
  return parts;
}

/** `schema.table` as the catalog spells it. */
export function tableName(table: Table): string {
  return formatName([table.schema, table.name]);
}

/** Whether a table is a view, materialized or not: its rows are those of the tables behind it. */
export function isView({ kind }: Table): boolean {
  return kind === 'view' || kind === 'materialized_view';
}

/** What a name stands for: one table, none, or several that only more of the name tells apart. */
export type TableLookup =
  | { readonly status: 'found'; readonly table: Table }
  | { readonly status: 'missing' }
  | { readonly status: 'ambiguous'; readonly tables: readonly Table[] };

/** Finds tables by name, with or without the schema, in any case; built once per catalog. */
export interface TableIndex {
  /** Exact spelling wins over another case; the default schema wins over other schemas. */
  find(name: string | readonly string[]): TableLookup;
}

/**
 * The names of a catalog, ready for look-ups.
 *
 * @example
 * createTableIndex(catalog).find('customer'); // { status: 'found', table: … }
 */
export function createTableIndex(catalog: Catalog): TableIndex {
  const byName = new Map<string, Table[]>();
  for (const table of catalog.tables) {
    const key = table.name.toLowerCase();
    const tables = byName.get(key);
    if (tables) tables.push(table);
    else byName.set(key, [table]);
  }
  return {
    find(name) {
      const parts = typeof name === 'string' ? parseName(name) : name;
      const last = parts.at(-1) ?? '';
      let candidates = byName.get(last.toLowerCase()) ?? [];
      const schema = parts.length > 1 ? parts.at(-2) : undefined;
      if (schema !== undefined) {
        candidates = preferExact(candidates, (table) => table.schema, schema);
      }
      candidates = preferExact(candidates, (table) => table.name, last);
      if (schema === undefined && candidates.length > 1) {
        const inDefault = candidates.filter((table) => table.schema === catalog.defaultSchema);
        if (inDefault.length > 0) candidates = inDefault;
      }
      const [first] = candidates;
      if (first === undefined) return { status: 'missing' };
      return candidates.length === 1
        ? { status: 'found', table: first }
        : { status: 'ambiguous', tables: candidates };
    },
  };
}

/** Candidates that carry the name as spelled, else those that carry it in another case. */
function preferExact(
  candidates: readonly Table[],
  nameOf: (table: Table) => string,
  wanted: string,
): Table[] {
  const exact = candidates.filter((table) => nameOf(table) === wanted);
  if (exact.length > 0) return exact;
  const lower = wanted.toLowerCase();
  return candidates.filter((table) => nameOf(table).toLowerCase() === lower);
}
