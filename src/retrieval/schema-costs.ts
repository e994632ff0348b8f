import type { Catalog, ForeignKey } from '../catalog/index.ts';
import type { SelectedTable } from './retriever.ts';
import { columnLine, headLine, isKeySent, keyLine, keyTarget } from './schema-text.ts';

/** Tokens of a line as it stands within a block, and as the last one with the blank line behind it. */
interface LineCost {
  readonly within: number;
  readonly atEnd: number;
}

/** The lines of one table that a schema text may hold. */
interface TableCosts {
  readonly head: LineCost;
  readonly columns: readonly { readonly name: string; readonly cost: LineCost }[];
  readonly keys: readonly { readonly key: ForeignKey; readonly cost: LineCost }[];
}

/** Tokens of the blocks of a schema text: lines end where the tokenizer cuts, so theirs add up. */
export interface SchemaCosts {
  /**
   * @param names the tables that are sent, by which keys are told
   * @param place `last` in the text, or with `more` behind it
   */
  block(selected: SelectedTable, names: ReadonlySet<string>, place: 'last' | 'more'): number;
  /** Whether a table has a key to another. */
  pointsAt(selected: SelectedTable, other: SelectedTable): boolean;
}

const known = new WeakMap<(text: string) => number, WeakMap<Catalog, SchemaCosts>>();

/** The costs of a catalog by a counter; each line is counted once for both. */
export function schemaCosts(catalog: Catalog, countTokens: (text: string) => number): SchemaCosts {
  const byCatalog = known.get(countTokens) ?? new WeakMap<Catalog, SchemaCosts>();
  known.set(countTokens, byCatalog);
  const costs = byCatalog.get(catalog) ?? createCosts(catalog, countTokens);
  byCatalog.set(catalog, costs);
  return costs;
}

function createCosts(catalog: Catalog, countTokens: (text: string) => number): SchemaCosts {
  const counted: (TableCosts | undefined)[] = [];
  const costOf = (line: string): LineCost => ({
    within: countTokens(`${line}\n`),
    atEnd: countTokens(`${line}\n\n`),
  });
  const tableCosts = (position: number): TableCosts | undefined => {
    const table = catalog.tables[position];
    if (counted[position] === undefined && table !== undefined) {
      counted[position] = {
        head: costOf(headLine(table)),
        columns: table.columns.map((column) => ({
          name: column.name,
          cost: costOf(columnLine(column)),
        })),
        keys: table.foreignKeys.map((key) => ({ key, cost: costOf(keyLine(key)) })),
      };
    }
    return counted[position];
  };
  return {
    block(selected, names, place) {
      const costs = tableCosts(selected.position);
      if (costs === undefined) return 0;
      const columns = new Set(selected.columns.map((column) => column.name));
      let last = costs.head;
      let tokens = last.within;
      const add = (cost: LineCost) => {
        tokens += cost.within;
        last = cost;
      };
      for (const { name, cost } of costs.columns) if (columns.has(name)) add(cost);
      for (const { key, cost } of costs.keys) if (isKeySent(key, columns, names)) add(cost);
      return place === 'last' ? tokens : tokens - last.within + last.atEnd;
    },
    pointsAt({ position }, { name }) {
      const keys = catalog.tables[position]?.foreignKeys ?? [];
      return keys.some((key) => keyTarget(key) === name);
    },
  };
}
