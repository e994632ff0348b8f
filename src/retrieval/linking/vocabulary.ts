import { type EnglishWords, englishWords } from '../text/english-words.ts';
import { createSegmenter } from '../text/segmentation.ts';
import { baseForm } from '../text/stem.ts';

/** Turns the words of a catalog's names into base forms; glued ones give the words they are made of too. */
export type WordAnalyzer = (words: readonly string[]) => readonly string[];

/** @param names the words of every table and column name: words written apart help to split those written together */
export function createWordAnalyzer(
  names: Iterable<readonly string[]>,
  english: EnglishWords = englishWords,
): WordAnalyzer {
  const catalogWords = new Set<string>();
  for (const words of names) {
    if (words.length > 1) for (const word of words) catalogWords.add(word);
    else if (words[0] !== undefined && words[0].length <= 12) catalogWords.add(words[0]);
  }
  const segmenter = createSegmenter(english, catalogWords);
  const memory = new Map<string, readonly string[]>();
  const partsOf = (word: string): readonly string[] => {
    let parts = memory.get(word);
    if (parts === undefined) {
      parts = (
        /^[a-z]{3,}\d{1,2}$/.test(word)
          ? [word, word.replace(/\d+$/, '')]
          : (segmenter.split(word) ?? [word])
      ).map(baseForm);
      memory.set(word, parts);
    }
    return parts;
  };
  return (words) => {
    const found: string[] = [];
    for (const word of words) for (const part of partsOf(word)) found.push(part);
    return found;
  };
}
