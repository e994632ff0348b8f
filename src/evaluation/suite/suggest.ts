import { distance } from 'fastest-levenshtein';

/**
 * The known word nearest to a misspelt one, or undefined when none is near.
 *
 * @example
 * suggest('approvd', ['draft', 'approved']); // 'approved'
 */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const edits = distance(wanted, candidate.toLowerCase());
    if (edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best;
}

/** "Did you mean …?" when a word is near, else the whole list. */
export function suggestFix(word: string, known: readonly string[]): string {
  const near = suggest(word, known);
  if (near !== undefined) return `Did you mean "${near}"?`;
  return known.length > 0 ? `Known: ${known.join(', ')}.` : 'There are none.';
}
