import { describe, expect, it } from 'vitest';
import type { Catalog, Table } from '../../catalog/index.ts';
import type { DialectName } from '../dialect.ts';
import { analyzeText, prepareCatalog } from './analyze-text.ts';

const table = (name: string, columns: string, more: Partial<Table> = {}): Table => ({
  schema: 'main',
  name,
  kind: 'table',
  comment: null,
  columns: columns.split(' ').map((column) => ({
    name: column,
    dataType: 'text',
    nullable: true,
    isPrimaryKey: false,
    comment: null,
  })),
  foreignKeys: [],
  ...more,
});

const catalog: Catalog = {
  defaultSchema: 'main',
  tables: [
    table('c', 'id name email'),
    table('o', 'id c_id total'),
    table('Mixed', 'Id Name'),
    table('od.d', 'x we"ird'),
    table('v', 'id email', {
      kind: 'view',
      definition: 'CREATE VIEW v AS SELECT id, email FROM c;',
    }),
    table('vv', 'email', { kind: 'view', definition: 'SELECT email FROM v WHERE id > 1' }),
  ],
  functions: [],
  unreadable: [],
  meta: {},
};

const facts = (sql: string, dialect: DialectName, known: Catalog | null = catalog) => {
  const prepared = known && prepareCatalog(known, dialect);
  const { statements, tables, columns } = analyzeText(sql, dialect, prepared, null);
  return { tables, columns, reads: statements[0]?.reads };
};
const columns = (sql: string, dialect: DialectName = 'duckdb') =>
  facts(sql, dialect).columns.map((column) => column.replace(/^main\./, ''));

describe('columns read in DuckDB', () => {
  const pairs: readonly (readonly [sql: string, columns: readonly string[]])[] = [
    ['FROM c', ['c.email', 'c.id', 'c.name']],
    ['FROM c SELECT name WHERE id = 1', ['c.id', 'c.name']],
    ['SELECT * EXCLUDE (email) FROM c', ['c.id', 'c.name']],
    ['SELECT * REPLACE (upper(name) AS name) FROM c', ['c.email', 'c.id', 'c.name']],
    ['SELECT COLUMNS(*) FROM o', ['o.c_id', 'o.id', 'o.total']],
    ['SELECT c FROM c', ['c.email', 'c.id', 'c.name']],
    ["SELECT EXTRACT(year FROM name), EXTRACT(year FROM DATE '2020-01-01') FROM c", ['c.name']],
    ['SELECT trim(both FROM name), substring(email FROM 1 FOR 2) FROM c', ['c.email', 'c.name']],
    ['SELECT array(FROM o SELECT total) FROM c', ['o.total']],
    ['SELECT c.name.upper() FROM c', ['c.name']],
    ['SELECT name.upper() FROM c', ['c.name']],
    ['SELECT list_transform([1], x -> x + id) FROM o', ['o.id']],
    ['SELECT list_filter([1], lambda x: x > total) FROM o', ['o.total']],
    ['SELECT id FROM o QUALIFY row_number() OVER (ORDER BY total) = 1', ['o.id', 'o.total']],
    ['PIVOT o ON c_id USING sum(total)', ['o.c_id', 'o.id', 'o.total']],
    ['SELECT n: count(*) FROM x: o WHERE x.total > 1', ['o.total']],
    ['SELECT q.n FROM o, (SELECT count(*) AS n FROM c WHERE c.id = o.c_id) q', ['c.id', 'o.c_id']],
    ['SELECT total + 1 AS t, t + 1 AS u FROM o WHERE u > 2', ['o.total']],
    ['SELECT id FROM c UNION BY NAME SELECT total FROM o', ['c.id', 'o.total']],
    ['SELECT NAME FROM C', ['c.name']],
  ];
  it.each(pairs)('%s', (sql, expected) => {
    expect(columns(sql)).toEqual(expected);
  });
});

describe('columns read everywhere', () => {
  it('reads keys of USING and NATURAL on both sides', () => {
    expect(columns('SELECT name FROM c JOIN o USING (id)')).toEqual(['c.id', 'c.name', 'o.id']);
    expect(columns('SELECT name FROM c NATURAL JOIN o', 'mysql')).toEqual([
      'c.id',
      'c.name',
      'o.id',
    ]);
  });

  it('reads nothing for count(*) and everything for *', () => {
    expect(columns('SELECT count(*) FROM c', 'sqlite')).toEqual([]);
    expect(columns('SELECT EXISTS (SELECT * FROM o)', 'sqlite')).toEqual([
      'o.c_id',
      'o.id',
      'o.total',
    ]);
  });

  it('lists views and what is behind them, however deep', () => {
    expect(facts('SELECT email FROM vv', 'sqlite')).toMatchObject({
      tables: ['main.c', 'main.v', 'main.vv'],
      columns: ['main.c.email', 'main.c.id', 'main.v.email', 'main.v.id', 'main.vv.email'],
      reads: { tables: [{ schema: 'main', name: 'vv', isView: true }] },
    });
  });

  it('counts a CTE that is never used, and takes one for a table of its name', () => {
    expect(columns('WITH u AS (SELECT email FROM c) SELECT total FROM o')).toEqual([
      'c.email',
      'o.total',
    ]);
    expect(columns('WITH o AS (SELECT id FROM o) SELECT id FROM o', 'postgres')).toEqual(['o.id']);
    expect(columns('WITH c AS (SELECT id FROM o) SELECT email FROM c', 'postgres')).toEqual([
      'o.id',
    ]);
  });

  it('folds names as the dialect does', () => {
    expect(facts('SELECT Name FROM Mixed', 'postgres').reads?.unknownNames).toEqual(['Mixed']);
    expect(columns('SELECT "Name" FROM "Mixed"', 'postgres')).toEqual(['Mixed.Name']);
    expect(columns('select NAME from mixed', 'sqlite')).toEqual(['Mixed.Name']);
    expect(columns('select `NAME` from MIXED', 'mysql')).toEqual(['Mixed.Name']);
  });

  it('cuts names at 63 bytes in PostgreSQL', () => {
    const long = 'a'.repeat(63);
    const own = { ...catalog, tables: [table(long, 'id')] };
    expect(facts(`SELECT id FROM ${long}aaaa`, 'postgres', own).tables).toEqual([`main.${long}`]);
  });

  it('quotes parts with dots and quotes', () => {
    expect(facts('SELECT "we""ird" FROM "od.d"', 'postgres')).toMatchObject({
      tables: ['main."od.d"'],
      columns: ['main."od.d"."we""ird"'],
    });
  });

  it('takes a double-quoted text that is no column for a string in SQLite', () => {
    const { columns: found, reads } = facts('SELECT id FROM c WHERE name = "Jet Blue"', 'sqlite');
    expect([found, reads?.isComplete]).toEqual([['main.c.id', 'main.c.name'], true]);
  });

  it('reads the key through rowid in SQLite', () => {
    const key = {
      ...table('k', 'id x'),
      columns: table('k', 'id x').columns.map((column) => ({
        ...column,
        dataType: 'INTEGER',
        isPrimaryKey: column.name === 'id',
      })),
    };
    expect(facts('SELECT rowid FROM k', 'sqlite', { ...catalog, tables: [key] }).columns).toEqual([
      'main.k.id',
    ]);
  });

  it('names what nobody knows, and is not complete then', () => {
    expect(facts('SELECT c.nope, o.total FROM c, o, gone', 'postgres').reads).toMatchObject({
      isComplete: false,
      unknownNames: ['gone', 'main.c.nope'],
    });
    expect(facts('SELECT name FROM c WHERE nope = 1', 'mysql').reads?.unknownNames).toEqual([
      'nope',
    ]);
  });

  it('does not let an alias hide a column', () => {
    expect(columns('SELECT email AS x, x FROM c', 'sqlite')).toEqual(['c.email']);
    expect(columns('SELECT id AS email, email FROM c', 'sqlite')).toEqual(['c.email', 'c.id']);
    expect(columns('SELECT (SELECT email FROM json_each(1)) FROM c', 'sqlite')).toEqual([
      'c.email',
    ]);
  });

  it('says names as written without a catalog', () => {
    expect(
      facts('SELECT T.Name, o.total FROM public.T JOIN o USING (id)', 'postgres', null),
    ).toMatchObject({
      tables: ['o', 'public.T'],
      columns: ['o.id', 'o.total', 'public.T.Name', 'public.T.id'],
    });
    expect(facts('SELECT name FROM c', 'mysql', null).columns).toEqual(['c.name']);
  });
});

describe('shape of a query', () => {
  const shape = (sql: string) => analyzeText(sql, 'sqlite', null, null).statements[0]?.shape;
  it('finds COUNT over CASE with ELSE', () => {
    expect(
      shape("SELECT COUNT(CASE WHEN d LIKE '%S%' THEN id ELSE 0 END) FROM p")?.countsElse,
    ).toBe(true);
    expect(shape('SELECT COUNT(CASE WHEN a THEN id ELSE NULL END) FROM p')?.countsElse).toBe(false);
    expect(shape('SELECT SUM(CASE WHEN a THEN 1 ELSE 0 END) FROM p')?.countsElse).toBe(false);
  });

  it('finds joins that nothing ties', () => {
    expect(shape('SELECT 1 FROM a, b')?.joinsWithoutKey).toEqual(['b']);
    expect(shape('SELECT 1 FROM a JOIN b ON a.x > 3')?.joinsWithoutKey).toEqual(['b']);
    expect(shape('SELECT 1 FROM a, b WHERE a.x = b.y')?.joinsWithoutKey).toEqual([]);
    expect(shape('SELECT 1 FROM a JOIN b USING (x) CROSS JOIN d')?.joinsWithoutKey).toEqual([]);
  });

  it('finds output names that occur twice', () => {
    expect(shape('SELECT max(a), max(a), b AS c, c FROM t')?.duplicateOutputs).toEqual([
      'max',
      'c',
    ]);
  });
});

describe('FROM DUAL in MySQL', () => {
  it('reads no table, and nothing is unknown', () => {
    expect(facts('SELECT 1 FROM DUAL', 'mysql')).toMatchObject({
      tables: [],
      reads: { isComplete: true, unknownNames: [] },
    });
    expect(facts('SELECT 1 FROM `dual`', 'mysql').reads?.unknownNames).toEqual(['dual']);
  });
});
