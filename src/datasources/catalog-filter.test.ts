import { expect, it } from 'vitest';
import type { Catalog } from '../catalog/index.ts';
import { createCatalogFilter } from './catalog-filter.ts';

const catalog: Catalog = {
  defaultSchema: 'main',
  tables: ['main.orders', 'main.orders_old', 'audit.orders', 'main.a.b', 'main.x[1]'].map(
    (name) => ({
      schema: name.slice(0, name.indexOf('.')),
      name: name.slice(name.indexOf('.') + 1),
      kind: 'table',
      comment: null,
      columns: [],
      foreignKeys: [],
    }),
  ),
  functions: [],
  unreadable: [{ schema: 'audit', name: 'secret', reason: 'no right' }],
  meta: {},
};

it.each([
  [{}, ['main.orders', 'main.orders_old', 'audit.orders', 'main.a.b', 'main.x[1]']],
  [{ include: ['orders'] }, ['main.orders', 'audit.orders']],
  [{ include: ['main.*'], exclude: ['*_old'] }, ['main.orders', 'main.a.b', 'main.x[1]']],
  [{ include: ['MAIN.Orders'] }, ['main.orders']],
  [{ include: ['main.order?'] }, ['main.orders']],
  [{ include: ['main."a.b"'] }, ['main.a.b']],
  [{ include: ['main.x[1]'] }, ['main.x[1]']],
  [{ exclude: ['*'] }, []],
  [{ include: [] }, []],
])('%j keeps %j', (filter, names) => {
  const { tables } = createCatalogFilter(filter)(catalog);
  expect(tables.map(({ schema, name }) => `${schema}.${name}`)).toEqual(names);
});

it('leaves out what cannot be read just the same', () => {
  expect(createCatalogFilter({ exclude: ['audit.*'] })(catalog).unreadable).toEqual([]);
  expect(createCatalogFilter({ include: ['secret'] })(catalog).unreadable).toHaveLength(1);
});
