import { distance } from 'fastest-levenshtein';

/**
 * The known word nearest to a misspelt one, or undefined when none is near (a third of its letters may differ).
 *
 * @example
 * nearest('chinok', ['chinook', 'support']); // 'chinook'
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const found = distance(lower, candidate.toLowerCase());
    if (found < bestDistance) {
      best = candidate;
      bestDistance = found;
    }
  }
  const allowed = Math.max(1, Math.floor(Math.max(word.length, best?.length ?? 0) / 3));
  return bestDistance <= allowed ? best : undefined;
}
