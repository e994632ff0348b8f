import { splitStatements } from '../../sql/index.ts';

/**
 * The generated columns of a CREATE TABLE as DuckDB prints it; no table of its catalog names them.
 *
 * @example
 * generatedColumns('CREATE TABLE t(a INTEGER, b INTEGER GENERATED ALWAYS AS((a * 2)));'); // Set { 'b' }
 */
export function generatedColumns(sql: string): ReadonlySet<string> {
  const names = new Set<string>();
  if (!/generated/i.test(sql)) return names;
  const tokens = splitStatements(sql, 'duckdb').statements[0]?.tokens ?? [];
  let depth = 0;
  let column: string | undefined;
  let isFirst = false;
  for (const { text } of tokens) {
    if (text === '(') {
      depth += 1;
      if (depth === 1) isFirst = true;
      continue;
    }
    if (text === ')') depth -= 1;
    if (depth !== 1) continue;
    if (text === ',') isFirst = true;
    else if (isFirst) {
      column = text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
      isFirst = false;
    } else if (/^generated$/i.test(text) && column !== undefined) names.add(column);
  }
  return names;
}
