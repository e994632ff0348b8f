import { compareToBound, type NumberBound, type NumberRange, noiseRadius } from './number-range.ts';
import { compareNumbers, type NumberReading } from './number-reading.ts';

/** Predicted numbers in rising order, and for each gold value the stretch of them that answers it. */
export interface NumberList {
  /** The distinct value at each rank. */
  readonly positions: readonly number[];
  readonly numbers: readonly NumberReading[];
  readonly values: Float64Array;
  /** Per distinct gold value, the first rank of its stretch and the one after its last. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** A number and the distinct value it is. */
export interface RankedNumber {
  readonly position: number;
  readonly number: NumberReading;
}

export function createNumberList(members: readonly RankedNumber[], goldCount: number): NumberList {
  const sorted = [...members].sort((a, b) => compareNumbers(a.number, b.number));
  return {
    positions: sorted.map((member) => member.position),
    numbers: sorted.map((member) => member.number),
    values: Float64Array.from(sorted, (member) => member.number.value),
    from: new Int32Array(goldCount),
    to: new Int32Array(goldCount),
  };
}

/** Makes the stretch of a gold value those numbers that lie in a range. */
export function markRange(list: NumberList, position: number, { low, high }: NumberRange): void {
  const count = list.numbers.length;
  if (count === 0) return;
  list.from[position] = firstRank(list, low, (order) => order >= 0);
  list.to[position] = firstRank(list, high, (order) => order > 0);
}

/** The first rank past a bound: by doubles, then by exact digits where these are too close. */
function firstRank(list: NumberList, bound: NumberBound, isPast: (order: number) => boolean) {
  const start = bound.approx - bound.slack;
  let rank = Number.isNaN(start) ? 0 : lowerBound(list.values, start);
  for (let number = list.numbers[rank]; number; number = list.numbers[rank]) {
    if (isPast(compareToBound(number, bound))) break;
    rank++;
  }
  return rank;
}

/** Widens a stretch of doubles by four units in the last place. */
export function markNoise(list: NumberList, position: number, value: number): void {
  const noise = noiseRadius(value);
  const from = lowerBound(list.values, value - noise);
  let to = from;
  while ((list.values[to] ?? Number.POSITIVE_INFINITY) <= value + noise) to++;
  if (from >= to) return;
  const isEmpty = (list.from[position] ?? 0) >= (list.to[position] ?? 0);
  list.from[position] = isEmpty ? from : Math.min(from, list.from[position] ?? 0);
  list.to[position] = isEmpty ? to : Math.max(to, list.to[position] ?? 0);
}

/** The first rank whose value is at least `wanted`. */
function lowerBound(values: Float64Array, wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) >= wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}
