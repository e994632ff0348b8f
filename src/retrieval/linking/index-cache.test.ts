import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseSchemaFixture } from '../../catalog/index.ts';
import { createSchemaRetriever } from './schema-retriever.ts';

let cacheDir: string;
beforeEach(() => {
  cacheDir = mkdtempSync(join(tmpdir(), 'nl2sql-index-'));
});
afterEach(() => rmSync(cacheDir, { recursive: true, force: true }));

const catalogOf = (names: readonly string[], column: Record<string, unknown> = {}) =>
  parseSchemaFixture(
    JSON.stringify({
      tables: names.map((name) => ({
        name,
        columns: [{ name: 'id', data_type: 'text', is_primary_key: true, ...column }],
        foreign_keys: name === 'orders' ? [{ column: 'id', referenced_table: 'customers' }] : [],
      })),
    }),
    'test',
  );
const shop = catalogOf(['customers', 'orders', 'order_hist']);
const ask = (catalog = shop) =>
  createSchemaRetriever(catalog, { cacheDir }).retrieve('orders', {
    maxTables: 3,
    withReasons: true,
  });

describe('the index cache', () => {
  it('answers from a file as it does without one', () => {
    const fresh = createSchemaRetriever(shop).retrieve('orders', {
      maxTables: 3,
      withReasons: true,
    });
    expect(ask()).toEqual(fresh);
    expect(readdirSync(cacheDir)).toHaveLength(1);
    expect(ask()).toEqual(fresh);
    expect(readdirSync(cacheDir)).toHaveLength(1);
  });

  it('is built anew when the schema changes', () => {
    ask();
    expect(ask(catalogOf(['orders', 'customers', 'parcels'])).tables[0]?.name).toBe(
      'public.orders',
    );
    expect(readdirSync(cacheDir)).toHaveLength(2);
  });

  it('does not trust a file that is cut short', () => {
    const whole = ask();
    const [name = ''] = readdirSync(cacheDir);
    const path = join(cacheDir, name);
    writeFileSync(path, readFileSync(path).subarray(0, 40));
    expect(ask()).toEqual(whole);
    expect(readFileSync(path).length).toBeGreaterThan(40);
  });

  it('never writes values of the data', () => {
    ask(catalogOf(['orders'], { samples: ['confidential'] }));
    expect(readdirSync(cacheDir)).toEqual([]);
  });
});
