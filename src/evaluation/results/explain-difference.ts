import type { ResultSet } from '../../catalog/index.ts';
import { createCellInterner } from './cell-interner.ts';
import { cellAnswers } from './cell-relation.ts';
import { compareOne } from './compare-one.ts';
import { diagnose } from './diagnosis/index.ts';
import {
  type CompareOptions,
  type GoldResult,
  type Hint,
  isLenientMatch,
  type Verdict,
} from './verdict.ts';
import { createWorkBudget, defaultWorkBudget } from './work-budget.ts';

/** Adds hints and a sample of differing cells to a verdict that is no match. */
export function withExplanation(
  verdict: Verdict,
  gold: GoldResult,
  predicted: ResultSet,
  options: CompareOptions,
): Verdict {
  if (verdict.verdict !== 'different' && verdict.verdict !== 'undecided') return verdict;
  const answer =
    verdict.alternative === null ? gold : (options.alternatives?.[verdict.alternative] ?? gold);
  const order = explainOrder(answer, predicted, options);
  if (order) return { ...verdict, ...order };
  const width = answer.columns?.length ?? answer.rows[0]?.length ?? 0;
  const goldSide = {
    names: answer.columns?.map(({ name }) => name) ?? new Array<string>(width).fill(''),
    rows: answer.rows,
  };
  const predictedSide = {
    names: predicted.columns.map(({ name }) => name),
    rows: predicted.rows,
  };
  const rules = { isLenient: true, tolerance: options.tolerance ?? null };
  const { columnMap, hints, sample } = diagnose(goldSide, predictedSide, rules);
  return {
    ...verdict,
    columnMap: verdict.columnMap ?? columnMap,
    hints: [
      ...verdict.hints,
      ...widthHints(goldSide.names.length, predictedSide.names.length),
      ...hints,
    ],
    sample,
  };
}

/** The same rows in another order: nothing else is wrong, so nothing else is told. */
function explainOrder(
  gold: GoldResult,
  predicted: ResultSet,
  options: CompareOptions,
): Pick<Verdict, 'reason' | 'hints' | 'columnMap'> | null {
  if (!options.orderMatters) return null;
  const unordered = compareOne(
    gold,
    predicted,
    { ...options, orderMatters: false },
    createCellInterner(),
    createWorkBudget(options.workBudget ?? defaultWorkBudget),
  );
  if (!isLenientMatch(unordered)) return null;
  const map = unordered.columnMap ?? [];
  const rules = { isLenient: true, tolerance: options.tolerance ?? null };
  const first = gold.rows.findIndex((row, index) =>
    map.some((predictedColumn, goldColumn) => {
      const cell = predicted.rows[index]?.[predictedColumn ?? -1] ?? null;
      return !cellAnswers(row[goldColumn] ?? null, cell, rules);
    }),
  );
  const place = first < 0 ? '' : `: it first breaks at row ${first + 1}`;
  const hint: Hint = { code: 'order', message: `the same rows in another order${place}` };
  return { reason: hint.message, hints: [hint], columnMap: map };
}

function widthHints(gold: number, predicted: number): Hint[] {
  const over = predicted - Math.max(2 * gold, gold + 2);
  if (gold === 0 || over <= 0) return [];
  const columns = `${over} column${over === 1 ? '' : 's'}`;
  return [{ code: 'width', message: `over the cap by ${columns}: is it SELECT *?` }];
}
