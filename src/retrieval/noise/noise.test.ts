import { describe, expect, it } from 'vitest';
import { parseSchemaFixture, tableName } from '../../catalog/index.ts';
import { addNoise } from './noise.ts';

const catalog = parseSchemaFixture(
  JSON.stringify({
    tables: [
      { name: 'orders', columns: [{ name: 'id', data_type: 'bigint', is_primary_key: true }] },
      { name: 'users', columns: [{ name: 'id', data_type: 'bigint', is_primary_key: true }] },
    ],
  }),
  'two tables',
);
const options = { count: 200, seed: 4, questions: ['refunds per customer last month'] };

describe('addNoise', () => {
  it('adds exactly the tables asked for, with names of their own', () => {
    const { tables } = addNoise(catalog, options);
    expect(tables).toHaveLength(202);
    expect(new Set(tables.map(tableName))).toHaveProperty('size', 202);
  });

  it('repeats itself for a seed and differs for another', () => {
    expect(addNoise(catalog, options)).toEqual(addNoise(catalog, options));
    expect(addNoise(catalog, { ...options, seed: 5 })).not.toEqual(addNoise(catalog, options));
  });

  it('lists the tables in the order of introspection', () => {
    const names = addNoise(catalog, options).tables.map((table) => table.name);
    expect(names).toEqual([...names].sort());
    expect(names.indexOf('orders')).not.toBe(0);
  });

  it('points only at tables that are there', () => {
    const { tables } = addNoise(catalog, options);
    const known = new Set(tables.map((table) => table.name));
    const targets = tables.flatMap((table) => table.foreignKeys.map((key) => key.referencedTable));
    expect(targets.filter((name) => !known.has(name))).toEqual([]);
    expect(targets).toContain('users');
  });

  it('shares words with the questions, and has partitions, history twins and link tables', () => {
    const names = addNoise(catalog, options).tables.map((table) => table.name);
    expect(names.some((name) => /_(?:refunds|customer)\b/.test(name))).toBe(true);
    expect(names.some((name) => /_20\d\d$/.test(name))).toBe(true);
    expect(names.some((name) => /_(?:hist|archive|log)$/.test(name))).toBe(true);
    expect(names.some((name) => name.endsWith('_rel'))).toBe(true);
  });

  it('leaves a catalog alone when no table is asked for', () => {
    expect(addNoise(catalog, { ...options, count: 0 })).toBe(catalog);
  });
});
