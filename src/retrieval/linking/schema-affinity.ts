import type { TableGroups, TableScores } from './table-scores.ts';

/** For each group of tables how well its best ones match: the first, half the second, a quarter of the third. */
export function strengthOfGroups(scores: Float64Array, groups: TableGroups): Float64Array {
  const first = new Float64Array(groups.count);
  const second = new Float64Array(groups.count);
  const third = new Float64Array(groups.count);
  for (let position = 0; position < scores.length; position += 1) {
    const score = scores[position] ?? 0;
    if (score === 0) continue;
    const group = groups.of[position] ?? 0;
    if (score > (first[group] ?? 0)) {
      third[group] = second[group] ?? 0;
      second[group] = first[group] ?? 0;
      first[group] = score;
    } else if (score > (second[group] ?? 0)) {
      third[group] = second[group] ?? 0;
      second[group] = score;
    } else if (score > (third[group] ?? 0)) third[group] = score;
  }
  return first.map(
    (score, group) => score + 0.5 * (second[group] ?? 0) + 0.25 * (third[group] ?? 0),
  );
}

/**
 * Tables of the schema that fits the question best keep their score, those of others lose: questions rarely
 * cross schemas. A schema fits by its best tables, and more by how much of the question its tables meet
 * together: one table that meets its words very well says less than a schema that knows all of them.
 * Changes the scores in place.
 */
export function preferMatchedSchema(
  { scores, coverage }: TableScores,
  schemas: TableGroups,
  affinity: number,
): void {
  if (schemas.count < 2) return;
  const strengths = strengthOfGroups(scores, schemas).map(
    (strength, schema) => (coverage[schema] ?? 0) * Math.sqrt(strength),
  );
  const best = Math.max(...strengths);
  if (best === 0) return;
  for (let position = 0; position < scores.length; position += 1) {
    const share = (strengths[schemas.of[position] ?? 0] ?? 0) / best;
    scores[position] = (scores[position] ?? 0) * (1 - affinity + affinity * share ** 2);
  }
}
