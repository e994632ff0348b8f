import { normalize } from '../normalize.ts';
import type { Pooling } from './model-folder.ts';

/**
 * One vector of length 1 per text out of the vectors of its tokens.
 *
 * @param states text after text, each with `width` tokens of `dimension` numbers
 * @param lengths how many of a text's tokens are its own; the rest fills up
 */
export function poolTokens(
  states: Float32Array,
  lengths: readonly number[],
  width: number,
  dimension: number,
  pooling: Pooling,
): Float32Array[] {
  return lengths.map((length, text) => {
    const start = text * width * dimension;
    const vector = states.slice(start, start + dimension);
    const last = pooling === 'first' ? 1 : length;
    for (let token = 1; token < last; token += 1) {
      const offset = start + token * dimension;
      for (let place = 0; place < dimension; place += 1) {
        vector[place] = (vector[place] ?? 0) + (states[offset + place] ?? 0);
      }
    }
    return normalize(vector);
  });
}
