import { describe, expect, it } from 'vitest';
import { addSimilarities } from './add-similarities.ts';
import { linkingParameters } from './parameters.ts';

const parameters = { ...linkingParameters, similarityWeight: 0.5, similarityPower: 2 };

describe('addSimilarities', () => {
  it('adds a share of the best score by the place between average and nearest', () => {
    const scores = Float64Array.of(8, 2, 0, 0);
    // The average is .4, the nearest .8: places 1, .5, none and none.
    const similarities = Float32Array.of(0.1, 0.6, 0.8, 0.1);
    const added = addSimilarities(scores, similarities, parameters);
    expect([...added].map((value) => Number(value.toFixed(4)))).toEqual([0, 0.25, 1, 0]);
    expect([...scores].map((value) => Number(value.toFixed(4)))).toEqual([8, 3, 4, 0]);
  });

  it('says the same of a model whose cosines all lie high', () => {
    const low = Float64Array.of(1, 0, 0);
    const high = Float64Array.of(1, 0, 0);
    addSimilarities(low, Float32Array.of(0, 0.25, 0.5), parameters);
    addSimilarities(high, Float32Array.of(0.75, 0.8125, 0.875), parameters);
    expect([...high]).toEqual([...low]);
  });

  it('decides alone where no word met anything', () => {
    const scores = new Float64Array(2);
    addSimilarities(scores, Float32Array.of(0.1, 0.3), parameters);
    expect([...scores]).toEqual([0, 0.5]);
  });

  it('adds nothing where all tables are equally near', () => {
    const scores = Float64Array.of(3, 1);
    addSimilarities(scores, Float32Array.of(0.5, 0.5), parameters);
    expect([...scores]).toEqual([3, 1]);
  });
});
