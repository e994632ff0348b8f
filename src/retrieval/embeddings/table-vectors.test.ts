import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Catalog, parseSchemaFixture } from '../../catalog/index.ts';
import type { EmbeddingModel } from '../../llm/index.ts';
import { tableText } from './table-text.ts';
import { embedTables } from './table-vectors.ts';

let cacheDir: string;
beforeEach(() => {
  cacheDir = mkdtempSync(join(tmpdir(), 'nl2sql-vectors-'));
});
afterEach(() => rmSync(cacheDir, { recursive: true, force: true }));

function catalogOf(...tables: object[]): Catalog {
  const text = JSON.stringify({
    tables: tables.map((table) => ({ schema: 'public', comment: null, columns: [], ...table })),
  });
  return parseSchemaFixture(text, 'schema.json');
}

const column = (name: string, more: object = {}) => ({
  name,
  data_type: 'text',
  nullable: true,
  is_primary_key: false,
  comment: null,
  ...more,
});

/** Texts that speak of orders lie along the first axis, others along the second. */
function modelOf(identity = 'test'): EmbeddingModel & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    identity,
    asked,
    embed: async (texts) => {
      asked.push(...texts);
      return texts.map((text) =>
        Float32Array.of(...(text.includes('order') ? [1, 0] : [0.6, 0.8])),
      );
    },
    close: async () => {},
  };
}

describe('tableText', () => {
  it('is the name in words, the comment and the column names, without labels or values', () => {
    const [table] = catalogOf({
      name: 'salesOrder_line',
      comment: 'What was\nsold.',
      columns: [
        column('OrderID'),
        column('state', { enum_values: ['SECRET'], samples: ['SECRET'] }),
      ],
    }).tables;
    expect(table && tableText(table)).toBe('sales order line. What was sold. order id, state');
  });
});

describe('embedTables', () => {
  const catalog = catalogOf({ name: 'orders' }, { name: 'customers' });

  it('tells of each table how near it is to the question', async () => {
    const vectors = await embedTables(catalog, modelOf());
    const [orders, customers] = vectors.similarities(Float32Array.of(1, 0));
    expect([orders, customers?.toFixed(4)]).toEqual([1, '0.6000']);
  });

  it('asks the model once for a schema, in whatever process', async () => {
    await embedTables(catalog, modelOf(), { cacheDir });
    const second = modelOf();
    const vectors = await embedTables(catalog, second, { cacheDir });
    expect(second.asked).toEqual([]);
    expect(vectors.similarities(Float32Array.of(0, 1))[1]).toBeCloseTo(0.8);
    expect(readdirSync(cacheDir)).toHaveLength(1);
  });

  it('asks anew for another model, a changed schema, and a role that sees less', async () => {
    await embedTables(catalog, modelOf(), { cacheDir });
    const others = [modelOf('other'), modelOf(), modelOf()];
    const changed = catalogOf({ name: 'orders', columns: [column('id')] }, { name: 'customers' });
    await embedTables(catalog, others[0] as EmbeddingModel, { cacheDir });
    await embedTables(changed, others[1] as EmbeddingModel, { cacheDir });
    await embedTables(catalogOf({ name: 'orders' }), others[2] as EmbeddingModel, { cacheDir });
    expect(others.map(({ asked }) => asked.length)).toEqual([2, 2, 1]);
    expect(readdirSync(cacheDir)).toHaveLength(4);
  });

  it('asks anew where a file of the cache is spoiled', async () => {
    await embedTables(catalog, modelOf(), { cacheDir });
    for (const file of readdirSync(cacheDir)) writeFileSync(join(cacheDir, file), 'spoiled');
    const again = modelOf();
    await embedTables(catalog, again, { cacheDir });
    expect(again.asked).toHaveLength(2);
  });

  it('goes on where the cache cannot be written', async () => {
    writeFileSync(join(cacheDir, 'file'), '');
    const vectors = await embedTables(catalog, modelOf(), { cacheDir: join(cacheDir, 'file') });
    expect(vectors.similarities(Float32Array.of(1, 0))[0]).toBe(1);
  });

  it('refuses a question of another dimension', async () => {
    const vectors = await embedTables(catalog, modelOf());
    expect(() => vectors.similarities(Float32Array.of(1, 0, 0))).toThrow(
      'the question has 3 numbers, the tables 2',
    );
  });
});
