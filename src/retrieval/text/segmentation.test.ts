import { describe, expect, it } from 'vitest';
import { englishWords } from './english-words.ts';
import { createSegmenter } from './segmentation.ts';

describe('segmenter', () => {
  const segmenter = createSegmenter(englishWords, new Set(['floatingip']));

  it.each([
    ['orderitems', ['order', 'items']],
    ['financialserviceaccount', ['financial', 'service', 'account']],
    ['monetaryamount', ['monetary', 'amount']],
    ['securitygroupportbindings', ['security', 'group', 'port', 'bindings']],
    ['customerid', ['customer', 'id']],
  ])('splits %s', (glued, words) => {
    expect(segmenter.split(glued)).toEqual(words);
  });

  it.each(['customer', 'warehouse', 'qzxkrtw', 'orders'])('leaves %s whole', (word) => {
    expect(segmenter.split(word)).toBeNull();
  });
});
