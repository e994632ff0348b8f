import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Cell,
  catalogFingerprint,
  parseSchemaFixture,
  schemaFixtureOf,
} from '../../src/catalog/index.ts';
import {
  type Datasource,
  type ExecuteOptions,
  type Execution,
  openDatasource,
} from '../../src/datasources/index.ts';
import { Nl2sqlError } from '../../src/errors.ts';
import type { EngineUnderTest, FactName, TestDatabase } from './engine-under-test.ts';
import { expectations } from './introspection-facts.ts';

/**
 * The contract of a datasource, as tests. A new database runs it from one file that declares an
 * {@link EngineUnderTest}; see `sqlite.test.ts`.
 */
export function describeDatasource(engine: EngineUnderTest): void {
  describe(`datasource contract: ${engine.name}`, () => {
    describeExecution(engine);
    describeIntrospection(engine);
  });
}

const itemStatements = [
  'CREATE TABLE item (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(40))',
  "INSERT INTO item VALUES (1, 'one'), (2, ''), (3, NULL)",
];

function describeExecution(engine: EngineUnderTest): void {
  let database: TestDatabase;
  let datasource: Datasource;

  beforeAll(async () => {
    database = await engine.createDatabase([...itemStatements, ...(engine.attackSetup ?? [])]);
    datasource = await openDatasource(database.spec);
  });
  afterAll(async () => {
    await datasource?.close();
    await database?.drop();
  });

  const execute = (text: string, options: Partial<ExecuteOptions> = {}, parameters?: Cell[]) =>
    datasource.execute(
      { text, ...(parameters ? { parameters } : {}) },
      { rowLimit: 1_000, timeoutMs: 20_000, ...options },
    );
  const expectUsable = async () => {
    expect(rowsOf(await execute('SELECT count(*) FROM item'))).toEqual([[3]]);
  };

  describe('values', () => {
    it.each(engine.values)('returns $name without loss', async ({ sql, cell, type }) => {
      const execution = await execute(`SELECT ${sql} AS v`);
      expect(rowsOf(execution)).toEqual([[cell]]);
      if (type !== undefined) {
        expect(execution).toMatchObject({ result: { columns: [{ name: 'v', type }] } });
      }
    });

    it('tells the empty string from NULL', async () => {
      const execution = await execute('SELECT name FROM item ORDER BY id');
      expect(rowsOf(execution)).toEqual([['one'], [''], [null]]);
    });

    it('keeps every column of one name', async () => {
      const execution = await execute(
        'SELECT id AS a, id + 1 AS a, id + 2 AS b FROM item ORDER BY id',
      );
      expect(columnsOf(execution)).toEqual(['a', 'a', 'b']);
      expect(rowsOf(execution)[0]).toEqual([1, 2, 3]);
    });

    it('returns columns also when there are no rows', async () => {
      const execution = await execute('SELECT id, name FROM item WHERE id > 99');
      expect(columnsOf(execution)).toEqual(['id', 'name']);
      expect(rowsOf(execution)).toEqual([]);
    });

    it('returns a text of ten million bytes whole', async () => {
      const text = 'aé日😀'.repeat(1_000_000);
      const execution = await execute(`SELECT ${engine.repeatSql('aé日😀', 1_000_000)} AS v`);
      const value = rowsOf(execution)[0]?.[0];
      expect(typeof value === 'string' && value === text).toBe(true);
    });

    it.each(engine.parameters)('takes the parameter $cell', async ({ cell, sql = '$', result }) => {
      const text = `SELECT ${sql.replace('$', engine.placeholder(1))} AS v`;
      expect(rowsOf(await execute(text, {}, [cell]))).toEqual([[result]]);
    });

    it('takes a parameter for a value and never for SQL', async () => {
      const text = `SELECT id FROM item WHERE name = ${engine.placeholder(1)}`;
      expect(rowsOf(await execute(text, {}, ["one' OR '1'='1"]))).toEqual([]);
      expect(rowsOf(await execute(text, {}, ['one']))).toEqual([[1]]);
    });

    it('rejects a missing and a surplus parameter', async () => {
      const text = `SELECT id FROM item WHERE name = ${engine.placeholder(1)}`;
      expect((await execute(text)).status).toBe('rejected');
      expect((await execute(text, {}, ['one', 'two'])).status).toBe('rejected');
    });
  });

  describe('the row cap', () => {
    it('marks a result of one row more as truncated', async () => {
      const execution = await execute(engine.rowsSql(51), { rowLimit: 50 });
      expect(rowsOf(execution)).toHaveLength(50);
      expect(execution).toMatchObject({ result: { truncated: true } });
    });

    it('does not mark a result of exactly so many rows', async () => {
      const execution = await execute(engine.rowsSql(50), { rowLimit: 50 });
      expect(rowsOf(execution)).toHaveLength(50);
      expect(execution).toMatchObject({ result: { truncated: false } });
    });

    it('returns many rows in their order', async () => {
      const execution = await execute(engine.rowsSql(100_000), { rowLimit: 200_000 });
      const numbers = rowsOf(execution).map(([number]) => number);
      expect(numbers.every((number, index) => number === index + 1)).toBe(true);
      expect(numbers).toHaveLength(100_000);
    });

    it('stops five million rows at the cap, in bounded memory', async () => {
      const before = process.memoryUsage().rss;
      const execution = await execute(engine.rowsSql(5_000_000), { rowLimit: 1_000 });
      expect(rowsOf(execution)).toHaveLength(1_000);
      expect(execution).toMatchObject({ result: { truncated: true } });
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
      await expectUsable();
    });
  });

  describe('deadline and abort', () => {
    it.each(engine.runaways)('stops $name at its deadline', async ({ sql }) => {
      const execution = await execute(sql, { timeoutMs: 300 });
      expect(execution).toMatchObject({ status: 'timeout', timeoutMs: 300 });
      expect(execution.elapsedMs).toBeGreaterThanOrEqual(250);
      await expectUsable();
    });

    it.each(engine.runaways)('stops $name when it is aborted', async ({ sql }) => {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), 200);
      const execution = await execute(sql, { signal: controller.signal });
      clearTimeout(timer);
      expect(execution.status).toBe('aborted');
      await expectUsable();
    });

    it('takes a deadline of a year for one that does not come', async () => {
      const execution = await execute('SELECT 1', { timeoutMs: 365 * 86_400_000 });
      expect(rowsOf(execution)).toEqual([[1]]);
    });

    it('does not start a query that is aborted already', async () => {
      const execution = await execute('SELECT 1', { signal: AbortSignal.abort() });
      expect(execution.status).toBe('aborted');
    });

    it('lets other queries end while one is stopped', async () => {
      const [runaway] = engine.runaways;
      const [stopped, ...others] = await Promise.all([
        execute(runaway?.sql ?? '', { timeoutMs: 500 }),
        ...[1, 2, 3].map((id) => execute(`SELECT id FROM item WHERE id = ${id}`)),
      ]);
      expect(stopped?.status).toBe('timeout');
      expect(others.map(rowsOf)).toEqual([[[1]], [[2]], [[3]]]);
    });
  });

  describe('trouble', () => {
    it('rejects a syntax error with the words of the database', async () => {
      const execution = await execute('SELEC 1');
      expect(execution.status).toBe('rejected');
      expect(messageOf(execution)).toMatch(/syntax|SELEC/i);
    });

    it('rejects an unknown table and names it', async () => {
      const execution = await execute('SELECT * FROM no_such_table');
      expect(execution.status).toBe('rejected');
      expect(messageOf(execution)).toContain('no_such_table');
    });

    it('rejects an unknown column and names it', async () => {
      const execution = await execute('SELECT no_such_column FROM item');
      expect(execution.status).toBe('rejected');
      expect(messageOf(execution)).toContain('no_such_column');
    });

    it('rejects a text without a statement', async () => {
      for (const text of ['', '  \n', '-- nothing', ';']) {
        expect((await execute(text)).status).toBe('rejected');
      }
    });

    it('says what is missing where no database is, and creates none', async () => {
      const { spec, error } = await engine.missing();
      const absent = await openDatasource(spec);
      const execution = await absent.execute(
        { text: 'SELECT 1' },
        { rowLimit: 1, timeoutMs: 5_000 },
      );
      expect(execution.status).toBe('unavailable');
      expect(messageOf(execution)).toMatch(error);
      expect(messageOf(execution)).toContain(spec.id);
      const thrown = await absent.introspect().catch((reason: unknown) => reason);
      expect(thrown).toBeInstanceOf(Nl2sqlError);
      expect((thrown as Nl2sqlError).code).toBe('DATASOURCE_UNAVAILABLE');
      expect((thrown as Nl2sqlError).message).toMatch(error);
      await absent.close();
      // Asked again, it is still missing: the first attempt made nothing.
      const again = await openDatasource(spec);
      await expect(again.introspect()).rejects.toThrow(error);
      await again.close();
    });
  });

  describe('read-only', () => {
    it.each(engine.attacks)('lets $name change nothing', async ({ sql }) => {
      const before = await database.fingerprint();
      const execution = await execute(sql);
      expect(execution.status).toBe('refused');
      expect(messageOf(execution)).not.toBe('');
      expect(await database.fingerprint()).toBe(before);
      await expectUsable();
    });

    it.each(engine.harmless)('runs $name', async ({ sql }) => {
      expect(await execute(sql)).toMatchObject({ status: 'rows' });
    });
  });

  describe('many at once and the end', () => {
    it('answers 64 queries at once, each with its own rows', async () => {
      const executions = await Promise.all(
        Array.from({ length: 64 }, (_, index) => execute(`SELECT ${index} AS n, id FROM item`)),
      );
      expect(executions.map((execution) => rowsOf(execution)[0]?.[0])).toEqual(
        Array.from({ length: 64 }, (_, index) => index),
      );
    });

    it('closes twice, also in the middle of a query, and is unavailable after', async () => {
      const own = await openDatasource(database.spec);
      const running = own.execute(
        { text: engine.runaways[0]?.sql ?? '' },
        { rowLimit: 1, timeoutMs: 20_000 },
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      await own.close();
      await own.close();
      expect(['aborted', 'unavailable']).toContain((await running).status);
      const after = await own.execute({ text: 'SELECT 1' }, { rowLimit: 1, timeoutMs: 1_000 });
      expect(after.status).toBe('unavailable');
      await expectUsable();
    });
  });
}

function describeIntrospection(engine: EngineUnderTest): void {
  describe('introspection', () => {
    for (const [fact, declared] of Object.entries(engine.facts)) {
      if ('never' in declared) {
        it(`never has: ${fact}`, async () => {
          const attempt = engine.createDatabase([declared.never]).then((made) => made.drop());
          await expect(attempt).rejects.toThrow(declared.error);
        });
        continue;
      }
      it(fact, async () => {
        const database = await engine.createDatabase(declared.setup);
        const datasource = await openDatasource(database.spec);
        try {
          const catalog = await datasource.introspect();
          expectations[fact as FactName](catalog, declared);
          const written = JSON.stringify(schemaFixtureOf(catalog));
          const read = parseSchemaFixture(written, 'schema.json');
          expect(read.tables).toEqual(catalog.tables);
          expect(catalogFingerprint(read)).toBe(catalogFingerprint(catalog));
        } finally {
          await datasource.close();
          await database.drop();
        }
      }, 300_000);
    }

    it('keeps what include names and exclude does not', async () => {
      const database = await engine.createDatabase(
        ['orders', 'orders_old', 'person'].map((name) => `CREATE TABLE ${name} (id INTEGER)`),
      );
      const names = async (filter: { include?: string[]; exclude?: string[] }) => {
        const datasource = await openDatasource({ ...database.spec, ...filter });
        const atOpen = (await datasource.introspect()).tables.map(({ name }) => name);
        await datasource.close();
        const whole = await openDatasource(database.spec);
        const atCall = (await whole.introspect(filter)).tables.map(({ name }) => name);
        await whole.close();
        expect(atCall).toEqual(atOpen);
        return atOpen;
      };
      expect(await names({ include: ['orders*'] })).toEqual(['orders', 'orders_old']);
      expect(await names({ exclude: ['*_old'] })).toEqual(['orders', 'person']);
      expect(await names({ include: ['*.orders*'], exclude: ['*.*_old'] })).toEqual(['orders']);
      expect(await names({ include: [] })).toEqual([]);
      await database.drop();
    });
  });
}

function rowsOf(execution: Execution | undefined): readonly (readonly Cell[])[] {
  expect(execution).toMatchObject({ status: 'rows' });
  return execution?.status === 'rows' ? execution.result.rows : [];
}

function columnsOf(execution: Execution): string[] {
  expect(execution.status).toBe('rows');
  return execution.status === 'rows' ? execution.result.columns.map(({ name }) => name) : [];
}

function messageOf(execution: Execution): string {
  return 'message' in execution ? execution.message : '';
}
