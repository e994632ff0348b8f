import type { Row } from '../../../catalog/index.ts';
import { cellKey } from '../cell-reading.ts';
import type { Hint } from '../verdict.ts';
import type { Side } from './pair-columns.ts';

/** What the rows as wholes tell: missing, extra, multiplied, a prefix, one side empty. */
export function explainRows(gold: Side, predicted: Side): Hint[] {
  const goldCount = gold.rows.length;
  const predictedCount = predicted.rows.length;
  if (goldCount === 0 || predictedCount === 0) {
    const side = goldCount === 0 ? 'gold' : 'the prediction';
    return [{ code: 'empty-side', message: `${side} has no rows` }];
  }
  if (gold.names.length !== predicted.names.length) return [];
  const goldKeys = gold.rows.map(keyOf);
  const predictedKeys = predicted.rows.map(keyOf);
  const goldBag = bagOf(goldKeys);
  const predictedBag = bagOf(predictedKeys);
  const multiplied = multipliedHint(goldBag, predictedBag);
  if (multiplied) return [multiplied];
  const prefix = prefixHint(goldKeys, predictedKeys);
  if (prefix) return [prefix];
  const missing = surplus(goldBag, predictedBag);
  const extra = surplus(predictedBag, goldBag);
  const common = goldCount - missing;
  // Where nearly every row differs the columns are the story, not the rows.
  if (common * 2 < Math.min(goldCount, predictedCount)) return [];
  const hints: Hint[] = [];
  if (missing > 0) {
    hints.push({ code: 'missing-rows', message: `${rows(missing)} of gold missing` });
  }
  if (extra > 0) hints.push({ code: 'extra-rows', message: `${rows(extra)} too many` });
  return hints;
}

function keyOf(row: Row): string {
  return row.map(cellKey).join('\u0001');
}

function prefixHint(gold: readonly string[], predicted: readonly string[]): Hint | null {
  if (gold.length === predicted.length) return null;
  const [shorter, longer] = gold.length < predicted.length ? [gold, predicted] : [predicted, gold];
  if (!shorter.every((key, index) => key === longer[index])) return null;
  const message =
    shorter === predicted
      ? `the prediction is the first ${predicted.length} of gold's ${gold.length} rows: a LIMIT too many`
      : `gold is the first ${gold.length} of the prediction's ${predicted.length} rows: a LIMIT is missing`;
  return { code: 'prefix', message };
}

function multipliedHint(
  gold: ReadonlyMap<string, number>,
  predicted: ReadonlyMap<string, number>,
): Hint | null {
  if (gold.size !== predicted.size) return null;
  const factors = new Set<number>();
  for (const [key, count] of gold) {
    const other = predicted.get(key);
    if (other === undefined) return null;
    factors.add(other / count);
  }
  const [factor = 1] = factors;
  if (factors.size === 1) {
    if (factor === 1) return null;
    const message =
      factor > 1 && Number.isInteger(factor)
        ? `every row ×${factor}: a join fan-out`
        : 'the same rows, each less often: duplicates were removed';
    return { code: 'multiplied-rows', message };
  }
  const isMore = [...factors].every((each) => each >= 1);
  const isLess = [...factors].every((each) => each <= 1);
  const why = isMore ? ': a join fan-out' : isLess ? ': duplicates were removed' : '';
  return {
    code: 'multiplied-rows',
    message: `the same rows, repeated other numbers of times${why}`,
  };
}

function bagOf(keys: readonly string[]): Map<string, number> {
  const bag = new Map<string, number>();
  for (const key of keys) bag.set(key, (bag.get(key) ?? 0) + 1);
  return bag;
}

function surplus(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let count = 0;
  for (const [key, times] of a) count += Math.max(0, times - (b.get(key) ?? 0));
  return count;
}

function rows(count: number): string {
  return `${count} row${count === 1 ? '' : 's'}`;
}
