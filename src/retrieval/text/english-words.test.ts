import { expect, it } from 'vitest';
import { englishWords } from './english-words.ts';

it.each([
  ['the', 1],
  ['customer', 1],
  ['warehouse', 2],
])('knows %s, of tier %i', (word, tier) => {
  expect(englishWords.tierOf(word)).toBe(tier);
});

it.each(['', 'a1', 'qz', 'qzxkrtw', 'custome', 'ab'])('does not know "%s"', (word) => {
  expect(englishWords.tierOf(word)).toBeUndefined();
});

it('knows words of one letter and with an accent', () => {
  expect(englishWords.tierOf('a')).toBe(1);
  expect(englishWords.tierOf('éclair')).toBe(3);
});
