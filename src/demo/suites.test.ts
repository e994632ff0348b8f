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
import { createScope } from '../access/index.ts';
import type { Catalog, ResultSet } from '../catalog/index.ts';
import { type Connection, openDatasource, type SqlQuery } from '../datasources/index.ts';
import { compareResults } from '../evaluation/results/index.ts';
import {
  type EvalCase,
  type EvalSuite,
  loadSuite,
  type SqlText,
  type StoredRows,
  sqlFor,
} from '../evaluation/suite/index.ts';
import { bindPlan, generateSql, parsePlan } from '../plan/index.ts';
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

/** The cases whose reviewed SQL, an alternative or the plan does not return the stored rows there. */
async function disagreeing(id: string, connection: Connection): Promise<string[]> {
  const wrong: string[] = [];
  await using datasource = await openWithDispose(id, connection);
  const catalog = await datasource.introspect();
  for (const evalCase of suites.get(id)?.cases ?? []) {
    const answers = [
      { name: 'sql', query: queryOf(evalCase.sql, datasource.dialect), rows: evalCase.rows },
      ...evalCase.alt_sql.map((sql, at) => ({
        name: `alt_sql ${at}`,
        query: queryOf(sql, datasource.dialect),
        rows: evalCase.alt_rows[at] ?? null,
      })),
      { name: 'plan', query: planQuery(evalCase, catalog, datasource), rows: evalCase.rows },
    ];
    for (const { name, query, rows } of answers) {
      if (query === null || rows === null) continue;
      const execution = await datasource.execute(query, { rowLimit: 10_000, timeoutMs: 20_000 });
      const trouble =
        execution.status === 'rows'
          ? difference(evalCase, rows, execution.result)
          : JSON.stringify(execution);
      if (trouble !== null) wrong.push(`${evalCase.id} ${name}: ${trouble}`);
    }
  }
  return wrong;
}

function queryOf(sql: SqlText | null, dialect: DialectName): SqlQuery | null {
  return sql === null ? null : { text: sqlFor(sql, dialect) ?? '' };
}

/** The SQL of a case's plan; a plan that does not hold is a query that says so. */
function planQuery(
  { plan, datasources: [datasourceId = ''] }: EvalCase,
  catalog: Catalog,
  { dialect }: { readonly dialect: DialectName },
): SqlQuery | null {
  if (plan === null) return null;
  const reading = parsePlan(plan);
  if (reading.status !== 'parsed') return { text: JSON.stringify(reading) };
  const scope = createScope(null, 'admin');
  const binding = bindPlan(reading.plan, { catalog, scope, datasourceId });
  return binding.status === 'bound'
    ? generateSql(binding.plan, dialect)
    : { text: JSON.stringify(binding.issues) };
}

function difference(evalCase: EvalCase, rows: StoredRows, result: ResultSet): string | null {
  const gold = { columns: rows.columns?.map((name) => ({ name })) ?? null, rows: rows.rows };
  const { verdict, reason } = compareResults(gold, result, {
    orderMatters: evalCase.order_matters,
    ...(evalCase.boundary_tie === undefined ? {} : { boundaryTie: evalCase.boundary_tie }),
  });
  return verdict === 'strict' ? null : reason;
}

async function openWithDispose(id: string, connection: Connection) {
  const datasource = await openDatasource({ id, connection });
  return {
    dialect: datasource.dialect,
    execute: datasource.execute.bind(datasource),
    introspect: datasource.introspect.bind(datasource),
    [Symbol.asyncDispose]: () => datasource.close(),
  };
}

describe('the reviewed SQL and the plans of the packaged suites return the stored rows', () => {
  it('on SQLite', async () => {
    for (const { id, path } of writeSqliteDemo(join(folder, 'data'))) {
      expect(await disagreeing(id, { type: 'sqlite', path })).toEqual([]);
    }
  }, 120_000);

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
  }, 120_000);

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
