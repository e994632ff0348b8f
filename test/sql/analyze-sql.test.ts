import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/index.ts';
import { analyzeSql, checkReadOnly } from '../../src/sql/index.ts';

const catalogOf = (volatility: 'stable' | 'volatile'): Catalog => ({
  defaultSchema: 'public',
  tables: [],
  functions: [{ schema: 'public', name: 'tax', volatility }],
  unreadable: [],
  meta: {},
});

describe('analyzeSql', () => {
  it('gives up at the deadline, refuses the text, and works on', async () => {
    const long = `SELECT 1 FROM t WHERE ${'a = 1 OR '.repeat(200_000)} b = 2`;
    const facts = await analyzeSql(long, { dialect: 'postgres', timeoutMs: 20 });
    expect([facts.readOnly, facts.reasons[0]?.code]).toEqual([false, 'parse-timeout']);
    expect((await analyzeSql('SELECT 1', { dialect: 'postgres' })).readOnly).toBe(true);
  });

  it('rejects with the reason of an abort, before and while it runs', async () => {
    const reason = new Error('stopped');
    const stopped = AbortSignal.abort(reason);
    await expect(analyzeSql('SELECT 1', { dialect: 'sqlite', signal: stopped })).rejects.toBe(
      reason,
    );
    const controller = new AbortController();
    const long = `SELECT ${'1 + '.repeat(500_000)} 1`;
    const running = analyzeSql(long, {
      dialect: 'postgres',
      timeoutMs: 60_000,
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(reason), 10);
    await expect(running).rejects.toBe(reason);
    expect((await analyzeSql('SELECT 1', { dialect: 'sqlite' })).readOnly).toBe(true);
  });

  it('refuses what nests deeper than it reads, in every dialect', async () => {
    for (const dialect of ['sqlite', 'duckdb', 'postgres', 'mysql'] as const) {
      const deep = `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`;
      const facts = await analyzeSql(deep, { dialect });
      expect([facts.readOnly, facts.reasons[0]?.code], dialect).toEqual([false, 'unreadable']);
    }
  });

  it('answers many at once, each with its own facts', async () => {
    const texts = Array.from({ length: 50 }, (_, index) => `SELECT a FROM t${index}`);
    const all = await Promise.all(texts.map((text) => analyzeSql(text, { dialect: 'mysql' })));
    expect(all.map((facts) => facts.tables)).toEqual(texts.map((_, index) => [`t${index}`]));
  });
});

describe('checkReadOnly', () => {
  it('knows the functions of the catalog by their volatility', async () => {
    const sql = 'SELECT tax(1), public.tax(2)';
    const codes = async (catalog: Catalog | null) =>
      (await checkReadOnly(sql, 'postgres', { catalog })).reasons.map((reason) => reason.code);
    expect(await codes(catalogOf('stable'))).toEqual([]);
    expect(new Set(await codes(catalogOf('volatile')))).toEqual(new Set(['function-not-allowed']));
    expect(new Set(await codes(null))).toEqual(new Set(['function-unknown']));
  });

  it('reads comments as the engine ends them', async () => {
    const verdict = async (sql: string, dialect: 'sqlite' | 'duckdb' | 'postgres' | 'mysql') =>
      (await checkReadOnly(sql, dialect)).readOnly;
    const afterReturn = 'SELECT 1 -- x\r; DELETE FROM t';
    expect(await verdict(afterReturn, 'postgres')).toBe(false);
    expect(await verdict(afterReturn, 'duckdb')).toBe(false);
    expect(await verdict(afterReturn, 'sqlite')).toBe(true);
    expect(await verdict(afterReturn, 'mysql')).toBe(true);
    expect(await verdict('SELECT\u00a01;\u00a0DELETE\u00a0FROM\u00a0t', 'duckdb')).toBe(false);
    expect(await verdict('SELECT /* a /* b */ 1', 'duckdb')).toBe(true);
  });

  it('takes DuckDB’s comments both ways, as its versions do', async () => {
    // Version 1 nests them: the DELETE is live there and part of a literal from version 2 on.
    const sql = "SELECT 1 /* /* */, '*/ ; DELETE FROM t; --'";
    expect((await checkReadOnly(sql, 'duckdb')).readOnly).toBe(false);
  });

  it('names every reason once', async () => {
    const { reasons } = await checkReadOnly(
      'SELECT pg_sleep(1), pg_sleep(2) FROM t FOR UPDATE',
      'postgres',
    );
    expect(reasons).toEqual([
      { code: 'row-lock', message: 'FOR UPDATE' },
      { code: 'function-not-allowed', message: 'pg_sleep() holds the connection' },
    ]);
  });
});
