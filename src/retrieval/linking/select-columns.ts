import type { ScoredColumn } from './column-scores.ts';

/**
 * Cuts columns to a budget. Columns compete over all tables by their own score times their table's, so a
 * tight budget drops whole tables of little worth before it drops a matched column.
 */
export function selectColumns(
  columns: readonly ScoredColumn[],
  tableScores: Float64Array,
  maxColumns: number,
  tableShare: number,
): Map<number, ScoredColumn[]> {
  const value = (column: ScoredColumn) =>
    (column.score + 0.02) * (tableScores[column.table] ?? 0) ** tableShare;
  const kept =
    columns.length <= maxColumns
      ? columns
      : columns
          .map((column) => ({ column, worth: value(column) }))
          .sort((a, b) => b.worth - a.worth)
          .slice(0, maxColumns)
          .map(({ column }) => column);
  const byTable = new Map<number, ScoredColumn[]>();
  for (const column of kept) {
    const list = byTable.get(column.table);
    if (list) list.push(column);
    else byTable.set(column.table, [column]);
  }
  for (const list of byTable.values()) list.sort((a, b) => a.place - b.place);
  return byTable;
}
