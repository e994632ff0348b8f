import { expect, it } from 'vitest';
import { createPostingsBuilder } from './postings.ts';

it('lists the entries of each term in the order they came, terms without any too', () => {
  const builder = createPostingsBuilder();
  builder.add(2, 10, 0.5);
  builder.add(0, 11, 1);
  builder.add(2, 12, 0.25);
  const { offsets, places, weights } = builder.build(4);
  expect([...offsets]).toEqual([0, 1, 1, 3, 3]);
  expect([...places]).toEqual([11, 10, 12]);
  expect([...weights]).toEqual([1, 0.5, 0.25]);
});

it('keeps every entry of many', () => {
  const builder = createPostingsBuilder();
  for (let place = 0; place < 5_000; place += 1) builder.add(place % 2, place, 1);
  const { offsets, places } = builder.build(2);
  expect([...offsets]).toEqual([0, 2_500, 5_000]);
  expect(places[2_499]).toBe(4_998);
  expect(places[4_999]).toBe(4_999);
});
