import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMysqlDatabase,
  createPostgresDatabase,
  hasMysql,
  hasPostgres,
  needsMysql,
  needsPostgres,
  type TestDatabase,
} from '../../test/servers/index.ts';
import { type Connection, openDatasource } from '../datasources/index.ts';
import { compareResults } from '../evaluation/results/index.ts';
import { type EvalSuite, loadSuite, sqlFor } from '../evaluation/suite/index.ts';
import type { DialectName } from '../sql/index.ts';
import { demoDatabases } from './databases.ts';
import { packagedSuitesFolder } from './project-files.ts';
import { writeSqliteDemo } from './sqlite-files.ts';
import { createStatements, insertStatements } from './statements.ts';

const databases = demoDatabases();
const suites = new Map<string, EvalSuite>();
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-suites-'));
  for (const name of readdirSync(packagedSuitesFolder)) {
    const { suite, findings } = await loadSuite(join(packagedSuitesFolder, name));
    expect(findings, name).toEqual([]);
    if (suite !== null) suites.set(suite.name, suite);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The SQL that loads a database. */
function loading(index: number, dialect: DialectName): string[] {
  const database = databases[index];
  if (database === undefined) return [];
  return [...createStatements(database, dialect), ...insertStatements(database)];
}

/** The cases whose reviewed SQL, or an alternative, does not return the stored rows on this database. */
async function disagreeing(id: string, connection: Connection): Promise<string[]> {
  const wrong: string[] = [];
  await using datasource = await openWithDispose(id, connection);
  for (const evalCase of suites.get(id)?.cases ?? []) {
    const answers = [
      { sql: evalCase.sql, rows: evalCase.rows },
      ...evalCase.alt_sql.map((sql, at) => ({ sql, rows: evalCase.alt_rows[at] ?? null })),
    ];
    for (const { sql, rows } of answers) {
      if (sql === null || rows === null) continue;
      const text = sqlFor(sql, datasource.dialect) ?? '';
      const execution = await datasource.execute({ text }, { rowLimit: 10_000, timeoutMs: 20_000 });
      if (execution.status !== 'rows') {
        wrong.push(
          `${evalCase.id}: ${'message' in execution ? execution.message : execution.status}`,
        );
        continue;
      }
      const gold = { columns: rows.columns?.map((name) => ({ name })) ?? null, rows: rows.rows };
      const verdict = compareResults(gold, execution.result, {
        orderMatters: evalCase.order_matters,
      });
      if (verdict.verdict !== 'strict') wrong.push(`${evalCase.id}: ${verdict.reason}`);
    }
  }
  return wrong;
}

async function openWithDispose(id: string, connection: Connection) {
  const datasource = await openDatasource({ id, connection });
  return {
    dialect: datasource.dialect,
    execute: datasource.execute.bind(datasource),
    [Symbol.asyncDispose]: () => datasource.close(),
  };
}

describe('the reviewed SQL of the packaged suites returns the stored rows', () => {
  it('on SQLite', async () => {
    for (const { id, path } of writeSqliteDemo(join(folder, 'data'))) {
      expect(await disagreeing(id, { type: 'sqlite', path })).toEqual([]);
    }
  });

  it('on DuckDB', async () => {
    for (const [index, { id }] of databases.entries()) {
      const path = join(folder, `${id}.duckdb`);
      const instance = await DuckDBInstance.create(path);
      const connection = await instance.connect();
      for (const text of loading(index, 'duckdb')) await connection.run(text);
      connection.closeSync();
      instance.closeSync();
      expect(await disagreeing(id, { type: 'duckdb', path })).toEqual([]);
    }
  }, 60_000);

  const servers = [
    {
      type: 'postgres' as const,
      title: `on PostgreSQL${needsPostgres}`,
      isHere: hasPostgres,
      create: createPostgresDatabase,
    },
    {
      type: 'mysql' as const,
      title: `on MySQL or MariaDB${needsMysql}`,
      isHere: hasMysql,
      create: createMysqlDatabase,
    },
  ];
  for (const { type, title, isHere, create } of servers) {
    it.skipIf(!isHere)(
      title,
      async () => {
        const made: TestDatabase[] = [];
        try {
          for (const [index, { id }] of databases.entries()) {
            const database = await create(loading(index, type).join(';\n'));
            made.push(database);
            expect(await disagreeing(id, { type, url: database.url })).toEqual([]);
          }
        } finally {
          for (const database of made) await database.drop();
        }
      },
      120_000,
    );
  }
});
