import type { Catalog, Cell, Table } from '../../catalog/index.ts';
import type { Datasource } from '../../datasources/index.ts';

/** A column with more different values than this has no labels, only data: a few of them are kept. */
const mostLabels = 300;
const fewSamples = 5;
const longestSample = 60;
const timeoutMs = 5_000;

/** Spellings of text types over the databases we know. */
const textType = /char|text|string|clob|enum|citext/i;

/**
 * The catalog with values of its text columns as samples: all of them where a column has few, else a few.
 * Only for datasources whose configuration lets values be read; what cannot be read stays without.
 */
export async function readSamples(
  datasource: Datasource,
  catalog: Catalog,
  quote: (name: string) => string,
  signal: AbortSignal,
): Promise<Catalog> {
  const tables: Table[] = [];
  for (const table of catalog.tables) {
    const columns = [];
    for (const column of table.columns) {
      const isRead = textType.test(column.dataType) && column.samples === undefined;
      const samples = isRead ? await readColumn(datasource, table, column.name, quote, signal) : [];
      columns.push(samples.length > 0 ? { ...column, samples } : column);
    }
    tables.push({ ...table, columns });
  }
  return { ...catalog, tables };
}

async function readColumn(
  datasource: Datasource,
  table: Table,
  column: string,
  quote: (name: string) => string,
  signal: AbortSignal,
): Promise<string[]> {
  const name = quote(column);
  const text = `SELECT DISTINCT ${name} FROM ${quote(table.schema)}.${quote(table.name)} WHERE ${name} IS NOT NULL`;
  const execution = await datasource.execute({ text }, { rowLimit: mostLabels, timeoutMs, signal });
  if (execution.status !== 'rows') return [];
  const { rows, truncated } = execution.result;
  const kept = truncated ? rows.slice(0, fewSamples) : rows;
  return kept
    .map(([cell]): Cell => cell ?? null)
    .filter((cell): cell is string => typeof cell === 'string' && cell.length <= longestSample);
}
