import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/index.ts';
import { type Datasource, openDatasource } from '../../src/datasources/index.ts';
import { createPostgresDatabase, hasPostgres, needsPostgres } from '../servers/index.ts';
import { hasShared, sharedPath } from '../shared.ts';

/** Traps other tools fell into, read from the list they were collected in. */
interface Trap {
  readonly id: string;
  readonly title: string;
  readonly input: { readonly schema?: string; readonly sqlite?: string; readonly db?: string };
}

const traps: readonly Trap[] = hasShared
  ? (JSON.parse(readFileSync(sharedPath('cases/known-traps.json'), 'utf8')) as Trap[])
  : [];

function trap(id: string): Trap {
  return traps.find((each) => each.id === id) ?? { id, title: 'not here', input: {} };
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-traps-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a database of a schema and shows it to `use`. */
type WithDatabase = (
  id: string,
  schema: string,
  use: (datasource: Datasource) => Promise<void>,
) => Promise<void>;

const engines: { readonly [name: string]: WithDatabase } = {
  async sqlite(id, schema, use) {
    const path = join(folder, `${id}.sqlite`);
    const database = new DatabaseSync(path);
    database.exec(schema);
    database.close();
    await openAndUse({ type: 'sqlite', path }, use);
  },
  async duckdb(id, schema, use) {
    const path = join(folder, `${id}.duckdb`);
    const instance = await DuckDBInstance.create(path, { threads: '1' });
    const connection = await instance.connect();
    if (schema !== '') await connection.run(schema);
    connection.disconnectSync();
    instance.closeSync();
    await openAndUse({ type: 'duckdb', path }, use);
  },
  async postgres(_, schema, use) {
    const database = await createPostgresDatabase(schema);
    try {
      await openAndUse({ type: 'postgres', url: database.url }, use);
    } finally {
      await database.drop();
    }
  },
};

async function openAndUse(
  connection: Parameters<typeof openDatasource>[0]['connection'],
  use: (datasource: Datasource) => Promise<void>,
): Promise<void> {
  const datasource = await openDatasource({ id: 'trap', connection });
  try {
    await use(datasource);
  } finally {
    await datasource.close();
  }
}

/** Runs a check on each engine that can make the schema. */
function onEach(id: string, names: readonly string[], check: (catalog: Catalog) => void): void {
  for (const name of names) {
    const isHere = hasShared && (name !== 'postgres' || hasPostgres);
    const why = hasShared ? needsPostgres : ' (skipped: no reference data here)';
    it.skipIf(!isHere)(`${id} ${trap(id).title}: ${name}${isHere ? '' : why}`, async () => {
      await engines[name]?.(id, trap(id).input.schema ?? '', async (datasource) => {
        check(await datasource.introspect());
      });
    });
  }
}

const keys = (catalog: Catalog) =>
  catalog.tables.flatMap((table) =>
    table.foreignKeys.map(
      (key) =>
        `${table.name}(${key.columns}) -> ${key.referencedSchema}.${key.referencedTable}(${key.referencedColumns})`,
    ),
  );
const names = (catalog: Catalog) => catalog.tables.map(({ schema, name }) => `${schema}.${name}`);

describe('traps of introspection', () => {
  onEach('G108', ['sqlite', 'duckdb', 'postgres'], (catalog) => {
    expect(keys(catalog)).toEqual([`csrc(a,b) -> ${catalog.defaultSchema}.ctgt(x,y)`]);
  });

  onEach('G109', ['postgres'], (catalog) => {
    expect(keys(catalog)).toEqual(['c(p) -> far.p(id)']);
  });

  onEach('G111', ['duckdb', 'postgres'], (catalog) => {
    expect(names(catalog)).toEqual(['s1.t', 's2.t']);
    expect(catalog.tables.map(({ columns }) => columns.map(({ name }) => name))).toEqual([
      ['id'],
      ['name'],
    ]);
  });

  onEach('G112', ['sqlite', 'duckdb', 'postgres'], (catalog) => {
    const view = catalog.tables.find(({ name }) => name === 'v');
    expect(view).toMatchObject({ kind: 'view', columns: [{ name: 'a' }] });
    expect(view?.definition).toMatch(/select[\s\S]*\ba\b[\s\S]*\bt\b/i);
  });

  onEach('G114', ['postgres'], (catalog) => {
    expect(catalog.tables.map(({ name, kind }) => [name, kind])).toEqual([
      ['p', 'partitioned_table'],
    ]);
  });

  onEach('G117', ['postgres'], (catalog) => {
    expect(keys(catalog)).toEqual([
      'staff(store_id) -> public.store(id)',
      'store(mgr) -> public.staff(id)',
    ]);
  });

  onEach('G118', ['postgres'], (catalog) => {
    const [table] = catalog.tables;
    expect(table?.columns.map(({ name, dataType }) => [name, dataType])).toEqual([
      ['m', 'mood'],
      ['p', 'pos'],
      ['a', 'integer[]'],
      ['id', 'integer'],
      ['d', 'integer'],
    ]);
    expect(table?.columns[0]?.enumValues).toEqual(['sad', 'ok']);
    expect(table?.columns[3]?.identity).toBe(true);
    expect(table?.columns[4]?.generated).toBe(true);
  });

  onEach('G120', ['sqlite', 'duckdb', 'postgres'], (catalog) => {
    expect(catalog.tables).toEqual([]);
    expect(catalog.defaultSchema).not.toBe('');
  });

  it.skipIf(!hasShared)(
    `G123 ${trap('G123').title}: the bytes stay and are told from text (skipped without reference data)`,
    async () => {
      const schema = `CREATE TABLE t (v); ${trap('G123').input.sqlite}; INSERT INTO t VALUES ('A'), ('a' || char(0) || 'b')`;
      await engines['sqlite']?.('G123', schema, async (datasource) => {
        const execution = await datasource.execute(
          { text: 'SELECT v FROM t ORDER BY rowid' },
          { rowLimit: 10, timeoutMs: 10_000 },
        );
        expect(execution).toMatchObject({
          result: { rows: [[{ $bytes: 'ff41' }], ['A'], ['a\0b']] },
        });
      });
    },
  );

  it.skipIf(!hasShared)(
    `G124 ${trap('G124').title}: it is an error and none is made (skipped without reference data)`,
    async () => {
      const path = join(folder, trap('G124').input.db ?? '');
      await openAndUse({ type: 'sqlite', path }, async (datasource) => {
        await expect(datasource.introspect()).rejects.toThrow('there is no such file');
        const execution = await datasource.execute(
          { text: 'SELECT 1' },
          { rowLimit: 1, timeoutMs: 1_000 },
        );
        expect(execution.status).toBe('unavailable');
      });
      expect(existsSync(path)).toBe(false);
      expect(readdirSync(folder).filter((name) => name.startsWith('nope'))).toEqual([]);
    },
  );
});
