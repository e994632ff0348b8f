import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Datasource, Execution } from '../datasource.ts';
import { openDuckdb } from './index.ts';

let folder: string;
const open: Datasource[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-duckdb-test-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((datasource) => datasource.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function makeDatabase(name: string, sql: string): Promise<string> {
  const path = join(folder, name);
  const instance = await DuckDBInstance.create(path, { threads: '1' });
  const connection = await instance.connect();
  await connection.run(sql);
  connection.disconnectSync();
  instance.closeSync();
  return path;
}

async function openFile(path: string): Promise<Datasource> {
  const datasource = await openDuckdb({ id: 'shop', connection: { type: 'duckdb', path } });
  open.push(datasource);
  return datasource;
}

function query(datasource: Datasource, text: string, timeoutMs = 20_000): Promise<Execution> {
  return datasource.execute({ text }, { rowLimit: 100, timeoutMs });
}

async function rows(datasource: Datasource, text: string): Promise<unknown> {
  const execution = await query(datasource, text);
  return execution.status === 'rows' ? execution.result.rows : execution;
}

const files = () => readdirSync(folder).toSorted();

/** A process of its own that writes a row and keeps the file open. */
async function startWriter(path: string): Promise<ChildProcess> {
  const driver = pathToFileURL(
    join(import.meta.dirname, '../../../node_modules/@duckdb/node-api/lib/index.js'),
  );
  const writer = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import driver from '${driver.href}';
       const instance = await driver.DuckDBInstance.create(${JSON.stringify(path)}, { threads: '1' });
       const connection = await instance.connect();
       await connection.run('INSERT INTO t VALUES (2)');
       process.stdout.write('written');
       setInterval(() => undefined, 60_000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await new Promise((resolve) => writer.stdout?.once('data', resolve));
  return writer;
}

async function killWriter(writer: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => writer.once('exit', resolve));
  writer.kill('SIGKILL');
  await gone;
}

describe('a file that is no database', () => {
  it.each([
    ['a missing file', 'there is no such file', () => undefined],
    ['a folder', 'this is a folder', (path: string) => mkdirSync(path)],
    ['a pipe', 'this is not a regular file', (path: string) => execFileSync('mkfifo', [path])],
    [
      'a text file',
      'not a valid DuckDB database',
      (path: string) => writeFileSync(path, 'id,name\n'.repeat(2_000)),
    ],
  ])('says so: %s', async (_, reason, make) => {
    const path = join(folder, 'shop.duckdb');
    make(path);
    const before = files();
    const datasource = await openFile(path);
    expect(await query(datasource, 'SELECT 1')).toMatchObject({
      status: 'unavailable',
      message: expect.stringMatching(
        `datasource "shop": reading .*shop.duckdb failed: .*${reason}`,
      ),
    });
    await expect(datasource.introspect()).rejects.toThrow(reason);
    expect(files()).toEqual(before);
  });
});

describe('a file that others use', () => {
  it('is unavailable while somebody writes, and says who has it', async () => {
    const path = await makeDatabase('shop.duckdb', 'CREATE TABLE t (a INTEGER)');
    const writer = await startWriter(path);
    try {
      const datasource = await openFile(path);
      expect(await query(datasource, 'SELECT a FROM t')).toMatchObject({
        status: 'unavailable',
        message: expect.stringMatching(/lock/),
      });
    } finally {
      await killWriter(writer);
    }
  });

  it('is read with the log a crash left, and nothing beside it changes', async () => {
    const path = await makeDatabase(
      'shop.duckdb',
      'CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)',
    );
    await killWriter(await startWriter(path));
    expect(files()).toEqual(['shop.duckdb', 'shop.duckdb.wal']);
    const datasource = await openFile(path);
    expect(await rows(datasource, 'SELECT a FROM t ORDER BY a')).toEqual([[1], [2]]);
    await datasource.close();
    expect(files()).toEqual(['shop.duckdb', 'shop.duckdb.wal']);
  });

  it('is read anew when another file takes its place, also by many at once', async () => {
    const path = await makeDatabase('shop.duckdb', "CREATE TABLE t AS SELECT 'old' AS a");
    const datasource = await openFile(path);
    expect(await rows(datasource, 'SELECT a FROM t')).toEqual([['old']]);
    renameSync(await makeDatabase('new.duckdb', "CREATE TABLE t AS SELECT 'new' AS a"), path);
    const all = await Promise.all(
      Array.from({ length: 12 }, () => rows(datasource, 'SELECT a FROM t')),
    );
    expect(all).toEqual(Array.from({ length: 12 }, () => [['new']]));
  });

  it('spills to the temporary folder, and takes that away again', async () => {
    const path = await makeDatabase('shop.duckdb', 'CREATE TABLE t (a INTEGER)');
    const spills = () =>
      readdirSync(tmpdir()).filter((name) => /^nl2sql-duckdb-[0-9a-f]{8}-/.test(name));
    const before = spills();
    const datasource = await openFile(path);
    const setting = await rows(datasource, "SELECT current_setting('temp_directory')");
    expect(String(setting)).toContain(tmpdir());
    expect(files()).toEqual(['shop.duckdb']);
    await datasource.close();
    expect(spills()).toEqual(before);
  });
});

describe('a step that hears no interrupt', () => {
  const deaf = "SELECT levenshtein(repeat('ab', 40000), repeat('ba', 40000))";

  it('is left behind soon after its deadline, and the next query works', async () => {
    const datasource = await openFile(
      await makeDatabase('shop.duckdb', 'CREATE TABLE t (a INTEGER)'),
    );
    await rows(datasource, 'SELECT 1');
    const execution = await query(datasource, deaf, 200);
    expect(execution.status).toBe('timeout');
    expect(await rows(datasource, 'SELECT 1')).toEqual([[1]]);
    await datasource.close();
  });
});

it('holds no more than three queries at once', async () => {
  const datasource = await openFile(
    await makeDatabase('shop.duckdb', 'CREATE TABLE t (a INTEGER)'),
  );
  const controller = new AbortController();
  const endless =
    'SELECT count(*) FROM range(100000000000) a, range(1000) b WHERE (a.range + b.range) % 7 = 3';
  const running = Array.from({ length: 3 }, () =>
    datasource.execute(
      { text: endless },
      { rowLimit: 1, timeoutMs: 20_000, signal: controller.signal },
    ),
  );
  let isAnswered = false;
  const fourth = rows(datasource, 'SELECT 1').then((result) => {
    isAnswered = true;
    return result;
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isAnswered).toBe(false);
  controller.abort();
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([
    'aborted',
    'aborted',
    'aborted',
  ]);
  expect(await fourth).toEqual([[1]]);
});

it('names a macro as a function whose reads are not known', async () => {
  const datasource = await openFile(
    await makeDatabase(
      'shop.duckdb',
      'CREATE MACRO twice(a) AS a * 2; CREATE MACRO all_t() AS TABLE SELECT 1',
    ),
  );
  expect((await datasource.introspect()).functions).toEqual([
    { schema: 'main', name: 'all_t', volatility: 'volatile' },
    { schema: 'main', name: 'twice', volatility: 'volatile' },
  ]);
});
