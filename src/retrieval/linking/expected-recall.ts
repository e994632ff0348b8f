const minScores = [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1];

/**
 * Mean share of the needed tables that is sent in thousandths, by the limit of tables and the least score, each column
 * one of `minScores`: printed by `npm run bench -- retrieval-cut`, every reference set weighing the same.
 */
const measured: readonly (readonly [maxTables: number, recalls: readonly number[]])[] = [
  [1, [0.422, 0.422, 0.422, 0.422, 0.422, 0.422, 0.422, 0.422, 0.422, 0.422]],
  [2, [0.646, 0.646, 0.646, 0.646, 0.645, 0.64, 0.628, 0.613, 0.551, 0.422]],
  [3, [0.75, 0.75, 0.749, 0.747, 0.743, 0.732, 0.707, 0.68, 0.586, 0.422]],
  [5, [0.825, 0.825, 0.824, 0.821, 0.814, 0.792, 0.753, 0.713, 0.594, 0.422]],
  [10, [0.896, 0.895, 0.891, 0.884, 0.87, 0.832, 0.778, 0.73, 0.598, 0.422]],
  [20, [0.947, 0.942, 0.932, 0.916, 0.891, 0.84, 0.78, 0.731, 0.598, 0.422]],
  [40, [0.977, 0.965, 0.948, 0.926, 0.899, 0.84, 0.78, 0.731, 0.598, 0.422]],
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
