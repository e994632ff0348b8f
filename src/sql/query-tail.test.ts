import { describe, expect, it } from 'vitest';
import { queryTail, topLevelLimit, topLevelOrderBy } from './query-tail.ts';
import { quoteIdentifier } from './quote-identifier.ts';
import { dependsOnToday, volatileUses } from './volatile-uses.ts';

describe('topLevelOrderBy', () => {
  it('reads expression, direction and nulls', () => {
    expect(
      topLevelOrderBy(
        'SELECT * FROM t ORDER BY a DESC NULLS LAST, lower(b, c), 3 ASC LIMIT 5',
        'postgres',
      ),
    ).toEqual([
      { expression: 'a', direction: 'desc', nulls: 'last' },
      { expression: 'lower(b, c)', direction: 'asc', nulls: null },
      { expression: '3', direction: 'asc', nulls: null },
    ]);
  });

  it('takes no ORDER BY of a window, an aggregate, a CTE or a subquery', () => {
    for (const sql of [
      'SELECT row_number() OVER (ORDER BY a) FROM t',
      "SELECT string_agg(a, ',' ORDER BY a) FROM t",
      'WITH x AS (SELECT a FROM t ORDER BY a LIMIT 3) SELECT * FROM x',
      'SELECT * FROM (SELECT a FROM t ORDER BY a) q',
      '(SELECT a FROM t ORDER BY a) UNION (SELECT b FROM u)',
      "SELECT 'ORDER BY a' FROM t -- ORDER BY a",
      'SELECT "order" FROM t',
    ]) {
      expect(topLevelOrderBy(sql, 'postgres'), sql).toEqual([]);
    }
  });

  it('looks through parentheses around the whole', () => {
    expect(topLevelOrderBy('((SELECT a FROM t ORDER BY a))', 'sqlite')).toHaveLength(1);
    expect(topLevelLimit('(SELECT a FROM t LIMIT 4)', 'sqlite').limit).toBe(4);
  });
});

describe('topLevelLimit', () => {
  const pairs: readonly (readonly [sql: string, limit: number | null, limitText: string | null])[] =
    [
      ['SELECT * FROM t LIMIT 10', 10, '10'],
      ['SELECT * FROM t LIMIT 10 OFFSET 5', 10, '10'],
      ['SELECT * FROM t OFFSET 5 LIMIT 10', 10, '10'],
      ['SELECT * FROM t LIMIT 5, 10', 10, '10'],
      ['SELECT * FROM t LIMIT ALL', null, null],
      ['SELECT * FROM t OFFSET 5 ROWS FETCH FIRST 3 ROWS ONLY', 3, '3'],
      ['SELECT * FROM t FETCH FIRST ROW ONLY', 1, '1'],
      ['SELECT * FROM t LIMIT $1', null, '$1'],
      ['SELECT * FROM t LIMIT (SELECT 3)', null, '(SELECT 3)'],
      ['SELECT * FROM (SELECT 1 LIMIT 3) q', null, null],
      ['SELECT * FROM t -- LIMIT 1', null, null],
      ['SELECT t.limit FROM t', null, null],
    ];
  for (const [sql, limit, limitText] of pairs) {
    it(`reads ${sql}`, () => {
      expect(topLevelLimit(sql, 'postgres')).toEqual({ limit, limitText });
    });
  }

  it('knows WITH TIES and the offset', () => {
    expect(
      queryTail('SELECT a FROM t ORDER BY a OFFSET 2 FETCH NEXT 3 ROWS WITH TIES', 'postgres'),
    ).toMatchObject({ withTies: true, limit: 3, offsetText: '2' });
  });
});

describe('volatileUses', () => {
  it('finds clocks and chance, looking at the argument where it decides', () => {
    const found = (sql: string, dialect: 'sqlite' | 'postgres' | 'duckdb' | 'mysql') =>
      volatileUses(sql, dialect).map((use) => `${use.kind} ${use.text}`);
    expect(found("SELECT date('now', '-1 day')", 'sqlite')).toEqual([
      "clock date('now', '-1 day')",
    ]);
    expect(found("SELECT date(hired_on), strftime('%Y', d) FROM t", 'sqlite')).toEqual([]);
    expect(found("SELECT strftime('%Y', 'now'), date()", 'sqlite')).toHaveLength(2);
    expect(found('SELECT CURRENT_DATE - 30', 'postgres')).toEqual(['clock CURRENT_DATE']);
    expect(found("SELECT 'today'::date, DATE 'today', random()", 'postgres')).toHaveLength(3);
    expect(found('SELECT age(a, b), age(a) FROM t', 'postgres')).toEqual(['clock age(a)']);
    expect(found('SELECT rand(), rand(5), NOW(), curdate()', 'mysql')).toHaveLength(3);
    expect(found('SELECT * FROM t TABLESAMPLE BERNOULLI (10)', 'postgres')).toHaveLength(1);
    expect(found('SELECT * FROM t TABLESAMPLE BERNOULLI (10) REPEATABLE (1)', 'postgres')).toEqual(
      [],
    );
  });

  it('leaves literals, comments, quoted and qualified names alone', () => {
    for (const sql of [
      "SELECT 'random()' -- now()",
      'SELECT "random", t.now, x AS current_date FROM t',
      'SELECT random FROM t',
    ]) {
      expect(volatileUses(sql, 'postgres'), sql).toEqual([]);
    }
    expect(dependsOnToday("SELECT date('2024-01-01')", 'sqlite')).toBe(false);
  });
});

describe('quoteIdentifier', () => {
  it('quotes what would read as something else', () => {
    expect(quoteIdentifier('name', 'postgres')).toBe('name');
    expect(quoteIdentifier('Name', 'postgres')).toBe('"Name"');
    expect(quoteIdentifier('order', 'mysql')).toBe('`order`');
    expect(quoteIdentifier('a`b', 'mysql')).toBe('`a``b`');
    expect(quoteIdentifier('we"ird', 'sqlite')).toBe('"we""ird"');
    expect(quoteIdentifier('Enrollment (K-12)', 'duckdb')).toBe('"Enrollment (K-12)"');
    expect(quoteIdentifier('', 'sqlite')).toBe('""');
  });
});
