import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cell } from '../../catalog/index.ts';
import type { Datasource, Execution } from '../datasource.ts';
import { openSqlite, readColumnsBySqlite } from './index.ts';

let folder: string;
const open: Datasource[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-sqlite-test-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((datasource) => datasource.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** Makes a database; `wal` leaves it in WAL mode, at rest. */
function makeDatabase(name: string, sql: string, { wal = false } = {}): string {
  const path = join(folder, name);
  const database = new DatabaseSync(path);
  if (wal) database.exec('PRAGMA journal_mode = WAL');
  database.exec(sql);
  database.close();
  return path;
}

async function openFile(path: string): Promise<Datasource> {
  const datasource = await openSqlite({ id: 'shop', connection: { type: 'sqlite', path } });
  open.push(datasource);
  return datasource;
}

function query(datasource: Datasource, text: string, parameters: Cell[] = []): Promise<Execution> {
  return datasource.execute({ text, parameters }, { rowLimit: 100, timeoutMs: 20_000 });
}

async function rows(datasource: Datasource, text: string): Promise<unknown> {
  const execution = await query(datasource, text);
  return execution.status === 'rows' ? execution.result.rows : execution;
}

const files = () => readdirSync(folder).toSorted();

/** A process of its own that writes to a database, by default in WAL mode, and then keeps it open. */
async function startWriter(
  path: string,
  sql = 'PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; INSERT INTO t VALUES (2)',
): Promise<ChildProcess> {
  const driver = pathToFileURL(
    join(import.meta.dirname, '../../../node_modules/@photostructure/sqlite/dist/index.mjs'),
  );
  const writer = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { DatabaseSync } from '${driver.href}';
       const database = new DatabaseSync(${JSON.stringify(path)});
       database.exec(${JSON.stringify(sql)});
       process.stdout.write('written');
       process.stdin.on('data', () => { database.exec('INSERT INTO t VALUES (3)'); process.stdout.write('again'); });`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
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
    [
      'a text file',
      'not a SQLite database',
      (path: string) => writeFileSync(path, 'id,name\n1,a\n'),
    ],
  ])('says so: %s', async (_, reason, make) => {
    const path = join(folder, 'shop.sqlite');
    make(path);
    const before = files();
    const datasource = await openFile(path);
    expect(await query(datasource, 'SELECT 1')).toMatchObject({
      status: 'unavailable',
      message: expect.stringMatching(
        `datasource "shop": reading .*shop.sqlite failed: .*${reason}`,
      ),
    });
    await expect(datasource.introspect()).rejects.toThrow(reason);
    expect(files()).toEqual(before);
  });

  it('says so for a database whose pages are damaged', async () => {
    const path = join(folder, 'shop.sqlite');
    writeFileSync(path, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5_000, 7)]));
    const datasource = await openFile(path);
    expect((await query(datasource, 'SELECT * FROM t')).status).toBe('unavailable');
  });

  it('reads an empty file as an empty database, as SQLite does', async () => {
    writeFileSync(join(folder, 'empty.sqlite'), '');
    const datasource = await openFile(join(folder, 'empty.sqlite'));
    expect((await datasource.introspect()).tables).toEqual([]);
    expect(await rows(datasource, 'SELECT 1')).toEqual([[1]]);
    expect(files()).toEqual(['empty.sqlite']);
  });
});

describe('a database in WAL mode', () => {
  it('is read at rest, and no file appears beside it', async () => {
    const path = makeDatabase('shop.sqlite', 'CREATE TABLE t (a); INSERT INTO t VALUES (1)', {
      wal: true,
    });
    const datasource = await openFile(path);
    expect(await rows(datasource, 'SELECT a FROM t')).toEqual([[1]]);
    expect(files()).toEqual(['shop.sqlite']);
    await datasource.close();
    expect(files()).toEqual(['shop.sqlite']);
  });

  it('is read with its log while somebody writes, and both files stay', async () => {
    const path = makeDatabase('shop.sqlite', 'CREATE TABLE t (a); INSERT INTO t VALUES (1)', {
      wal: true,
    });
    const datasource = await openFile(path);
    expect(await rows(datasource, 'SELECT a FROM t')).toEqual([[1]]);
    const writer = await startWriter(path);
    try {
      expect(await rows(datasource, 'SELECT a FROM t')).toEqual([[1], [2]]);
      const written = new Promise((resolve) => writer.stdout?.once('data', resolve));
      writer.stdin?.write('more');
      await written;
      expect(await rows(datasource, 'SELECT a FROM t')).toEqual([[1], [2], [3]]);
      await datasource.close();
      expect(files()).toEqual(['shop.sqlite', 'shop.sqlite-shm', 'shop.sqlite-wal']);
    } finally {
      await killWriter(writer);
    }
  });

  it('is read with the log a crash left, which stays', async () => {
    const path = makeDatabase('shop.sqlite', 'CREATE TABLE t (a); INSERT INTO t VALUES (1)', {
      wal: true,
    });
    await killWriter(await startWriter(path));
    const before = files();
    expect(before).toContain('shop.sqlite-wal');
    const datasource = await openFile(path);
    expect(await rows(datasource, 'SELECT a FROM t')).toEqual([[1], [2]]);
    await datasource.close();
    expect(files()).toEqual(before);
  });

  it('is read with its log when it was copied without its -shm, and none is made', async () => {
    const path = makeDatabase('shop.sqlite', 'CREATE TABLE t (a); INSERT INTO t VALUES (1)', {
      wal: true,
    });
    await killWriter(await startWriter(path));
    rmSync(`${path}-shm`);
    const before = files();
    const copies = () => readdirSync(tmpdir()).filter((name) => /^nl2sql-sqlite-\d/.test(name));
    const copiesBefore = copies();
    const datasource = await openFile(path);
    expect(await rows(datasource, 'SELECT a FROM t')).toEqual([[1], [2]]);
    await datasource.close();
    expect(files()).toEqual(before);
    expect(copies()).toEqual(copiesBefore);
  });
});

describe('a file that changes', () => {
  it('is read anew when another file takes its place', async () => {
    const path = makeDatabase('shop.sqlite', "CREATE TABLE t (a); INSERT INTO t VALUES ('old')");
    const datasource = await openFile(path);
    expect(await rows(datasource, 'SELECT a FROM t')).toEqual([['old']]);
    renameSync(
      makeDatabase('new.sqlite', "CREATE TABLE t (a); INSERT INTO t VALUES ('new')"),
      path,
    );
    expect(await rows(datasource, 'SELECT a FROM t')).toEqual([['new']]);
  });

  it('is unavailable when it is gone, and back when it is', async () => {
    const path = makeDatabase('shop.sqlite', 'CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    const datasource = await openFile(path);
    expect(await rows(datasource, 'SELECT a FROM t')).toEqual([[1]]);
    renameSync(path, `${path}.away`);
    expect((await query(datasource, 'SELECT a FROM t')).status).toBe('unavailable');
    renameSync(`${path}.away`, path);
    expect(await rows(datasource, 'SELECT a FROM t')).toEqual([[1]]);
  });

  it('is read through a link, with the log beside its target', async () => {
    const path = makeDatabase('real.sqlite', 'CREATE TABLE t (a); INSERT INTO t VALUES (1)', {
      wal: true,
    });
    mkdirSync(join(folder, 'links'));
    symlinkSync(path, join(folder, 'links/shop.sqlite'));
    const writer = await startWriter(path);
    try {
      const datasource = await openFile(join(folder, 'links/shop.sqlite'));
      expect(await rows(datasource, 'SELECT a FROM t')).toEqual([[1], [2]]);
    } finally {
      await killWriter(writer);
    }
  });

  it('is read without a file beside it when it goes over to WAL mode meanwhile', async () => {
    const path = makeDatabase('shop.sqlite', 'CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    const datasource = await openFile(path);
    expect(await rows(datasource, 'SELECT a FROM t')).toEqual([[1]]);
    const writer = new DatabaseSync(path);
    writer.exec('PRAGMA journal_mode = WAL; INSERT INTO t VALUES (2)');
    writer.close();
    expect(await rows(datasource, 'SELECT a FROM t')).toEqual([[1], [2]]);
    expect(files()).toEqual(['shop.sqlite']);
  });

  it('is unavailable, and says why, when a writer crashed in the middle of a transaction', async () => {
    const path = makeDatabase('shop.sqlite', 'CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    const large =
      'PRAGMA cache_size = 2; BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO t SELECT hex(randomblob(2000)) FROM n';
    await killWriter(await startWriter(path, large));
    expect(files()).toEqual(['shop.sqlite', 'shop.sqlite-journal']);
    const datasource = await openFile(path);
    expect(await query(datasource, 'SELECT count(*) FROM t')).toMatchObject({
      status: 'unavailable',
      message: expect.stringContaining('ended in the middle'),
    });
    expect(files()).toEqual(['shop.sqlite', 'shop.sqlite-journal']);
  });

  it('does not keep a writer out once a cut result is returned', async () => {
    const path = makeDatabase(
      'shop.sqlite',
      'CREATE TABLE t (a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO t SELECT i FROM n',
    );
    const datasource = await openFile(path);
    expect(await query(datasource, 'SELECT a FROM t')).toMatchObject({
      result: { truncated: true },
    });
    const writer = new DatabaseSync(path);
    writer.exec('INSERT INTO t VALUES (-1)');
    writer.close();
    expect(await rows(datasource, 'SELECT a FROM t WHERE a < 0')).toEqual([[-1]]);
  });
});

describe('paths', () => {
  it.each(['a b.sqlite', 'a#b?c.sqlite', 'a%20b.sqlite', 'ünï日本.sqlite', "it's.sqlite"])(
    'opens %s',
    async (name) => {
      const datasource = await openFile(makeDatabase(name, 'CREATE TABLE t (a INTEGER)'));
      expect((await datasource.introspect()).tables.map((table) => table.name)).toEqual(['t']);
      expect(files()).toEqual([name]);
    },
  );

  it.skipIf(process.getuid?.() === 0)(
    'opens a database in a folder nobody may write to (skipped: root may write anywhere)',
    async () => {
      const path = makeDatabase('shop.sqlite', 'CREATE TABLE t (a); INSERT INTO t VALUES (1)', {
        wal: true,
      });
      chmodSync(folder, 0o555);
      const datasource = await openFile(path);
      expect(await rows(datasource, 'SELECT a FROM t')).toEqual([[1]]);
      chmodSync(folder, 0o755);
    },
  );
});

describe('texts that are hard to read', () => {
  it('evaluates an expression once while it looks for a NUL in it', async () => {
    const datasource = await openFile(makeDatabase('shop.sqlite', 'CREATE TABLE t (a)'));
    const coin = "SELECT CASE WHEN random() > 0 THEN 'x' ELSE 'y' || char(0) || 'z' END";
    const seen = new Set<unknown>();
    for (let round = 0; round < 60; round += 1) {
      for (const text of [coin, `${coin} AS v ORDER BY v`, `${coin} AS v FROM (SELECT 1)`]) {
        const execution = await query(datasource, text);
        seen.add(execution.status === 'rows' ? execution.result.rows[0]?.[0] : execution);
      }
    }
    // Evaluated twice, the look would miss one NUL in four and the text would end at it: 'y'.
    expect(seen).toEqual(new Set(['x', 'y\0z']));
  });

  it('keeps the order, the names and the types of a query that holds a NUL', async () => {
    const datasource = await openFile(
      makeDatabase(
        'shop.sqlite',
        "CREATE TABLE t (id INTEGER, name VARCHAR(9)); INSERT INTO t VALUES (1, 'b'), (2, 'a' || char(0) || 'c'), (3, x'00')",
      ),
    );
    expect(
      await query(datasource, 'SELECT name, id AS name FROM t ORDER BY id DESC'),
    ).toMatchObject({
      result: {
        columns: [
          { name: 'name', type: 'VARCHAR(9)' },
          { name: 'name', type: 'INTEGER' },
        ],
        rows: [
          [{ $bytes: '00' }, 3],
          ['a\0c', 2],
          ['b', 1],
        ],
      },
    });
  });

  it('reads texts of a UTF-16 database', async () => {
    const datasource = await openFile(
      makeDatabase(
        'shop.sqlite',
        "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('é' || char(0) || '日'), ('plain')",
      ),
    );
    expect(await rows(datasource, 'SELECT a FROM t')).toEqual([['é\0日'], ['plain']]);
  });

  it('refuses a value and a result that no process should hold', async () => {
    const datasource = await openFile(makeDatabase('shop.sqlite', 'CREATE TABLE t (a)'));
    expect(await query(datasource, 'SELECT zeroblob(1000000000)')).toMatchObject({
      status: 'rejected',
      message: expect.stringContaining('too big'),
    });
    const many =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) SELECT hex(zeroblob(5000000)) FROM n';
    expect(await query(datasource, many)).toMatchObject({
      status: 'rejected',
      message: expect.stringContaining('256 MB'),
    });
    expect(await rows(datasource, 'SELECT 1')).toEqual([[1]]);
  });

  it('takes malformed JSON for a fault of the query, not of the file', async () => {
    const datasource = await openFile(
      makeDatabase('a.sqlite', "CREATE TABLE t (j); INSERT INTO t VALUES ('{')"),
    );
    expect(await query(datasource, "SELECT json_extract(j, '$') FROM t")).toMatchObject({
      status: 'rejected',
      message: expect.stringContaining('malformed JSON'),
    });
  });

  it.each([
    'SELECT t."database is locked" FROM t',
    "SELECT json_extract('{}', 'database disk image is malformed') FROM t",
    'SELECT "out of memory"(1)',
  ])('takes words of trouble in a query for the query’s: %s', async (text) => {
    const datasource = await openFile(
      makeDatabase('a.sqlite', 'CREATE TABLE t (j); INSERT INTO t VALUES (1)'),
    );
    expect(await query(datasource, text)).toMatchObject({ status: 'rejected' });
  });

  it('rejects a parameter SQLite cannot bind', async () => {
    const datasource = await openFile(makeDatabase('shop.sqlite', 'CREATE TABLE t (a)'));
    for (const parameter of [[1], { $struct: { a: 1 } }, 'a\0b'] satisfies Cell[]) {
      expect(await query(datasource, 'SELECT ?', [parameter])).toMatchObject({
        status: 'rejected',
        message: expect.stringContaining('parameter 1'),
      });
    }
    expect(await query(datasource, 'SELECT :name', ['x'])).toMatchObject({
      status: 'rejected',
      message: expect.stringContaining(':name'),
    });
  });
});

describe('what only SQLite has', () => {
  it('tells which key columns may be NULL, and which columns are generated', async () => {
    const datasource = await openFile(
      makeDatabase(
        'shop.sqlite',
        `CREATE TABLE strict_one (id TEXT PRIMARY KEY, v ANY) STRICT;
         CREATE TABLE no_rowid (k TEXT, v INT, PRIMARY KEY (k)) WITHOUT ROWID;
         CREATE TABLE row_id (id INTEGER PRIMARY KEY, v TEXT DEFAULT 'AUTOINCREMENT');
         CREATE TABLE odd (id TEXT PRIMARY KEY, v);
         CREATE TABLE made (a INT, b INT AS (a + 1) VIRTUAL, c TEXT AS (a || 'x') STORED NOT NULL)`,
      ),
    );
    const { tables } = await datasource.introspect();
    const columns = tables.flatMap((table) =>
      table.columns.map(
        (column) =>
          `${table.name}.${column.name} ${column.dataType}${column.nullable ? '' : ' not null'}${column.generated ? ' generated' : ''}${column.identity ? ' identity' : ''}`,
      ),
    );
    expect(columns).toEqual([
      'made.a INT',
      'made.b INT generated',
      'made.c TEXT not null generated',
      'no_rowid.k TEXT not null',
      'no_rowid.v INT',
      // A key that is no row id may hold NULL in SQLite.
      'odd.id TEXT',
      'odd.v ',
      'row_id.id INTEGER not null',
      'row_id.v TEXT',
      'strict_one.id TEXT not null',
      'strict_one.v ANY',
    ]);
  });
});

describe('virtual tables', () => {
  it('are read, and neither they nor what they keep is written', async () => {
    const datasource = await openFile(
      makeDatabase(
        'shop.sqlite',
        `CREATE VIRTUAL TABLE docs USING fts5(body); INSERT INTO docs VALUES ('hello world');
         CREATE VIRTUAL TABLE old USING fts4(body); INSERT INTO old VALUES ('hello there');
         CREATE VIRTUAL TABLE box USING rtree(id, low, high); INSERT INTO box VALUES (1, 0, 2);
         CREATE TABLE docs_extra (a)`,
      ),
    );
    expect(await rows(datasource, "SELECT body FROM docs WHERE docs MATCH 'hello'")).toEqual([
      ['hello world'],
    ]);
    expect(await rows(datasource, "SELECT body FROM old WHERE old MATCH 'hello'")).toEqual([
      ['hello there'],
    ]);
    expect(await rows(datasource, 'SELECT id FROM box WHERE low < 1')).toEqual([[1]]);
    for (const write of [
      "INSERT INTO docs VALUES ('x')",
      'DELETE FROM box',
      "INSERT INTO docs(docs) VALUES ('rebuild')",
      'DELETE FROM docs_data',
      'INSERT INTO docs_extra VALUES (1)',
      'DROP TABLE docs',
    ]) {
      expect(await query(datasource, write), write).toMatchObject({ status: 'refused' });
    }
    const { tables } = await datasource.introspect();
    expect(tables.map(({ name }) => name)).toEqual(['box', 'docs', 'docs_extra', 'old']);
  });
});

describe('the process behind it', () => {
  const runaway =
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';

  it('gives unavailable for the query it crashed on, and the next one works', async () => {
    const path = makeDatabase('shop.sqlite', 'CREATE TABLE t (a)');
    const datasource = await openFile(path);
    await query(datasource, 'SELECT 1');
    const running = query(datasource, runaway);
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const pid of sqliteProcesses(process.pid)) process.kill(pid, 'SIGKILL');
    expect(await running).toMatchObject({
      status: 'unavailable',
      message: expect.stringContaining('was ended by SIGKILL'),
    });
    expect(await rows(datasource, 'SELECT 1')).toEqual([[1]]);
  });

  it.skipIf(process.platform !== 'linux')(
    'dies with its parent, also in the middle of a query (skipped where there is no /proc)',
    async () => {
      const path = makeDatabase('shop.sqlite', 'CREATE TABLE t (a)');
      const door = pathToFileURL(join(import.meta.dirname, '../../../dist/datasources/index.js'));
      const parent = spawn(
        process.execPath,
        [
          '--input-type=module',
          '--eval',
          `import { openDatasource } from '${door.href}';
           const shop = await openDatasource({ id: 'shop', connection: { type: 'sqlite', path: ${JSON.stringify(path)} } });
           await shop.execute({ text: 'SELECT 1' }, { rowLimit: 1, timeoutMs: 10_000 });
           void shop.execute({ text: ${JSON.stringify(runaway)} }, { rowLimit: 1, timeoutMs: 60_000 });
           setTimeout(() => process.stdout.write('running'), 200);`,
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      await new Promise((resolve) => parent.stdout.once('data', resolve));
      const children = sqliteProcesses(parent.pid ?? 0);
      expect(children).toHaveLength(1);
      await killWriter(parent);
      const [child] = children;
      await expect.poll(() => existsSync(`/proc/${child}`), { timeout: 10_000 }).toBe(false);
    },
  );

  it('does not keep a program from ending that forgot to close', async () => {
    const path = makeDatabase('shop.sqlite', 'CREATE TABLE t (a)');
    const door = pathToFileURL(join(import.meta.dirname, '../../../dist/datasources/index.js'));
    const program = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { openDatasource } from '${door.href}';
         const shop = await openDatasource({ id: 'shop', connection: { type: 'sqlite', path: ${JSON.stringify(path)} } });
         await shop.execute({ text: 'SELECT 1' }, { rowLimit: 1, timeoutMs: 10_000 });`,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    expect(await new Promise((resolve) => program.once('exit', resolve))).toBe(0);
  });
});

describe('what SQLite says a statement reads', () => {
  it('names the columns behind a view, an alias and a star', async () => {
    const path = makeDatabase(
      'shop.sqlite',
      'CREATE TABLE t (a, b, c); CREATE VIEW v AS SELECT a, b FROM t WHERE c > 1',
    );
    const reads = await readColumnsBySqlite(path, 'SELECT x.a FROM v AS x');
    const base = reads.filter(({ table }) => table === 't').map(({ column }) => column);
    expect(new Set(base)).toEqual(new Set(['a', 'b', 'c']));
    await expect(readColumnsBySqlite(path, 'SELECT nope FROM t')).rejects.toThrow('no such column');
  });
});

/** The SQLite processes of a parent, found in the process table. */
function sqliteProcesses(parent: number): number[] {
  const found: number[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      if (command.includes('sqlite-process') && status.includes(`PPid:\t${parent}\n`)) {
        found.push(Number(name));
      }
    } catch {
      // The process ended while it was looked at.
    }
  }
  return found;
}
