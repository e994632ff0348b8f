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
  const terms: number[] = [];
  const places: number[] = [];
  const weights: number[] = [];
  return {
    add(term, place, weight) {
      terms.push(term);
      places.push(place);
      weights.push(weight);
    },
    build(termCount) {
      const offsets = new Int32Array(termCount + 1);
      for (const term of terms) offsets[term + 1] = (offsets[term + 1] ?? 0) + 1;
      for (let term = 0; term < termCount; term += 1) {
        offsets[term + 1] = (offsets[term + 1] ?? 0) + (offsets[term] ?? 0);
      }
      const next = offsets.slice();
      const sorted = {
        offsets,
        places: new Int32Array(terms.length),
        weights: new Float64Array(terms.length),
      };
      for (let entry = 0; entry < terms.length; entry += 1) {
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
