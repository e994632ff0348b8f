import type { Catalog } from '../catalog/index.ts';
import type { SelectedTable, TokenBudget } from './retriever.ts';
import { schemaCosts } from './schema-costs.ts';
import { schemaText } from './schema-text.ts';

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
  const costs = schemaCosts(catalog, budget.countTokens);
  const sent: SelectedTable[] = [];
  const names = new Set<string>();
  /** Tokens of each sent table with a blank line behind it. */
  const tokens = new Map<SelectedTable, number>();
  for (const table of tables) {
    names.add(table.name);
    // Tables already sent tell their keys to this one as well.
    const referring = sent.filter((other) => costs.pointsAt(other, table));
    const others = sent.map((other) =>
      referring.includes(other) ? costs.block(other, names, 'more') : (tokens.get(other) ?? 0),
    );
    const left = budget.maxTokens - others.reduce((sum, each) => sum + each, 0);
    const fits = (candidate: SelectedTable) => costs.block(candidate, names, 'last') <= left;
    const fitting = fits(table) ? table : trim(table, spareColumns(table), fits);
    if (fitting === null) {
      names.delete(table.name);
      continue;
    }
    for (const [place, other] of sent.entries()) tokens.set(other, others[place] ?? 0);
    sent.push(fitting);
    tokens.set(fitting, costs.block(fitting, names, 'more'));
  }
  // A name with odd characters can make the sum a token short: the whole text has the last word.
  while (budget.countTokens(schemaText({ tables: sent }, catalog)) > budget.maxTokens) sent.pop();
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
