const minScores = [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1];

/**
 * Thousandths of the needed tables that are sent on the average, by the limit of tables and the least
 * score, one figure for each of `minScores`: as `npm run bench -- retrieval-cut` prints them, every
 * reference set weighing the same.
 */
const measured: readonly (readonly [maxTables: number, recalls: readonly number[]])[] = [
  [1, [422, 422, 422, 422, 422, 422, 422, 422, 422, 422]],
  [2, [646, 646, 646, 646, 645, 640, 628, 613, 551, 422]],
  [3, [750, 750, 749, 747, 743, 732, 707, 680, 586, 422]],
  [5, [825, 825, 824, 821, 814, 792, 753, 713, 594, 422]],
  [10, [896, 895, 891, 884, 870, 832, 778, 730, 598, 422]],
  [20, [947, 942, 932, 916, 891, 840, 780, 731, 598, 422]],
  [40, [977, 965, 948, 926, 899, 840, 780, 731, 598, 422]],
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
