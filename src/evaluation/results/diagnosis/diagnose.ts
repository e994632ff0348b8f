import { type CellRules, cellAnswers } from '../cell-relation.ts';
import type { DifferingCell, Hint, Sample } from '../verdict.ts';
import { type CellPair, explainColumn } from './column-hints.ts';
import { displayCell } from './display-cell.ts';
import { type NearestColumn, pairColumns, type Side } from './pair-columns.ts';
import { type PairedRows, pairRows } from './pair-rows.ts';
import { explainRows } from './row-hints.ts';

/** What helps a person see why two results differ. */
export interface Diagnosis {
  readonly columnMap: readonly (number | null)[];
  readonly hints: readonly Hint[];
  readonly sample: Sample;
}

/** Beyond this many rows only the first ones are looked at. */
const mostRows = 20_000;
const mostCells = 20;

/** Finds hints and a sample of differing cells. Looks at the first 20,000 rows of each side. */
export function diagnose(goldSide: Side, predictedSide: Side, rules: CellRules): Diagnosis {
  const gold = { ...goldSide, rows: goldSide.rows.slice(0, mostRows) };
  const predicted = { ...predictedSide, rows: predictedSide.rows.slice(0, mostRows) };
  const nearest = pairColumns(gold, predicted);
  const paired = pairRows(gold, predicted, nearest);
  const hints = rowHints(gold, predicted, paired);
  const differing = differingCells(gold, predicted, nearest, paired, rules);
  const compared = paired.pairs.filter(
    ({ goldRow, predictedRow }) => goldRow !== null && predictedRow !== null,
  ).length;
  nearest.forEach(({ predicted: column }, index) => {
    const pairs = differing.pairs[index] ?? [];
    const name = nameOf(gold, index);
    if (column === null) {
      hints.push({
        code: 'nearest-column',
        column: index,
        message: `${name}: no column answers it`,
      });
      return;
    }
    if (pairs.length === 0 || compared === 0) return;
    const hint = explainColumn(pairs);
    if (hint) hints.push({ code: hint.code, column: index, message: `${name}: ${hint.words}` });
    // A column that agrees nowhere is near to nothing; the differing cells say so already.
    if (pairs.length === compared) return;
    const share = Math.round(((compared - pairs.length) / compared) * 1000) / 10;
    hints.push({
      code: 'nearest-column',
      column: index,
      message: `${name}: nearest is ${nameOf(predicted, column)}, which agrees in ${share} % of ${compared} rows`,
    });
  });
  return {
    columnMap: nearest.map(({ predicted: column }) => column),
    hints,
    sample: {
      keyColumns: paired.keyColumns.map((column) => nameOf(gold, column)),
      cells: differing.cells,
      more: differing.more,
    },
  };
}

/** Where keys pair the rows, they also tell which are missing and which are too many. */
function rowHints(gold: Side, predicted: Side, { keyColumns, pairs }: PairedRows): Hint[] {
  const hints = explainRows(gold, predicted);
  if (keyColumns.length === 0) return hints;
  const missing = pairs.filter(({ predictedRow }) => predictedRow === null).length;
  const extra = pairs.filter(({ goldRow }) => goldRow === null).length;
  return hints.filter(
    ({ code }) => (code !== 'missing-rows' || missing > 0) && (code !== 'extra-rows' || extra > 0),
  );
}

function differingCells(
  gold: Side,
  predicted: Side,
  nearest: readonly NearestColumn[],
  { keyColumns, pairs: rowPairs }: PairedRows,
  rules: CellRules,
): { pairs: CellPair[][]; cells: DifferingCell[]; more: boolean } {
  const pairs: CellPair[][] = nearest.map(() => []);
  const cells: DifferingCell[] = [];
  let more = false;
  const add = (makeCell: () => DifferingCell) => {
    if (cells.length < mostCells) cells.push(makeCell());
    else more = true;
  };
  for (const { goldRow, predictedRow } of rowPairs) {
    const goldCells = goldRow === null ? null : gold.rows[goldRow];
    const predictedCells = predictedRow === null ? null : predicted.rows[predictedRow];
    const keyOf = () =>
      keyColumns.map((column) =>
        displayCell(
          (goldCells ? goldCells[column] : predictedCells?.[nearest[column]?.predicted ?? -1]) ??
            null,
        ),
      );
    nearest.forEach(({ predicted: column }, index) => {
      const isKey = keyColumns.includes(index);
      const goldCell = goldCells?.[index] ?? null;
      const predictedCell = column === null ? null : (predictedCells?.[column] ?? null);
      if (goldCells && predictedCells) {
        if (column !== null && cellAnswers(goldCell, predictedCell, rules)) return;
        if (column !== null) pairs[index]?.push({ gold: goldCell, predicted: predictedCell });
      } else if (isKey && keyColumns.length < nearest.length) {
        // The key already names the missing row.
        return;
      }
      add(() => ({
        key: keyOf(),
        column: nameOf(gold, index),
        gold: goldCells ? displayCell(goldCell) : null,
        predicted: predictedCells && column !== null ? displayCell(predictedCell) : null,
        goldRow,
        predictedRow,
      }));
    });
  }
  return { pairs, cells, more };
}

function nameOf(side: Side, column: number): string {
  const name = side.names[column] ?? '';
  return name === '' ? `column ${column + 1}` : name;
}
