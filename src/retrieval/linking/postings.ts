/** An inverted list: the entries of term t are at `offsets[t] … offsets[t + 1]`, in the order they came. */
export interface Postings {
  readonly offsets: Int32Array;
  readonly places: Int32Array;
  readonly weights: Float64Array;
}

export interface PostingsBuilder {
  add(term: number, place: number, weight: number): void;
  build(termCount: number): Postings;
}

/** Collects entries in flat arrays and sorts them by term once: an array per term would be most of an index's work. */
export function createPostingsBuilder(): PostingsBuilder {
  let count = 0;
  let terms = new Int32Array(256);
  let places = new Int32Array(256);
  let weights = new Float64Array(256);
  const grow = () => {
    const larger = <T extends Int32Array | Float64Array>(target: T, source: T): T => {
      target.set(source);
      return target;
    };
    terms = larger(new Int32Array(count * 2), terms);
    places = larger(new Int32Array(count * 2), places);
    weights = larger(new Float64Array(count * 2), weights);
  };
  return {
    add(term, place, weight) {
      if (count === terms.length) grow();
      terms[count] = term;
      places[count] = place;
      weights[count] = weight;
      count += 1;
    },
    build(termCount) {
      const offsets = new Int32Array(termCount + 1);
      for (let entry = 0; entry < count; entry += 1) {
        const term = terms[entry] ?? 0;
        offsets[term + 1] = (offsets[term + 1] ?? 0) + 1;
      }
      for (let term = 0; term < termCount; term += 1) {
        offsets[term + 1] = (offsets[term + 1] ?? 0) + (offsets[term] ?? 0);
      }
      const next = offsets.slice();
      const sorted = {
        offsets,
        places: new Int32Array(count),
        weights: new Float64Array(count),
      };
      for (let entry = 0; entry < count; entry += 1) {
        const term = terms[entry] ?? 0;
        const to = next[term] ?? 0;
        next[term] = to + 1;
        sorted.places[to] = places[entry] ?? 0;
        sorted.weights[to] = weights[entry] ?? 0;
      }
      return sorted;
    },
  };
}
