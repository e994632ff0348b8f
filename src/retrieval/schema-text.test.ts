import { describe, expect, it } from 'vitest';
import { parseSchemaFixture } from '../catalog/index.ts';
import { loadTokenCounter } from './count-tokens.ts';
import { createSchemaRetriever } from './linking/schema-retriever.ts';
import { schemaText } from './schema-text.ts';

const catalog = parseSchemaFixture(
  JSON.stringify({
    tables: [
      {
        name: 'customers',
        comment: 'who\nbuys',
        columns: [
          { name: 'id', data_type: 'bigint', is_primary_key: true },
          { name: 'plan', data_type: 'text', nullable: false, enum_values: ['free', 'paid'] },
        ],
      },
      {
        name: 'orders',
        columns: [{ name: 'customer_id', data_type: 'bigint', comment: 'who ordered' }],
        foreign_keys: [
          { column: 'customer_id', referenced_table: 'customers', referenced_column: 'id' },
        ],
      },
    ],
  }),
  'shop',
);

describe('schemaText', () => {
  it('tells tables, columns, keys, labels and comments', () => {
    const selection = createSchemaRetriever(catalog).retrieve('orders', { maxTables: 2 });
    expect(schemaText(selection, catalog)).toBe(
      [
        'public.orders',
        '  customer_id bigint -- who ordered',
        '  customer_id -> public.customers(id)',
        '',
        'public.customers -- who buys',
        '  id bigint primary key',
        '  plan text not null one of free | paid',
        '',
      ].join('\n'),
    );
  });

  it('tells a key to a table whose name needs quotes', () => {
    const dotted = parseSchemaFixture(
      JSON.stringify({
        tables: [
          { name: 'old.orders', columns: [{ name: 'id', data_type: 'int', is_primary_key: true }] },
          {
            name: 'refunds',
            columns: [{ name: 'order_id', data_type: 'int' }],
            foreign_keys: [
              { column: 'order_id', referenced_table: 'old.orders', referenced_column: 'id' },
            ],
          },
        ],
      }),
      'shop',
    );
    const selection = createSchemaRetriever(dotted).retrieve('refunds', { maxTables: 2 });
    const [other] = selection.tables.filter(({ name }) => name !== 'public.refunds');
    expect(schemaText(selection, dotted)).toContain(`  order_id -> ${other?.name}(id)`);
  });

  it('leaves out a key to a table that is not sent', () => {
    const selection = createSchemaRetriever(catalog).retrieve('orders', { maxTables: 1 });
    expect(schemaText(selection, catalog)).not.toContain('->');
  });
});

describe('token counter', () => {
  it('counts tokens as o200k does', async () => {
    const countTokens = await loadTokenCounter();
    expect(countTokens('hello world')).toBe(2);
    expect(countTokens('')).toBe(0);
  });
});
