import { type Catalog, formatName, tableName } from '../catalog/index.ts';
import type { SqlFacts } from '../sql/index.ts';

/**
 * Facts of a text that a role may run: those of its own reading, and what stands behind its views as far
 * as the role sees that too.
 *
 * @param own read against what the role sees
 * @param whole read against the whole catalog
 */
export function factsForRole(own: SqlFacts, whole: SqlFacts, visible: Catalog): SqlFacts {
  const names = new Set([...own.tables, ...own.columns]);
  for (const table of visible.tables) {
    names.add(tableName(table));
    for (const column of table.columns)
      names.add(formatName([table.schema, table.name, column.name]));
  }
  const seen = (found: readonly string[]) => found.filter((name) => names.has(name));
  return {
    ...whole,
    tables: seen(whole.tables),
    columns: seen(whole.columns),
    statements: whole.statements.map((statement) => ({
      ...statement,
      tables: seen(statement.tables),
      columns: seen(statement.columns),
    })),
  };
}
