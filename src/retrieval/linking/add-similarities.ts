import type { LinkingParameters } from './parameters.ts';

/**
 * Adds what meaning says to what words said: the best table by words weighs 1, the table nearest in
 * meaning `similarityWeight` of it, and a table no nearer than the average nothing. Cosines of one model
 * lie between .2 and .6, of another between .7 and .9, so only their place between the average and the
 * best of this catalog counts. Changes `scores` in place.
 *
 * @param scores of the words, each table's
 * @param similarities cosines, each table's
 * @returns for each table what was added, 0 to 1
 */
export function addSimilarities(
  scores: Float64Array,
  similarities: Float32Array,
  { similarityWeight, similarityPower }: LinkingParameters,
): Float64Array {
  let [best, nearest, sum] = [0, -1, 0];
  for (let position = 0; position < scores.length; position += 1) {
    const similarity = similarities[position] ?? 0;
    best = Math.max(best, scores[position] ?? 0);
    nearest = Math.max(nearest, similarity);
    sum += similarity;
  }
  const average = sum / scores.length;
  const added = new Float64Array(scores.length);
  if (nearest <= average) return added;
  // Where no word met anything, meaning alone decides.
  const unit = similarityWeight * (best === 0 ? 1 : best);
  for (let position = 0; position < scores.length; position += 1) {
    const height = ((similarities[position] ?? 0) - average) / (nearest - average);
    if (height <= 0) continue;
    added[position] = height ** similarityPower;
    scores[position] = (scores[position] ?? 0) + unit * (added[position] ?? 0);
  }
  return added;
}
