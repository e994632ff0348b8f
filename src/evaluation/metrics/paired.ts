/** How two systems compare on the same cases, each against each. */
export interface PairedCounts {
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
  /** Exact two-sided McNemar test: how likely such an imbalance is by chance. */
  readonly pValue: number;
}

/**
 * Compares two systems case by case.
 *
 * @param outcomes per case whether the first and the second passed
 * @example
 * comparePaired([[true, false], [true, true]]); // { both: 1, onlyFirst: 1, …, pValue: 1 }
 */
export function comparePaired(
  outcomes: readonly (readonly [first: boolean, second: boolean])[],
): PairedCounts {
  const count = (first: boolean, second: boolean) =>
    outcomes.filter((pair) => pair[0] === first && pair[1] === second).length;
  const onlyFirst = count(true, false);
  const onlySecond = count(false, true);
  return {
    both: count(true, true),
    onlyFirst,
    onlySecond,
    neither: count(false, false),
    pValue: mcNemarExact(onlyFirst, onlySecond),
  };
}

function mcNemarExact(onlyFirst: number, onlySecond: number): number {
  const flips = onlyFirst + onlySecond;
  let tail = 0;
  let logChoose = 0;
  for (let hits = 0; hits <= Math.min(onlyFirst, onlySecond); hits += 1) {
    tail += Math.exp(logChoose - flips * Math.LN2);
    logChoose += Math.log(flips - hits) - Math.log(hits + 1);
  }
  return Math.min(1, 2 * tail);
}
