import type { Catalog } from '../../catalog/index.ts';
import { splitName } from '../text/words.ts';

/**
 * The names of a catalog's tables and columns, each spelling once. Five thousand tables have fifty
 * thousand columns and a thousand names for them: what is worked out of a name is worked out per spelling.
 */
export interface CatalogNames {
  readonly names: readonly string[];
  /** The words of each name. */
  readonly words: readonly (readonly string[])[];
  /** The number of a spelling, its place in `names`. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly ofTables: Int32Array;
  /** By global column number: `columnStarts[table] + place in the table`. */
  readonly ofColumns: Int32Array;
  /** One more than there are tables: the last is the number of columns. */
  readonly columnStarts: Int32Array;
}

/**
 * Reads every name of a catalog once. Loops go by place: a first index is built before an iterator over
 * fifty thousand columns would be compiled away.
 */
export function readCatalogNames({ tables }: Catalog): CatalogNames {
  const names: string[] = [];
  const words: (readonly string[])[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    let number = numbers.get(name);
    if (number === undefined) {
      number = names.length;
      numbers.set(name, number);
      names.push(name);
      words.push(splitName(name));
    }
    return number;
  };
  const ofTables = new Int32Array(tables.length);
  const columnStarts = new Int32Array(tables.length + 1);
  let columnCount = 0;
  for (let position = 0; position < tables.length; position += 1) {
    columnCount += tables[position]?.columns.length ?? 0;
    columnStarts[position + 1] = columnCount;
  }
  const ofColumns = new Int32Array(columnCount);
  let column = 0;
  for (let position = 0; position < tables.length; position += 1) {
    const table = tables[position];
    if (table === undefined) continue;
    ofTables[position] = numberOf(table.name);
    const { columns } = table;
    for (let place = 0; place < columns.length; place += 1) {
      ofColumns[column] = numberOf(columns[place]?.name ?? '');
      column += 1;
    }
  }
  return { names, words, numbers, ofTables, ofColumns, columnStarts };
}
