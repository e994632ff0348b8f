import { type EnglishWords, englishWords } from '../text/english-words.ts';
import { createSegmenter } from '../text/segmentation.ts';
import { baseForm } from '../text/stem.ts';
import { splitName } from '../text/words.ts';

/** Turns the names of one catalog into base-form words; glued names give their words too. */
export interface NameAnalyzer {
  /** Words of a name, glued ones split. */
  words(name: string): readonly string[];
  /** Words of a comment or label: only separated words. */
  text(text: string): readonly string[];
}

/** @param names every table and column name, so that words written apart help to split those written together */
export function createNameAnalyzer(
  names: Iterable<string>,
  english: () => EnglishWords = englishWords,
): NameAnalyzer {
  const catalogWords = new Set<string>();
  for (const name of names) {
    const words = splitName(name);
    if (words.length > 1) for (const word of words) catalogWords.add(word);
    else if (words[0] !== undefined && words[0].length <= 12) catalogWords.add(words[0]);
  }
  const segmenter = createSegmenter(english, catalogWords);
  const memory = new Map<string, readonly string[]>();
  return {
    words(name) {
      let words = memory.get(name);
      if (words === undefined) {
        words = splitName(name)
          .flatMap((word) => {
            if (/^[a-z]{3,}\d{1,2}$/.test(word)) return [word, word.replace(/\d+$/, '')];
            return segmenter.split(word) ?? [word];
          })
          .map(baseForm);
        memory.set(name, words);
      }
      return words;
    },
    text: (text) => splitName(text).map(baseForm),
  };
}
