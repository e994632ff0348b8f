import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Connection,
  type Datasource,
  type Execution,
  openDatasource,
} from '../../src/datasources/index.ts';
import { type DialectName, splitStatements } from '../../src/sql/index.ts';
import {
  createMysqlDatabase,
  createPostgresDatabase,
  hasMysql,
  hasPostgres,
  needsMysql,
  needsPostgres,
  withLogin,
} from '../servers/index.ts';
import { readPairs, type SqlPair } from '../sql/pairs/read-pairs.ts';
import { worldOf } from './world.ts';

/**
 * The second layer of the read-only guard: every attack of the pair files goes to a real engine, past
 * the first layer, as a login that may only read. Nothing may have changed afterwards; and every text
 * that is let through as harmless has to be one that the engine runs.
 */

/** A database with the tables of the pair files, opened as our datasource opens it. */
interface World {
  readonly datasource: Datasource;
  /** Everything an attack may change, read by another connection. */
  state(): Promise<string>;
  close(): Promise<void>;
}

const limits = { rowLimit: 100, timeoutMs: 700 };

function describeLayerTwo(
  dialect: DialectName,
  title: string,
  isAbsent: boolean,
  open: () => Promise<World>,
) {
  describe.skipIf(isAbsent)(title, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });
    afterAll(async () => {
      await world?.close();
    });
    const run = (sql: string): Promise<Execution> => {
      const parameters = parametersOf(sql, dialect);
      return world.datasource.execute({ text: sql, parameters }, limits);
    };

    it.each(readPairs(`${dialect}.harmful.pairs`))('changes nothing: $why', async ({ sql }) => {
      const before = await world.state();
      await run(sql);
      expect(await world.state()).toBe(before);
    });

    it('stays usable after all of them', async () => {
      expect(await run('SELECT 1')).toMatchObject({ status: 'rows' });
    });

    const harmless = [
      ...readPairs('common.harmless.pairs'),
      ...readPairs(`${dialect}.harmless.pairs`),
    ];
    it.each(harmless.filter((pair) => !isOnlyExplained(pair)))('runs: $why', async ({ sql }) => {
      // Servers take one statement and no second semicolon; so does whoever runs a text.
      const [statement] = splitStatements(sql, dialect).statements;
      expect(await run(statement?.text ?? '')).toMatchObject({ status: 'rows' });
    });
  });
}

/** Explaining a write changes nothing; whether a reader may do it is the engine's own affair. */
function isOnlyExplained(pair: SqlPair): boolean {
  return pair.why === 'EXPLAIN of a write that is not run';
}

function parametersOf(sql: string, dialect: DialectName): number[] {
  if (sql.includes('WHERE id = $1')) return [1];
  return dialect === 'sqlite' && sql.startsWith('SELECT ?,') ? [1, 2] : [];
}

describeLayerTwo('sqlite', 'the second layer of SQLite', false, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'layer-two-'));
  const path = join(folder, 'world.sqlite');
  const database = new DatabaseSync(path);
  database.exec(worldOf('sqlite'));
  database.close();
  const connection: Connection = { type: 'sqlite', path };
  const datasource = await openDatasource({ id: 'world', connection });
  return {
    datasource,
    state: async () => {
      const own = new DatabaseSync(path, { readOnly: true });
      const rows = own.prepare('SELECT * FROM t').all();
      const schema = own.prepare('SELECT name, sql FROM sqlite_master').all();
      const version = own.prepare('PRAGMA user_version').all();
      own.close();
      return JSON.stringify([rows, schema, version, readdirSync(folder)]);
    },
    close: async () => {
      await datasource.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});

describeLayerTwo('duckdb', 'the second layer of DuckDB', false, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'layer-two-'));
  const path = join(folder, 'world.duckdb');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(worldOf('duckdb'));
  connection.closeSync();
  instance.closeSync();
  const datasource = await openDatasource({
    id: 'world',
    connection: { type: 'duckdb', path },
  });
  // One process holds one instance of a file, so the state is read through the datasource itself.
  const rowsOf = async (text: string) => {
    const execution = await datasource.execute({ text }, { rowLimit: 1000, timeoutMs: 5000 });
    return execution.status === 'rows' ? execution.result.rows : execution.status;
  };
  return {
    datasource,
    state: async () =>
      JSON.stringify([
        await rowsOf('SELECT * FROM t ORDER BY ALL'),
        await rowsOf('SELECT table_name FROM information_schema.tables ORDER BY 1'),
        await rowsOf(
          "SELECT name, value FROM duckdb_settings() WHERE name IN ('memory_limit', 'enable_external_access', 'lock_configuration')",
        ),
        await rowsOf('SELECT database_name FROM duckdb_databases() ORDER BY 1'),
        readdirSync(folder),
      ]),
    close: async () => {
      await datasource.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});

describeLayerTwo(
  'postgres',
  `the second layer of PostgreSQL${needsPostgres}`,
  !hasPostgres,
  async () => {
    const database = await createPostgresDatabase(worldOf('postgres'));
    const reader = `reader_${database.name}`;
    await database.run([
      `CREATE ROLE ${reader} LOGIN PASSWORD 'reads'`,
      `GRANT USAGE ON SCHEMA public TO ${reader}`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${reader}`,
    ]);
    const url = withLogin(database.url, reader, 'reads');
    const datasource = await openDatasource({
      id: 'world',
      connection: { type: 'postgres', url },
    });
    const watcher = await openDatasource({
      id: 'watcher',
      connection: { type: 'postgres', url: database.url },
    });
    return {
      datasource,
      state: () =>
        stateOf(watcher, [
          'SELECT * FROM t ORDER BY 1',
          "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1",
          'SELECT last_value, is_called FROM s',
          'SELECT oid FROM pg_largeobject_metadata',
          'SELECT count(*) FROM pg_replication_slots',
          "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'",
        ]),
      close: async () => {
        await datasource.close();
        await watcher.close();
        await database.run([`DROP OWNED BY ${reader}`, `DROP ROLE ${reader}`]);
        await database.drop();
      },
    };
  },
);

describeLayerTwo('mysql', `the second layer of MariaDB${needsMysql}`, !hasMysql, async () => {
  const database = await createMysqlDatabase(worldOf('mysql'));
  const reader = `r_${database.name}`.slice(0, 32);
  await database.run([
    `CREATE USER '${reader}'@'%' IDENTIFIED BY 'reads'`,
    `GRANT SELECT ON ${database.name}.* TO '${reader}'@'%'`,
  ]);
  const url = withLogin(database.url, reader, 'reads');
  const datasource = await openDatasource({ id: 'world', connection: { type: 'mysql', url } });
  const watcher = await openDatasource({
    id: 'watcher',
    connection: { type: 'mysql', url: database.url },
  });
  return {
    datasource,
    state: () =>
      stateOf(watcher, [
        'SELECT * FROM t ORDER BY 1',
        `SELECT table_name FROM information_schema.tables WHERE table_schema = '${database.name}' ORDER BY 1`,
        "SELECT variable_value FROM information_schema.global_variables WHERE variable_name = 'GENERAL_LOG'",
      ]),
    close: async () => {
      await datasource.close();
      await watcher.close();
      await database.run(`DROP USER '${reader}'@'%'`);
      await database.drop();
    },
  };
});

async function stateOf(watcher: Datasource, queries: readonly string[]): Promise<string> {
  const states: unknown[] = [];
  for (const text of queries) {
    const execution = await watcher.execute({ text }, { rowLimit: 1000, timeoutMs: 5000 });
    states.push(execution.status === 'rows' ? execution.result.rows : execution);
  }
  return JSON.stringify(states, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}
