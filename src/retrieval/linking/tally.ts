import type { WeightedTerms } from './postings.ts';

/** Adds up what terms count in one text after another. */
export interface Tally {
  add(id: number, weight: number): void;
  /** At least this much, however often. */
  raise(id: number, weight: number): void;
  /** The terms so far, in the order they came; the next text starts from nothing. */
  take(): WeightedTerms;
}

/**
 * One array of sums serves every text, because clearing the few terms of a text is cheaper than a map each.
 *
 * @example
 * const tally = createTally();
 * tally.add(7, 1);
 * tally.add(7, 0.5);
 * tally.take(); // { ids: [7], weights: [1.5] }
 */
export function createTally(): Tally {
  let sums = new Float64Array(256);
  let ids: number[] = [];
  const meet = (id: number): number => {
    if (id >= sums.length) {
      const larger = new Float64Array(2 * id);
      larger.set(sums);
      sums = larger;
    }
    const before = sums[id] ?? 0;
    if (before === 0) ids.push(id);
    return before;
  };
  return {
    add(id, weight) {
      const before = meet(id);
      sums[id] = before + weight;
    },
    raise(id, weight) {
      const before = meet(id);
      if (weight > before) sums[id] = weight;
    },
    take() {
      const weights: number[] = [];
      for (let entry = 0; entry < ids.length; entry += 1) {
        const id = ids[entry] ?? 0;
        weights.push(sums[id] ?? 0);
        sums[id] = 0;
      }
      const taken = { ids, weights };
      ids = [];
      return taken;
    },
  };
}
