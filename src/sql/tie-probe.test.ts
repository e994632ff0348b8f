import { describe, expect, it } from 'vitest';
import type { DialectName } from './dialect.ts';
import { analyzeText } from './facts/analyze-text.ts';
import { resolveOrderKeys } from './resolve-order-keys.ts';
import { tieProbe } from './tie-probe.ts';

const factsOf = (sql: string, dialect: DialectName) => analyzeText(sql, dialect, null, null);
const probeOf = (sql: string, dialect: DialectName = 'sqlite') => {
  const [statement] = factsOf(sql, dialect).statements;
  return statement ? tieProbe(sql, dialect, statement) : null;
};

describe('tieProbe', () => {
  it('takes LIMIT out and keeps keys that are output columns', () => {
    expect(probeOf('SELECT name, total FROM t ORDER BY total DESC LIMIT 3')).toEqual({
      status: 'probe',
      sql: 'SELECT name, total FROM t ORDER BY total DESC',
      keys: [{ kind: 'output', position: 1 }],
      hiddenColumns: 0,
      limit: 3,
    });
  });

  it('appends keys that are none', () => {
    expect(probeOf('SELECT name FROM t ORDER BY total DESC, 1 LIMIT 3;')).toEqual({
      status: 'probe',
      sql: 'SELECT name , total FROM t ORDER BY total DESC, 1',
      keys: [
        { kind: 'hidden', index: 0 },
        { kind: 'output', position: 0 },
      ],
      hiddenColumns: 1,
      limit: 3,
    });
    expect(
      probeOf(
        'WITH x AS (SELECT 1 AS a) SELECT a, count(*) FROM x GROUP BY a ORDER BY sum(a) LIMIT 1',
      ),
    ).toMatchObject({
      sql: 'WITH x AS (SELECT 1 AS a) SELECT a, count(*) , sum(a) FROM x GROUP BY a ORDER BY sum(a)',
    });
  });

  it('keeps OFFSET, with an endless LIMIT where the dialect wants one', () => {
    const sql = 'SELECT a FROM t ORDER BY a LIMIT 3 OFFSET 2';
    expect(probeOf(sql)).toMatchObject({ sql: 'SELECT a FROM t ORDER BY a LIMIT -1 OFFSET 2' });
    expect(probeOf(sql, 'postgres')).toMatchObject({ sql: 'SELECT a FROM t ORDER BY a  OFFSET 2' });
    expect(probeOf('SELECT a FROM t ORDER BY a LIMIT 2, 3', 'mysql')).toMatchObject({
      sql: 'SELECT a FROM t ORDER BY a LIMIT 18446744073709551615 OFFSET 2',
      limit: 3,
    });
  });

  it('says that it cannot know where a key cannot be appended', () => {
    for (const sql of [
      'SELECT DISTINCT a FROM t ORDER BY b LIMIT 3',
      'SELECT a FROM t UNION SELECT a FROM u ORDER BY b + 1 LIMIT 3',
      'SELECT a FROM t LIMIT 3',
      'SELECT a FROM t ORDER BY a LIMIT (SELECT 3)',
    ]) {
      expect(probeOf(sql), sql).toMatchObject({ status: 'tie-unknown' });
    }
  });
});

describe('resolveOrderKeys', () => {
  const keys = (sql: string) => {
    const found = resolveOrderKeys(factsOf(sql, 'postgres'));
    return found === 'unknown'
      ? found
      : found.map(({ column, direction }) => `${column} ${direction}`);
  };
  it('finds names, aliases, numbers and equal expressions among the output columns', () => {
    expect(keys('SELECT a, b AS c FROM t ORDER BY c, 1')).toEqual(['1 asc', '0 asc']);
    expect(keys('SELECT t.a, lower(t.b) FROM t ORDER BY lower(b) DESC')).toEqual(['1 desc']);
    expect(keys('SELECT a, count(*) AS n FROM t GROUP BY a ORDER BY count(*) DESC')).toEqual([
      '1 desc',
    ]);
    expect(keys('SELECT a FROM t UNION SELECT b FROM u ORDER BY a')).toEqual(['0 asc']);
    expect(keys('SELECT a FROM t')).toEqual([]);
  });

  it('is unknown where a key is none of them', () => {
    expect(keys('SELECT a FROM t ORDER BY b')).toBe('unknown');
    expect(keys('SELECT * FROM t ORDER BY b')).toBe('unknown');
    expect(keys('SELECT a FROM t ORDER BY a, length(b)')).toBe('unknown');
  });
});
