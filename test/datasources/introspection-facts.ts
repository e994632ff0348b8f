import { expect } from 'vitest';
import type { Catalog, Column, ForeignKey, Table } from '../../src/catalog/index.ts';
import type { Declared, FactName } from './engine-under-test.ts';

/** What a fact expects of the catalog of a database that its setup has made. Names are the setup's. */
type Expectation = (catalog: Catalog, declared: Extract<Declared, { setup: unknown }>) => void;

export const expectations: { readonly [Name in FactName]: Expectation } = {
  /** `pair(b, a, c, PRIMARY KEY (a, b))` */
  'a primary key of two columns in its order'(catalog) {
    const columns = table(catalog, 'pair').columns;
    expect(columns.map(({ name, isPrimaryKey }) => [name, isPrimaryKey])).toEqual([
      ['b', true],
      ['a', true],
      ['c', false],
    ]);
  },
  /** `building(city, number, PRIMARY KEY (city, number))`, `room(id, n, c, FOREIGN KEY (c, n) REFERENCES building (city, number))` */
  'a composite key stays one key, in its order'(catalog) {
    const [key, ...others] = table(catalog, 'room').foreignKeys;
    expect(others).toEqual([]);
    expect(key).toMatchObject({
      columns: ['c', 'n'],
      referencedSchema: catalog.defaultSchema,
      referencedTable: 'building',
      referencedColumns: ['city', 'number'],
    });
    expect(key?.constraint).not.toBeNull();
  },
  /** `employee(id PRIMARY KEY, manager_id REFERENCES employee (id))` */
  'a key of a table to itself'(catalog) {
    expect(arrows(table(catalog, 'employee').foreignKeys)).toEqual(['manager_id -> employee.id']);
  },
  /** `store(id PRIMARY KEY, manager REFERENCES staff)`, `staff(id PRIMARY KEY, store_id REFERENCES store)` */
  'keys in a circle'(catalog) {
    expect(arrows(table(catalog, 'store').foreignKeys)).toEqual(['manager -> staff.id']);
    expect(arrows(table(catalog, 'staff').foreignKeys)).toEqual(['store_id -> store.id']);
  },
  /** `owner(id)`, `cat(id, owner_id)` and `dog(id, owner_id)`, each `CONSTRAINT has_owner FOREIGN KEY (owner_id) REFERENCES owner (id)` */
  'the same constraint name on two tables'(catalog, { keepsKeyNames = true }) {
    for (const name of ['cat', 'dog']) {
      expect(table(catalog, name).foreignKeys).toEqual([
        {
          constraint: keepsKeyNames ? 'has_owner' : expect.stringContaining(name),
          columns: ['owner_id'],
          referencedSchema: catalog.defaultSchema,
          referencedTable: 'owner',
          referencedColumns: ['id'],
        },
      ]);
    }
  },
  /** `parent(code PRIMARY KEY)`, `child(id, parent_code REFERENCES parent)` */
  'a key that names no columns means the primary key'(catalog) {
    expect(arrows(table(catalog, 'child').foreignKeys)).toEqual(['parent_code -> parent.code']);
  },
  /** `orphan(id, gone_id REFERENCES gone (id))`, no table `gone` */
  'a key to a missing table'(catalog) {
    expect(names(catalog)).toEqual(['orphan']);
    expect(arrows(table(catalog, 'orphan').foreignKeys)).toEqual(['gone_id -> gone.id']);
  },
  /** `far.place(id PRIMARY KEY)`, `visit(id, place_id REFERENCES far.place (id))` */
  'a key into another schema'(catalog) {
    expect(table(catalog, 'visit').foreignKeys).toMatchObject([
      {
        columns: ['place_id'],
        referencedSchema: 'far',
        referencedTable: 'place',
        referencedColumns: ['id'],
      },
    ]);
  },
  /** `one.thing(id)`, `two.thing(name)` */
  'the same table in two schemas'(catalog) {
    const things = catalog.tables.filter(({ name }) => name === 'thing');
    expect(things.map((thing) => [thing.schema, ...columnNames(thing)])).toEqual([
      ['one', 'id'],
      ['two', 'name'],
    ]);
  },
  /** `base(id, amount)`, `VIEW big AS SELECT id, amount FROM base WHERE amount > 41` */
  'a view with its definition and columns'(catalog) {
    const view = table(catalog, 'big');
    expect(view.kind).toBe('view');
    expect(columnNames(view)).toEqual(['id', 'amount']);
    expect(view.definition).toMatch(/select[\s\S]*amount[\s\S]*41/i);
    expect(table(catalog, 'base').kind).toBe('table');
  },
  /** `broken` is a view of a table that is gone; `whole(id)` is a table */
  'a broken view is named and not fatal'(catalog) {
    expect(names(catalog)).toContain('whole');
    expect(catalog.unreadable.map(({ name }) => name)).toEqual(['broken']);
    expect(catalog.unreadable[0]?.reason).not.toBe('');
  },
  /** `MATERIALIZED VIEW totals AS SELECT count(*) AS n FROM base` */
  'a materialized view'(catalog) {
    const view = table(catalog, 'totals');
    expect(view.kind).toBe('materialized_view');
    expect(columnNames(view)).toEqual(['n']);
    expect(view.definition).toMatch(/count/i);
  },
  /** `log(id, day)` with partitions `log_1` and `log_2` */
  'a partitioned table is one table'(catalog) {
    expect(names(catalog)).toEqual(['log']);
    expect(columnNames(table(catalog, 'log'))).toEqual(['id', 'day']);
  },
  /** `city(id, name)`, `capital(state) INHERITS (city)`: the child has a column of its own, so it is listed with its parent's columns */
  'an inherited table is part of its parent'(catalog) {
    expect(names(catalog)).toContain('city');
    expect(columnNames(table(catalog, 'city'))).toEqual(['id', 'name']);
  },
  /** `remote(id)` */
  'a foreign table'(catalog) {
    expect(table(catalog, 'remote').kind).toBe('foreign_table');
  },
  /** `docs(title, body)`, a full-text table */
  'a virtual table without its shadow tables'(catalog) {
    expect(names(catalog)).toEqual(['docs']);
    expect(columnNames(table(catalog, 'docs'))).toEqual(['title', 'body']);
  },
  /** `noted(id, price)`: table comment `It's noted`, comment of `price` `in cents, "net"` */
  'comments on a table and a column'(catalog) {
    expect(table(catalog, 'noted').comment).toBe("It's noted");
    expect(column(catalog, 'noted', 'price').comment).toBe('in cents, "net"');
    expect(column(catalog, 'noted', 'id').comment).toBeNull();
  },
  /** `VIEW seen AS …` with the comment `only what is seen` */
  'a comment on a view'(catalog) {
    expect(table(catalog, 'seen').comment).toBe('only what is seen');
  },
  /** `person(id, mood)` with labels `sad`, `it's ok`, `happy` in this order */
  'the labels of an enum'(catalog) {
    expect(column(catalog, 'person', 'mood').enumValues).toEqual(['sad', "it's ok", 'happy']);
  },
  /** `stock(amount)` of a domain */
  'a domain'(catalog, { dataType }) {
    expect(column(catalog, 'stock', 'amount').dataType).toBe(dataType);
  },
  /** `tagged(tags)` */
  'an array'(catalog, { dataType }) {
    expect(column(catalog, 'tagged', 'tags').dataType).toBe(dataType);
  },
  /** `placed(spot)` */
  'a struct'(catalog, { dataType }) {
    expect(column(catalog, 'placed', 'spot').dataType).toBe(dataType);
  },
  /** `keyed(entries)` */
  'a map'(catalog, { dataType }) {
    expect(column(catalog, 'keyed', 'entries').dataType).toBe(dataType);
  },
  /** `line(price, amount, total)`, `total` generated */
  'a generated column'(catalog) {
    expect(column(catalog, 'line', 'total').generated).toBe(true);
    expect(column(catalog, 'line', 'price').generated).toBeUndefined();
  },
  /** `counted(id)`, `id` numbered by the database */
  'an identity column'(catalog) {
    expect(column(catalog, 'counted', 'id').identity).toBe(true);
  },
  /** `cut(a, c)`, `b` dropped */
  'a dropped column is gone'(catalog) {
    expect(columnNames(table(catalog, 'cut'))).toEqual(['a', 'c']);
  },
  /** `needed(id PRIMARY KEY, must NOT NULL, may)` */
  'nullable and not'(catalog) {
    expect(table(catalog, 'needed').columns.map(({ name, nullable }) => [name, nullable])).toEqual([
      ['id', false],
      ['must', false],
      ['may', true],
    ]);
  },
  /** tables {@link oddNames}, each with one column of the same name */
  'names with spaces, quotes, dots, dashes and other scripts'(catalog) {
    const found = catalog.tables.map((each) => [each.name, ...columnNames(each)]);
    expect(found.toSorted()).toEqual(oddNames.map((name) => [name, name]).toSorted());
  },
  /** `🙂(🙂)` */
  'a name with an emoji'(catalog) {
    expect(columnNames(table(catalog, '🙂'))).toEqual(['🙂']);
  },
  /** `twin(id)` and `Twin(name)` */
  'two names that differ by case only'(catalog) {
    expect(columnNames(table(catalog, 'twin'))).toEqual(['id']);
    expect(columnNames(table(catalog, 'Twin'))).toEqual(['name']);
  },
  /** `secret(id)` may not be read by the login of the datasource; `open(id)` may */
  'a table the login may not read'(catalog) {
    expect(names(catalog)).toEqual(['open']);
    expect(catalog.unreadable.map(({ name }) => name)).toEqual(['secret']);
  },
  /** `nothing()` */
  'a table without columns'(catalog) {
    expect(table(catalog, 'nothing').columns).toEqual([]);
  },
  /** no statements */
  'an empty database'(catalog) {
    expect(catalog.tables).toEqual([]);
    expect(catalog.unreadable).toEqual([]);
    expect(catalog.defaultSchema).not.toBe('');
  },
  /** `mine(id)` beside whatever the engine itself keeps (statistics, sequences, temporary tables) */
  'temporary and system tables never appear'(catalog) {
    expect(names(catalog)).toEqual(['mine']);
  },
  /** `wide(c1 … cN)` with as many columns as the engine allows, at least 1,000 */
  'a very wide table'(catalog) {
    const columns = columnNames(table(catalog, 'wide'));
    expect(columns.length).toBeGreaterThanOrEqual(1_000);
    expect(columns).toEqual(columns.map((_, index) => `c${index + 1}`));
  },
  /** `t1 … t5000(id, name)` */
  'five thousand tables'(catalog) {
    expect(catalog.tables.length).toBe(5_000);
    expect(catalog.tables.every(({ columns }) => columns.length === 2)).toBe(true);
  },
};

/** Every engine has these as names of tables and of columns. */
export const oddNames = [
  'a space',
  'a"quote',
  "an'apostrophe",
  'a.dot',
  'a-dash',
  'select',
  'Überstraße',
  '日本語',
  'таблица',
  'x'.repeat(63),
] as const;

function names(catalog: Catalog): string[] {
  return catalog.tables.map(({ name }) => name);
}

function table(catalog: Catalog, name: string): Table {
  const found = catalog.tables.find((each) => each.name === name);
  expect(found, `table ${name} among ${names(catalog).slice(0, 20).join(', ')}`).toBeDefined();
  return found as Table;
}

function column(catalog: Catalog, tableName: string, name: string): Column {
  const found = table(catalog, tableName).columns.find((each) => each.name === name);
  expect(found, `column ${name} of ${tableName}`).toBeDefined();
  return found as Column;
}

function columnNames({ columns }: Table): string[] {
  return columns.map(({ name }) => name);
}

function arrows(keys: readonly ForeignKey[]): string[] {
  return keys.map(
    ({ columns, referencedTable, referencedColumns }) =>
      `${columns.join(', ')} -> ${referencedTable}.${referencedColumns.join(', ')}`,
  );
}
