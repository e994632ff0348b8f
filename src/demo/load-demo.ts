import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Connection,
  type DatabaseWriter,
  describeConnection,
  openDatabaseWriter,
} from '../datasources/index.ts';
import { Nl2sqlError } from '../errors.ts';
import { demoDatabases } from './databases.ts';
import type { DemoDatabase } from './demo-database.ts';
import { createStatements, dropStatements, insertStatements } from './statements.ts';

/** One demo database that was made. */
export interface LoadedDemo {
  readonly id: string;
  /** Where it is, for people: `schema chinook`, `database chinook`, or a file. */
  readonly place: string;
  readonly tables: number;
  readonly rows: number;
  /** How to ask it questions: the datasource of this id. Holds the password of the URL it came from. */
  readonly connection: Connection;
}

/**
 * Makes the demo databases: in PostgreSQL one schema, in MySQL one database, for SQLite and DuckDB one
 * file in the folder `path`, per id. What is there already stays and is an error (`FIXTURE_EXISTS`)
 * unless `replace`, which drops the demo's tables in it and no others.
 *
 * @example
 * await loadDemo({ type: 'postgres', url: 'postgres://localhost/demo' }, { replace: false });
 */
export async function loadDemo(
  target: Connection,
  options: { readonly replace: boolean; readonly onLoaded?: (loaded: LoadedDemo) => void },
): Promise<readonly LoadedDemo[]> {
  const loaded: LoadedDemo[] = [];
  for (const database of demoDatabases()) {
    const { place, connection } = await loadDatabase(target, database, options.replace);
    const one: LoadedDemo = {
      id: database.id,
      place,
      tables: database.tables.length,
      rows: database.tables.reduce((sum, { rows }) => sum + rows.length, 0),
      connection,
    };
    loaded.push(one);
    options.onLoaded?.(one);
  }
  return loaded;
}

type Place = Pick<LoadedDemo, 'place' | 'connection'>;

async function loadDatabase(
  target: Connection,
  database: DemoDatabase,
  replace: boolean,
): Promise<Place> {
  const { id } = database;
  switch (target.type) {
    case 'sqlite':
    case 'duckdb': {
      const path = join(target.path, `${id}.${target.type}`);
      if (existsSync(path) && !replace) throw new Nl2sqlError('FIXTURE_EXISTS', { place: path });
      mkdirSync(target.path, { recursive: true });
      rmSync(path, { force: true });
      const connection = { type: target.type, path } as const;
      await write(connection, database, (writer) => writer.run('BEGIN'));
      return { place: path, connection };
    }
    case 'postgres': {
      await write(target, database, async (writer) => {
        await writer.run('BEGIN');
        await create(
          writer,
          `CREATE SCHEMA ${replace ? 'IF NOT EXISTS ' : ''}${id}`,
          `schema ${id}`,
        );
        await writer.run(`SET search_path TO ${id}`);
        for (const statement of dropStatements(database)) await writer.run(statement);
      });
      return { place: `schema ${id}`, connection: withSearchPath(target, id) };
    }
    case 'mysql': {
      await write(target, database, async (writer) => {
        await create(
          writer,
          `CREATE DATABASE ${replace ? 'IF NOT EXISTS ' : ''}${id} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
          `database ${id}`,
        );
        await writer.run(`USE ${id}`);
        for (const statement of dropStatements(database)) await writer.run(statement);
        await writer.run('START TRANSACTION');
      });
      return { place: `database ${id}`, connection: withDatabase(target, id) };
    }
    case 'fixture':
      throw new Nl2sqlError('USAGE', {
        problem: 'A schema fixture is a file without rows; the demo cannot be loaded into it.',
        fix: 'Give sqlite:FOLDER, duckdb:FOLDER, postgres://… or mysql://…',
      });
  }
}

/** SQLSTATE of a schema, error number of a database, that exists. */
const existsCodes: readonly unknown[] = ['42P06', 1007];

async function create(writer: DatabaseWriter, statement: string, place: string): Promise<void> {
  try {
    await writer.run(statement);
  } catch (cause) {
    const { code, errno } = cause as { code?: unknown; errno?: unknown };
    if (!existsCodes.includes(code) && !existsCodes.includes(errno)) throw cause;
    throw new Nl2sqlError('FIXTURE_EXISTS', { place }, { cause });
  }
}

async function write(
  connection: Exclude<Connection, { readonly type: 'fixture' }>,
  database: DemoDatabase,
  begin: (writer: DatabaseWriter) => Promise<void>,
): Promise<void> {
  let writer: DatabaseWriter | undefined;
  try {
    writer = await openDatabaseWriter(connection);
    await begin(writer);
    for (const statement of createStatements(database, connection.type)) {
      await writer.run(statement);
    }
    for (const statement of insertStatements(database)) await writer.run(statement);
    await writer.run('COMMIT');
  } catch (cause) {
    if (cause instanceof Nl2sqlError) throw cause;
    const { message, sqlMessage } = cause as { message?: string; sqlMessage?: string };
    throw new Nl2sqlError(
      'DATASOURCE_UNAVAILABLE',
      {
        datasource: database.id,
        tried: `making the demo database in ${describeConnection(connection)}`,
        reason: sqlMessage || message || String(cause),
        fix: 'Give the URL of a server and a login that may create schemas or databases there.',
      },
      { cause },
    );
  } finally {
    await writer?.close();
  }
}

type ServerTarget = Extract<Connection, { type: 'postgres' | 'mysql' }>;

/** The same login; unqualified names mean the schema. */
function withSearchPath(target: ServerTarget, schema: string): Connection {
  const url = new URL(target.url ?? `${target.type}://`);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return { ...target, url: url.href.replaceAll('+', '%20') };
}

function withDatabase(target: ServerTarget, database: string): Connection {
  const url = new URL(target.url ?? `${target.type}://`);
  url.pathname = `/${database}`;
  return { ...target, url: url.href };
}
