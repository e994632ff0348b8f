import { expect, it } from 'vitest';
import { invert } from './postings.ts';

it('lists the texts of each term in their order, terms without any too', () => {
  const { offsets, places, weights } = invert(
    [
      { ids: [2], weights: [0.5] },
      { ids: [], weights: [] },
      { ids: [0, 2], weights: [1, 0.25] },
    ],
    4,
  );
  expect([...offsets]).toEqual([0, 1, 1, 3, 3]);
  expect([...places]).toEqual([2, 0, 2]);
  expect([...weights]).toEqual([1, 0.5, 0.25]);
});

it('keeps every entry of many texts', () => {
  const texts = Array.from({ length: 5_000 }, (_, place) => ({ ids: [place % 2], weights: [1] }));
  const { offsets, places } = invert(texts, 2);
  expect([...offsets]).toEqual([0, 2_500, 5_000]);
  expect(places[2_499]).toBe(4_998);
  expect(places[4_999]).toBe(4_999);
});
