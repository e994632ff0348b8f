import type { Row } from '../../../catalog/index.ts';
import { cellKey } from '../cell-reading.ts';
import type { NearestColumn, Side } from './pair-columns.ts';

/** A gold row and the predicted row that is most likely meant to be it; one of them may be missing. */
export interface RowPair {
  readonly goldRow: number | null;
  readonly predictedRow: number | null;
}

export interface PairedRows {
  /** Gold columns whose values paired the rows; empty when they were paired by position. */
  readonly keyColumns: readonly number[];
  readonly pairs: readonly RowPair[];
}

/**
 * Pairs rows by the columns that tell rows apart on both sides; else those that are equal as a whole, and
 * what is left by position.
 */
export function pairRows(
  gold: Side,
  predicted: Side,
  nearest: readonly NearestColumn[],
): PairedRows {
  const keyColumns = findKey(gold, predicted, nearest);
  if (keyColumns.length === 0) return { keyColumns, pairs: byWholeRow(gold, predicted, nearest) };
  const predictedColumns = keyColumns.map((column) => nearest[column]?.predicted ?? -1);
  const rowsByKey = new Map<string, number[]>();
  predicted.rows.forEach((row, index) => {
    const key = keyOf(row, predictedColumns);
    const rows = rowsByKey.get(key);
    if (rows) rows.push(index);
    else rowsByKey.set(key, [index]);
  });
  for (const rows of rowsByKey.values()) rows.reverse();
  const pairs: RowPair[] = gold.rows.map((row, goldRow) => ({
    goldRow,
    predictedRow: rowsByKey.get(keyOf(row, keyColumns))?.pop() ?? null,
  }));
  const left = [...rowsByKey.values()].flat().sort((a, b) => a - b);
  return { keyColumns, pairs: pairLeftovers(pairs, left) };
}

/** As many rows without a partner on both sides: perhaps only their keys are spelled differently. */
function pairLeftovers(pairs: readonly RowPair[], left: readonly number[]): RowPair[] {
  const alone = pairs.filter(({ predictedRow }) => predictedRow === null).length;
  if (alone !== left.length) {
    return [...pairs, ...left.map((predictedRow) => ({ goldRow: null, predictedRow }))];
  }
  let next = 0;
  return pairs.map((pair) =>
    pair.predictedRow === null ? { ...pair, predictedRow: left[next++] ?? null } : pair,
  );
}

/** Equal rows are no difference, wherever they stand: only what is left may be shown side by side. */
function byWholeRow(gold: Side, predicted: Side, nearest: readonly NearestColumn[]): RowPair[] {
  const predictedColumns = nearest.map(({ predicted: column }) => column ?? -1);
  const goldColumns = nearest.map((_, index) => index);
  const isWhole = !predictedColumns.includes(-1);
  const rowsByKey = new Map<string, number[]>();
  for (let row = predicted.rows.length - 1; isWhole && row >= 0; row -= 1) {
    const key = keyOf(predicted.rows[row] ?? [], predictedColumns);
    const rows = rowsByKey.get(key);
    if (rows) rows.push(row);
    else rowsByKey.set(key, [row]);
  }
  const equal = gold.rows.map((row) => rowsByKey.get(keyOf(row, goldColumns))?.pop() ?? null);
  const taken = new Set(equal);
  const left = predicted.rows.map((_, row) => row).filter((row) => !taken.has(row));
  let next = 0;
  const pairs: RowPair[] = equal.map((row, goldRow) => ({
    goldRow,
    predictedRow: row ?? left[next++] ?? null,
  }));
  return [...pairs, ...left.slice(next).map((row) => ({ goldRow: null, predictedRow: row }))];
}

/** The fewest leading columns with much in common that tell all gold rows apart; none if they do not. */
function findKey(gold: Side, predicted: Side, nearest: readonly NearestColumn[]): number[] {
  const useful = nearest
    .map(({ share, predicted: column }, index) => ({ index, share, column }))
    .filter(({ share, column }) => column !== null && share >= 0.5)
    .sort((a, b) => b.share - a.share || a.index - b.index);
  const key: number[] = [];
  let best = 1;
  for (const { index } of useful) {
    const count = distinctKeys(gold.rows, [...key, index]);
    if (count <= best && key.length > 0) continue;
    if (count <= 1) continue;
    key.push(index);
    best = count;
    if (best === gold.rows.length) break;
  }
  const columns = key.map((column) => nearest[column]?.predicted ?? -1);
  const tellsApart =
    best === gold.rows.length && distinctKeys(predicted.rows, columns) * 2 > predicted.rows.length;
  return tellsApart ? key.sort((a, b) => a - b) : [];
}

function distinctKeys(rows: readonly Row[], columns: readonly number[]): number {
  const keys = new Set<string>();
  for (const row of rows) keys.add(keyOf(row, columns));
  return keys.size;
}

function keyOf(row: Row, columns: readonly number[]): string {
  if (columns.length === 1) return cellKey(row[columns[0] ?? 0] ?? null);
  return JSON.stringify(columns.map((column) => cellKey(row[column] ?? null)));
}
