import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Catalog } from '../../src/catalog/index.ts';
import { type Datasource, openDatasource } from '../../src/datasources/index.ts';
import type { DialectName } from '../../src/sql/index.ts';
import {
  createMysqlDatabase,
  createPostgresDatabase,
  hasMysql,
  hasPostgres,
} from '../servers/index.ts';

/** The same small data on every database, each with the collation and the types that set traps. */
interface Spelling {
  readonly text: string;
  readonly real: string;
  readonly boolean: string;
  readonly timestamp: string;
  readonly quote: (name: string) => string;
}

const doubleQuoted = (name: string) => `"${name}"`;
const spellings: Readonly<Record<DialectName, Spelling>> = {
  sqlite: {
    text: 'TEXT COLLATE NOCASE',
    real: 'REAL',
    boolean: 'BOOLEAN',
    timestamp: 'DATETIME',
    quote: doubleQuoted,
  },
  duckdb: {
    text: 'VARCHAR',
    real: 'DOUBLE',
    boolean: 'BOOLEAN',
    timestamp: 'TIMESTAMP',
    quote: doubleQuoted,
  },
  postgres: {
    text: 'varchar(40) COLLATE "en-x-icu"',
    real: 'double precision',
    boolean: 'boolean',
    timestamp: 'timestamp',
    quote: doubleQuoted,
  },
  mysql: {
    text: 'varchar(40) COLLATE utf8mb4_general_ci',
    real: 'double',
    boolean: 'boolean',
    timestamp: 'datetime',
    quote: (name) => `\`${name}\``,
  },
};

/** Statements that make the data; dates and texts are written the same everywhere. */
export function setupStatements(dialect: DialectName): string[] {
  const { text, real, boolean, timestamp, quote: q } = spellings[dialect];
  return [
    `CREATE TABLE customer (id integer PRIMARY KEY, name ${text} NOT NULL, country ${text}, joined date NOT NULL, vip ${boolean}, credit ${real})`,
    `CREATE TABLE ${q('order')} (id integer PRIMARY KEY, customer_id integer REFERENCES customer (id), placed_at ${timestamp} NOT NULL, ${q('group')} ${text}, ${q('Total Amount')} numeric(10,2), qty integer NOT NULL, weight ${real}${dialect === 'mysql' ? ', FOREIGN KEY (customer_id) REFERENCES customer (id)' : ''})`,
    `CREATE TABLE staff (id integer PRIMARY KEY, name ${text} NOT NULL, boss_id integer REFERENCES staff (id)${dialect === 'mysql' ? ', FOREIGN KEY (boss_id) REFERENCES staff (id)' : ''})`,
    `CREATE TABLE secret (id integer PRIMARY KEY, salary integer NOT NULL)`,
    `INSERT INTO customer VALUES (1, 'Ann', 'DE', '2024-01-15', TRUE, 1.5), (2, 'ann', 'DE', '2024-02-29', FALSE, 2.675), (3, 'Ånn', 'FR', '2023-12-31', TRUE, NULL), (4, 'Bob ', NULL, '2024-01-15', NULL, 0.125), (5, 'Bob', 'fr', '2024-10-01', FALSE, -2.5)`,
    `INSERT INTO ${q('order')} VALUES (1, 1, '2024-01-15 10:30:00', 'a', 10.00, 3, 0.5), (2, 1, '2024-02-01 00:00:00', 'A', 5.50, -7, 1.25), (3, 2, '2024-03-31 23:59:59', 'b', 0.99, 0, NULL), (4, 3, '2024-05-05 12:00:00', NULL, NULL, 2, 2.0), (5, NULL, '2023-12-31 08:00:00', 'a', 7.25, 7, -1.5)`,
    // One by one: DuckDB looks for the boss among the rows that were there before.
    ...["(1, 'Root', NULL)", "(2, 'Lee', 1)", "(3, 'Kim', 1)", "(4, 'Max', 2)"].map(
      (row) => `INSERT INTO staff VALUES ${row}`,
    ),
    `INSERT INTO secret VALUES (1, 1000), (2, 2000)`,
  ];
}

export interface FixtureDatabase {
  readonly datasource: Datasource;
  readonly catalog: Catalog;
  readonly drop: () => Promise<void>;
}

/** Why a dialect cannot be tried here, or null. */
export const absent: Readonly<Record<DialectName, string | null>> = {
  sqlite: null,
  duckdb: null,
  postgres: hasPostgres ? null : 'no PostgreSQL here',
  mysql: hasMysql ? null : 'no MariaDB here',
};

export async function openFixtureDatabase(dialect: DialectName): Promise<FixtureDatabase> {
  const made = await makers[dialect](setupStatements(dialect));
  const catalog = await made.datasource.introspect();
  return {
    datasource: made.datasource,
    catalog,
    drop: async () => {
      await made.datasource.close();
      await made.drop();
    },
  };
}

type Maker = (statements: readonly string[]) => Promise<Omit<FixtureDatabase, 'catalog'>>;

const makers: Readonly<Record<DialectName, Maker>> = {
  sqlite: async (statements) => {
    const folder = mkdtempSync(join(tmpdir(), 'nl2sql-plan-'));
    const path = join(folder, 'fixture.sqlite');
    const { DatabaseSync } = await import('@photostructure/sqlite');
    const database = new DatabaseSync(path);
    for (const statement of statements) database.exec(statement);
    database.close();
    return {
      datasource: await openDatasource({ id: 'shop', connection: { type: 'sqlite', path } }),
      drop: async () => rmSync(folder, { recursive: true }),
    };
  },
  duckdb: async (statements) => {
    const folder = mkdtempSync(join(tmpdir(), 'nl2sql-plan-'));
    const path = join(folder, 'fixture.duckdb');
    const require = createRequire(import.meta.url);
    const { DuckDBInstance } = require('@duckdb/node-api') as typeof import('@duckdb/node-api');
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    for (const statement of statements) await connection.run(statement);
    connection.closeSync();
    instance.closeSync();
    return {
      datasource: await openDatasource({ id: 'shop', connection: { type: 'duckdb', path } }),
      drop: async () => rmSync(folder, { recursive: true }),
    };
  },
  postgres: async (statements) => {
    const database = await createPostgresDatabase(statements.join(';\n'));
    return {
      datasource: await openDatasource({
        id: 'shop',
        connection: { type: 'postgres', url: database.url },
      }),
      drop: () => database.drop(),
    };
  },
  mysql: async (statements) => {
    const database = await createMysqlDatabase(statements.join(';\n'));
    return {
      datasource: await openDatasource({
        id: 'shop',
        connection: { type: 'mysql', url: database.url },
      }),
      drop: () => database.drop(),
    };
  },
};
