import { describe, expect, it } from 'vitest';
import { parseSchemaFixture } from '../catalog/index.ts';
import { loadTokenCounter } from './count-tokens.ts';
import { fitTokens } from './fit-tokens.ts';
import { createSchemaRetriever } from './linking/schema-retriever.ts';
import { createPromptQueryRetriever } from './promptquery/promptquery-retriever.ts';
import { schemaText } from './schema-text.ts';

const column = (name: string, extra: Record<string, unknown> = {}) => ({
  name,
  data_type: 'text',
  ...extra,
});
const catalog = parseSchemaFixture(
  JSON.stringify({
    tables: [
      {
        name: 'customers',
        columns: [column('id', { is_primary_key: true }), column('email'), column('fax')],
      },
      {
        name: 'orders',
        columns: [
          column('id', { is_primary_key: true }),
          column('customer_id'),
          ...[1, 2, 3, 4, 5].map((number) => column(`remark_${number}`)),
        ],
        foreign_keys: [
          { column: 'customer_id', referenced_table: 'customers', referenced_column: 'id' },
        ],
      },
      { name: 'weather', columns: [column('rain')] },
    ],
  }),
  'shop',
);
const question = 'emails of customers and their orders';

/** One token a character: what fits can be counted by hand. */
const byLength = (maxTokens: number) => ({ maxTokens, countTokens: (text: string) => text.length });

function table(position: number, ...columns: string[]) {
  const name = `public.${catalog.tables[position]?.name}`;
  return { position, name, score: 1, why: [], columns: columns.map((name) => ({ name, why: '' })) };
}

describe('fitTokens', () => {
  const customers = table(0, 'id', 'email', 'fax');
  const weather = table(2, 'rain');
  // 'public.customers\n' 17, '  id text primary key\n' 22, '  email text\n' 13, '  fax text\n' 11 = 63;
  // 'public.weather\n' 15, '  rain text\n' 12 = 27; the blank line between them 1.

  it('sends all that fits to the last token', () => {
    const sent = fitTokens([customers, weather], catalog, byLength(91), () => []);
    expect(sent).toEqual([customers, weather]);
  });

  it('takes the spare columns of a table, as few as it needs, and keeps the others', () => {
    const spare = () => ['fax', 'email'];
    const names = (maxTokens: number) =>
      fitTokens([customers], catalog, byLength(maxTokens), spare).map((sent) =>
        sent.columns.map(({ name }) => name),
      );
    expect(names(63)).toEqual([['id', 'email', 'fax']]);
    expect(names(62)).toEqual([['id', 'email']]);
    expect(names(52)).toEqual([['id', 'email']]);
    expect(names(51)).toEqual([['id']]);
    expect(names(38)).toEqual([]);
  });

  it('leaves out a table that does not fit and sends the smaller one behind it', () => {
    const sent = fitTokens([customers, weather], catalog, byLength(27), () => []);
    expect(sent).toEqual([weather]);
  });

  it('counts the key lines that a table adds to those before it', () => {
    // orders: 'public.orders\n' 14, '  customer_id text\n' 19; customers: 17 + 22;
    // '  customer_id -> public.customers(id)\n' 38; the blank line 1.
    const pair = [table(1, 'customer_id'), table(0, 'id')];
    expect(fitTokens(pair, catalog, byLength(111), () => [])).toHaveLength(2);
    expect(fitTokens(pair, catalog, byLength(110), () => [])).toHaveLength(1);
  });
});

describe('a token budget', () => {
  it('is never passed, and the whole text fits into exactly its own tokens', async () => {
    const countTokens = await loadTokenCounter();
    for (const retriever of [createSchemaRetriever(catalog), createPromptQueryRetriever(catalog)]) {
      const whole = retriever.retrieve(question, { maxTables: 3 });
      const size = countTokens(schemaText(whole, catalog));
      for (let maxTokens = 1; maxTokens <= size; maxTokens += 1) {
        const budget = { maxTables: 3, tokens: { maxTokens, countTokens } };
        const cut = retriever.retrieve(question, budget);
        expect(countTokens(schemaText(cut, catalog))).toBeLessThanOrEqual(maxTokens);
        if (maxTokens === size) expect(schemaText(cut, catalog)).toBe(schemaText(whole, catalog));
      }
    }
  });

  it('costs unmatched columns before matched columns and keys', () => {
    const { tables } = createSchemaRetriever(catalog).retrieve(question, {
      maxTables: 2,
      // customers whole and its blank line 64, orders with keys only 14 + 22 + 19, the key line 38.
      tokens: byLength(157),
    });
    const sent = Object.fromEntries(
      tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]),
    );
    expect(sent).toEqual({
      'public.customers': ['id', 'email', 'fax'],
      'public.orders': ['id', 'customer_id'],
    });
  });
});
