/** Terms of one text, each once, with what each counts there. */
export interface WeightedTerms {
  readonly ids: readonly number[];
  readonly weights: readonly number[];
}

/** An inverted list: the entries of term t are at `offsets[t] … offsets[t + 1]`, in the order of the texts. */
export interface Postings {
  readonly offsets: Int32Array;
  /** Places of the texts in the list that was inverted. */
  readonly places: Int32Array;
  readonly weights: Float64Array;
}

/** Inverts texts in two passes over flat arrays: an array per term would be most of an index's work. */
export function invert(texts: readonly WeightedTerms[], termCount: number): Postings {
  const offsets = new Int32Array(termCount + 1);
  for (let place = 0; place < texts.length; place += 1) countTerms(texts[place], offsets);
  for (let term = 0; term < termCount; term += 1) {
    offsets[term + 1] = (offsets[term + 1] ?? 0) + (offsets[term] ?? 0);
  }
  const size = offsets[termCount] ?? 0;
  const postings = { offsets, places: new Int32Array(size), weights: new Float64Array(size) };
  const next = offsets.slice();
  for (let place = 0; place < texts.length; place += 1) {
    enterTerms(texts[place], place, next, postings);
  }
  return postings;
}

function countTerms(text: WeightedTerms | undefined, counts: Int32Array): void {
  const ids = text?.ids ?? [];
  for (let entry = 0; entry < ids.length; entry += 1) {
    const after = (ids[entry] ?? 0) + 1;
    counts[after] = (counts[after] ?? 0) + 1;
  }
}

function enterTerms(
  text: WeightedTerms | undefined,
  place: number,
  next: Int32Array,
  { places, weights }: Postings,
): void {
  if (text === undefined) return;
  const { ids } = text;
  for (let entry = 0; entry < ids.length; entry += 1) {
    const id = ids[entry] ?? 0;
    const to = next[id] ?? 0;
    next[id] = to + 1;
    places[to] = place;
    weights[to] = text.weights[entry] ?? 0;
  }
}
