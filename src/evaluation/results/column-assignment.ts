import type { ColumnNames } from './column-names.ts';

/**
 * Gives each gold column a predicted column of its own, preferring the one of the same name, then the one
 * in the same place. Null when there are not enough distinct ones. (Kuhn's augmenting paths.)
 */
export function assignColumns(
  goldWidth: number,
  predictedWidth: number,
  names: ColumnNames,
  isCandidate: (goldColumn: number, predictedColumn: number) => boolean,
): number[] | null {
  const ownerOf: number[] = new Array<number>(predictedWidth).fill(-1);
  const positions = Array.from({ length: predictedWidth }, (_, index) => index);
  const candidates = Array.from({ length: goldWidth }, (_, gold) => {
    const rank = (predicted: number) =>
      names.isSame(gold, predicted) ? 0 : predicted === gold ? 1 : 2;
    return positions
      .filter((predicted) => isCandidate(gold, predicted))
      .sort((a, b) => rank(a) - rank(b) || a - b);
  });
  const claim = (gold: number, seen: Set<number>): boolean => {
    const open = (candidates[gold] ?? []).filter((predicted) => !seen.has(predicted));
    const free = open.find((predicted) => ownerOf[predicted] === -1);
    if (free !== undefined) {
      ownerOf[free] = gold;
      return true;
    }
    for (const predicted of open) {
      if (seen.has(predicted)) continue;
      seen.add(predicted);
      if (claim(ownerOf[predicted] ?? -1, seen)) {
        ownerOf[predicted] = gold;
        return true;
      }
    }
    return false;
  };
  for (let gold = 0; gold < goldWidth; gold++) {
    if (!claim(gold, new Set())) return null;
  }
  const map = new Array<number>(goldWidth).fill(-1);
  ownerOf.forEach((gold, predicted) => {
    if (gold >= 0) map[gold] = predicted;
  });
  return map;
}
