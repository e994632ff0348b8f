import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/index.ts';
import { openDatasource } from '../../src/datasources/index.ts';
import {
  analyzeSql,
  dependsOnToday,
  dialectNames,
  extractSql,
  quoteIdentifier,
  topLevelLimit,
} from '../../src/sql/index.ts';
import { hasShared, sharedPath } from '../shared.ts';

interface Trap {
  readonly id: string;
  readonly input: {
    readonly llm_output?: string;
    readonly sql?: string | readonly string[];
    readonly gold_sql?: string;
    readonly sql_bad?: string;
    readonly sql_good?: string;
    readonly schema?: string;
  };
}

const traps: readonly Trap[] = hasShared
  ? (JSON.parse(readFileSync(sharedPath('cases/known-traps.json'), 'utf8')) as Trap[])
  : [];

function input(id: string): Trap['input'] {
  return traps.find((trap) => trap.id === id)?.input ?? {};
}

describe.skipIf(!hasShared)('traps of SQL in a model’s text (reference data needed)', () => {
  const pairs: readonly (readonly [id: string, sql: string])[] = [
    ['G088', 'SELECT 1'],
    ['G089', 'SELECT 1'],
    ['G091', 'WITH a AS (SELECT 1 x),\nb AS (SELECT x FROM a)\nSELECT * FROM b LIMIT 50'],
    ['G092', '(SELECT 1) UNION (SELECT 2)'],
    ['G094', 'SELECT 1'],
  ];
  it.each(pairs)('%s: the SQL is %s', (id, sql) => {
    expect(extractSql(input(id).llm_output ?? '')).toMatchObject({ kind: 'sql', sql });
  });

  it('G088: says that it was fenced', () => {
    expect(extractSql(input('G088').llm_output ?? '')).toMatchObject({ fenced: true });
  });

  it('G107: no text is no SQL', () => {
    expect(extractSql(input('G107').llm_output ?? 'missing')).toEqual({ kind: 'none' });
  });
});

describe.skipIf(!hasShared)('traps of names (reference data needed)', () => {
  const inSqlite = async <Result>(schema: string, use: (catalog: Catalog) => Promise<Result>) => {
    const folder = mkdtempSync(join(tmpdir(), 'traps-sql-'));
    const path = join(folder, 'x.sqlite');
    try {
      const database = new DatabaseSync(path);
      database.exec(schema);
      database.close();
      const source = await openDatasource({ id: 'x', connection: { type: 'sqlite', path } });
      const catalog = await source.introspect();
      await source.close();
      return await use(catalog);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  it('G095: mixed case needs its quotes in PostgreSQL', async () => {
    const { schema = '', sql_bad = '', sql_good = '' } = input('G095');
    await inSqlite(schema, async (catalog) => {
      const read = async (sql: string) =>
        (await analyzeSql(sql, { dialect: 'postgres', catalog })).statements[0]?.reads;
      expect((await read(sql_bad))?.unknownNames).toEqual(['Customer']);
      expect(await read(sql_good)).toMatchObject({
        isComplete: true,
        columns: [{ table: { schema: 'main', name: 'Customer' }, column: 'Country' }],
      });
    });
  });

  it.each(['G097', 'G098'])(
    '%s: reserved and odd names make a round trip by quoting',
    async (id) => {
      await inSqlite(input(id).schema ?? '', async (catalog) => {
        const [table] = catalog.tables;
        expect(table?.columns.length).toBeGreaterThan(3);
        for (const dialect of dialectNames) {
          const quote = (name: string) => quoteIdentifier(name, dialect);
          const columns = table?.columns.map((column) => column.name) ?? [];
          const sql = `SELECT ${columns.map(quote).join(', ')} FROM ${quote(table?.name ?? '')}`;
          const facts = await analyzeSql(sql, { dialect, catalog });
          expect(facts.readOnly, `${dialect}: ${sql}`).toBe(true);
          expect(facts.statements[0]?.reads.columns.map(({ column }) => column)).toEqual(columns);
        }
      });
    },
  );

  it('G100: a long name finds the one PostgreSQL cut at 63 bytes', async () => {
    const long = /CREATE TABLE (a+)/.exec(input('G100').schema ?? '')?.[1] ?? '';
    expect(long.length).toBeGreaterThan(63);
    await inSqlite(`CREATE TABLE ${long.slice(0, 63)}(id int)`, async (catalog) => {
      const { statements } = await analyzeSql(`SELECT id FROM ${long}`, {
        dialect: 'postgres',
        catalog,
      });
      expect(statements[0]?.reads.isComplete).toBe(true);
    });
  });
});

describe.skipIf(!hasShared)('traps of reading SQL (reference data needed)', () => {
  it('G101: another dialect’s text is not taken for ours', async () => {
    const sql = String(input('G101').sql);
    for (const dialect of ['postgres', 'duckdb', 'mysql'] as const) {
      expect((await analyzeSql(sql, { dialect })).readOnly, dialect).toBe(false);
    }
  });

  it('G103: reads what the server reads, and no CTE for a table', async () => {
    for (const sql of input('G103').sql ?? []) {
      const facts = await analyzeSql(sql, { dialect: 'postgres' });
      expect(facts.readOnly, sql).toBe(true);
      expect(facts.tables, sql).not.toContain('r');
    }
  });

  it('G104: a LIMIT in a comment is none', () => {
    expect(topLevelLimit(String(input('G104').sql), 'sqlite').limit).toBeNull();
  });

  it('G106: result columns of one name are noticed', async () => {
    const { statements } = await analyzeSql(String(input('G106').sql), { dialect: 'sqlite' });
    expect(statements[0]?.shape?.duplicateOutputs).toEqual(['max']);
  });

  it('G051: DISTINCT inside aggregates with ORDER BY is read, and nothing is rewritten', async () => {
    const { gold_sql = '' } = input('G051');
    const facts = await analyzeSql(gold_sql, { dialect: 'postgres' });
    expect([facts.readOnly, facts.statements[0]?.text]).toEqual([true, gold_sql]);
  });

  it('G052: rows that depend on the day are noticed', () => {
    expect(dependsOnToday(input('G052').gold_sql ?? '', 'postgres')).toBe(true);
  });

  it('G055: COUNT over CASE with ELSE is noticed', async () => {
    const { statements } = await analyzeSql(input('G055').gold_sql ?? '', { dialect: 'sqlite' });
    expect(statements[0]?.shape?.countsElse).toBe(true);
  });

  it('G049: the table counts, whatever is counted', async () => {
    const { gold_sql = '', pred_sql = '' } = input('G049') as Record<string, string>;
    const tables = async (sql: string) => (await analyzeSql(sql, { dialect: 'sqlite' })).tables;
    expect(await tables(gold_sql)).toEqual(['singer']);
    expect(await tables(pred_sql)).toEqual(['stadium']);
  });

  it('G035 and G144: LIKE patterns and odd quotes stay as they are', async () => {
    const { gold_sql = '' } = input('G035');
    expect(extractSql(gold_sql)).toMatchObject({ kind: 'sql', sql: gold_sql });
    const airline = String(input('G144').sql);
    expect((await analyzeSql(airline, { dialect: 'sqlite' })).readOnly).toBe(true);
  });
});
