import { describe, expect, it } from 'vitest';
import { parseSchemaFixture } from '../catalog/index.ts';
import { createRandomRetriever } from './random-retriever.ts';
import { createSeededRandom } from './seeded-random.ts';

const catalog = parseSchemaFixture(
  JSON.stringify({ tables: 'abcdefgh'.split('').map((name) => ({ name, columns: [] })) }),
  'letters',
);

describe('random retriever', () => {
  it('gives the same tables for the same seed and question', () => {
    const first = createRandomRetriever(catalog, { seed: 7 }).retrieve('x', { maxTables: 3 });
    const second = createRandomRetriever(catalog, { seed: 7 }).retrieve('x', { maxTables: 3 });
    expect(first).toEqual(second);
    expect(first.tables).toHaveLength(3);
  });

  it('gives other tables for other seeds', () => {
    const seen = new Set(
      [1, 2, 3, 4, 5].map((seed) =>
        createRandomRetriever(catalog, { seed })
          .retrieve('x', { maxTables: 3 })
          .tables.map((table) => table.name)
          .join(),
      ),
    );
    expect(seen.size).toBeGreaterThan(1);
  });
});

describe('seeded random', () => {
  it('shuffles without losing or repeating an item', () => {
    const shuffled = createSeededRandom(3).shuffle([1, 2, 3, 4, 5]);
    expect([...shuffled].sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it('stays below the limit', () => {
    const random = createSeededRandom(1);
    const drawn = Array.from({ length: 1000 }, () => random.integer(4));
    expect(new Set(drawn)).toEqual(new Set([0, 1, 2, 3]));
  });
});
