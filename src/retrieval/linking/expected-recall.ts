const minScores = [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1];

/**
 * Thousandths of the needed tables that are sent on the average, by the limit of tables and the least
 * score, one figure for each of `minScores`: as `npm run bench -- retrieval-cut` prints them, every
 * reference set weighing the same.
 */
const measured: readonly (readonly [maxTables: number, recalls: readonly number[]])[] = [
  [1, [431, 431, 431, 431, 431, 431, 431, 431, 431, 431]],
  [2, [656, 656, 656, 655, 654, 649, 638, 626, 562, 431]],
  [3, [760, 760, 759, 757, 756, 746, 720, 697, 600, 431]],
  [5, [849, 849, 847, 844, 840, 817, 775, 734, 606, 431]],
  [10, [911, 910, 906, 897, 889, 850, 796, 748, 609, 431]],
  [20, [947, 943, 932, 914, 902, 858, 799, 749, 609, 431]],
  [40, [977, 967, 948, 924, 909, 858, 799, 749, 609, 431]],
];

/**
 * The share of the needed tables that a selection holds on the average, as measured in-sample over the
 * reference sets; between what was measured it is interpolated, beyond 40 tables it stays.
 *
 * @param minScore least share of the best score, from 0 (no cut) to 1
 * @example
 * expectedRecall(20, 0.1); // 0.932
 */
export function expectedRecall(maxTables: number, minScore: number): number {
  const limits = measured.map(([limit]) => limit);
  const byLimit = measured.map(([, recalls]) => interpolate(minScores, recalls, minScore));
  return interpolate(limits, byLimit, maxTables) / 1000;
}

/** The value at a place between known ones; outside of them the nearest. */
function interpolate(places: readonly number[], values: readonly number[], place: number): number {
  const next = places.findIndex((known) => known >= place);
  const after = next === -1 ? places.length - 1 : next;
  const before = Math.max(0, next === -1 ? after : after - 1);
  const [from = 0, to = 0] = [places[before], places[after]];
  const [low = 0, high = 0] = [values[before], values[after]];
  const part = to === from ? 0 : Math.max(0, (place - from) / (to - from));
  return low + part * (high - low);
}
