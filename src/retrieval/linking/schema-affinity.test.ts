import { describe, expect, it } from 'vitest';
import { preferMatchedSchema, strengthOfGroups } from './schema-affinity.ts';

const schemas = { of: Int32Array.from([0, 0, 1, 1]), count: 2 };

describe('strengthOfGroups', () => {
  it('is the best table, half the second and a quarter of the third', () => {
    const groups = { of: Int32Array.from([0, 0, 0, 0, 1]), count: 2 };
    const scores = Float64Array.from([0.25, 2, 4, 1, 3]);
    expect([...strengthOfGroups(scores, groups)]).toEqual([4 + 1 + 0.25, 3]);
  });
});

describe('preferMatchedSchema', () => {
  it('prefers the schema that knows more of the question to the one with the better tables', () => {
    const scores = Float64Array.from([1, 0.9, 0.7, 0.7]);
    preferMatchedSchema({ scores, coverage: Float64Array.from([1, 2]) }, schemas, 0.8);
    // Strengths are 1 × √1.45 and 2 × √1.05, so the first has √(1.45 ∕ 4.2) of the second.
    const kept = 0.2 + (0.8 * 1.45) / 4.2;
    expect(scores[0]).toBeCloseTo(kept, 12);
    expect(scores[1]).toBeCloseTo(0.9 * kept, 12);
    expect([scores[2], scores[3]]).toEqual([0.7, 0.7]);
  });

  it('leaves a database of one schema as it is', () => {
    const scores = Float64Array.from([1, 0.5]);
    const one = { of: Int32Array.from([0, 0]), count: 1 };
    preferMatchedSchema({ scores, coverage: Float64Array.from([3]) }, one, 0.8);
    expect([...scores]).toEqual([1, 0.5]);
  });
});
