import type { Catalog } from '../catalog/index.ts';
import type { SelectedTable, TokenBudget } from './retriever.ts';
import { schemaLines } from './schema-text.ts';

/**
 * Cuts a selection to a number of tokens of its `schemaText`. Tables go in best first while they fit; one
 * that does not fit whole gives spare columns up, as few as it takes, and is left out when even that does
 * not help. Smaller tables behind it may still fit.
 *
 * @param spareColumns the columns of a table that can be missed, least useful first
 */
export function fitTokens(
  tables: readonly SelectedTable[],
  catalog: Catalog,
  budget: TokenBudget,
  spareColumns: (table: SelectedTable) => readonly string[],
): SelectedTable[] {
  // Lines end where the tokenizer cuts anyway, so their tokens add up and each is counted once.
  const known = new Map<string, number>();
  const cost = (line: string) => {
    const tokens = known.get(line) ?? budget.countTokens(line);
    known.set(line, tokens);
    return tokens;
  };
  const sent: SelectedTable[] = [];
  const fits = (table: SelectedTable) => {
    let tokens = 0;
    for (const line of schemaLines([...sent, table], catalog)) tokens += cost(line);
    return tokens <= budget.maxTokens;
  };
  for (const table of tables) {
    const fitting = fits(table) ? table : trim(table, spareColumns(table), fits);
    if (fitting !== null) sent.push(fitting);
  }
  // A name with odd characters can make the sum a token short: the whole text has the last word.
  while (budget.countTokens(schemaLines(sent, catalog).join('')) > budget.maxTokens) sent.pop();
  return sent;
}

/** The table without the fewest spare columns that let it fit, or null when none do. */
function trim(
  table: SelectedTable,
  spare: readonly string[],
  fits: (table: SelectedTable) => boolean,
): SelectedTable | null {
  const without = (count: number): SelectedTable => {
    const dropped = new Set(spare.slice(0, count));
    return { ...table, columns: table.columns.filter((column) => !dropped.has(column.name)) };
  };
  if (!fits(without(spare.length))) return null;
  let [low, high] = [0, spare.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fits(without(middle))) high = middle;
    else low = middle + 1;
  }
  return without(low);
}
