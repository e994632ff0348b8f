/**
 * Tables of the schema where the best matches lie keep their score, those of others lose: questions
 * rarely cross schemas. Changes `scores` in place.
 *
 * @param schemaOf for each table the number of its schema
 */
export function preferMatchedSchema(
  scores: Float64Array,
  schemaOf: Int32Array,
  schemaCount: number,
  affinity: number,
): void {
  if (schemaCount < 2) return;
  const first = new Float64Array(schemaCount);
  const second = new Float64Array(schemaCount);
  const third = new Float64Array(schemaCount);
  for (let position = 0; position < scores.length; position += 1) {
    const score = scores[position] ?? 0;
    if (score === 0) continue;
    const schema = schemaOf[position] ?? 0;
    if (score > (first[schema] ?? 0)) {
      third[schema] = second[schema] ?? 0;
      second[schema] = first[schema] ?? 0;
      first[schema] = score;
    } else if (score > (second[schema] ?? 0)) {
      third[schema] = second[schema] ?? 0;
      second[schema] = score;
    } else if (score > (third[schema] ?? 0)) third[schema] = score;
  }
  const strengths = first.map(
    (score, schema) => score + 0.5 * (second[schema] ?? 0) + 0.25 * (third[schema] ?? 0),
  );
  const best = Math.max(...strengths);
  if (best === 0) return;
  for (let position = 0; position < scores.length; position += 1) {
    const share = (strengths[schemaOf[position] ?? 0] ?? 0) / best;
    scores[position] = (scores[position] ?? 0) * (1 - affinity + affinity * share * share);
  }
}
