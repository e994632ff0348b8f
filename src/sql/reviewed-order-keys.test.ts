import { describe, expect, it } from 'vitest';
import { parseSchemaFixture } from '../catalog/index.ts';
import { analyzeSql, resolveOrderKeys, reviewedOrderKeys } from './index.ts';

const catalog = parseSchemaFixture(
  JSON.stringify({
    tables: [
      {
        name: 'track',
        columns: [
          { name: 'id', data_type: 'integer' },
          { name: 'name', data_type: 'text' },
        ],
      },
    ],
  }),
  'tracks',
);

describe('the order keys of reviewed SQL', () => {
  it.each([
    [
      'SELECT name, id FROM track ORDER BY id DESC, name',
      [
        { column: 1, direction: 'desc' },
        { column: 0, direction: 'asc' },
      ],
    ],
    ['SELECT * FROM track ORDER BY name', [{ column: 1, direction: 'asc' }]],
    ['(SELECT id FROM track ORDER BY 1)', [{ column: 0, direction: 'asc' }]],
    ['SELECT upper(name) AS n FROM track ORDER BY upper(name)', [{ column: 0, direction: 'asc' }]],
    ['SELECT name FROM track ORDER BY id', 'unknown'],
    ['SELECT name FROM track', []],
    ['SELECT 1; SELECT 2', 'unknown'],
    ['', 'unknown'],
  ] as const)('are the columns they sort by, as the whole analysis says: %s', async (sql, keys) => {
    expect(reviewedOrderKeys(sql, 'duckdb', catalog)).toEqual(keys);
    expect(resolveOrderKeys(await analyzeSql(sql, { dialect: 'duckdb', catalog }))).toEqual(keys);
  });

  it('are unknown in a text that cannot be read, or nests deeper than the stack', () => {
    expect(reviewedOrderKeys('SELECT FROM WHERE ORDER BY a', 'sqlite', catalog)).toBe('unknown');
    const deep = `SELECT ${'('.repeat(50_000)}1${')'.repeat(50_000)} AS a ORDER BY a`;
    expect(reviewedOrderKeys(deep, 'sqlite', catalog)).toBe('unknown');
  });
});
