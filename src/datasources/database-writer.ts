import { InternalError } from '../errors.ts';
import type { Connection } from './datasource.ts';
import { type ServerAddress, serverAddress } from './server-address.ts';

/**
 * A connection that writes. It makes databases of ours from nothing (the demo) and never runs a text
 * of somebody else's: questions are answered over a datasource, which cannot write.
 */
export interface DatabaseWriter {
  run(statement: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a writer; a file that is not there is made. Rejects with the driver's own error. */
export async function openDatabaseWriter(connection: Connection): Promise<DatabaseWriter> {
  switch (connection.type) {
    case 'sqlite':
      return await writeSqlite(connection.path);
    case 'duckdb':
      return await writeDuckdb(connection.path);
    case 'postgres':
      return await writePostgres(addressOf(connection));
    case 'mysql':
      return await writeMysql(addressOf(connection));
    case 'fixture':
      throw new InternalError('A schema fixture holds no rows to write');
  }
}

function addressOf(connection: Parameters<typeof serverAddress>[0]): ServerAddress {
  const reading = serverAddress(connection);
  if (!reading.ok) throw new InternalError(`An address that was not checked: ${reading.reason}`);
  return reading.address;
}

async function writeSqlite(path: string): Promise<DatabaseWriter> {
  const { DatabaseSync } = await import('@photostructure/sqlite');
  const database = new DatabaseSync(path);
  return {
    run: async (statement) => database.exec(statement),
    close: async () => database.close(),
  };
}

async function writeDuckdb(path: string): Promise<DatabaseWriter> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  return {
    run: async (statement) => {
      await connection.run(statement);
    },
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function writePostgres(address: ServerAddress): Promise<DatabaseWriter> {
  const [{ default: driver }, { connectPostgres }] = await Promise.all([
    import('pg'),
    import('./postgres/postgres-connection.ts'),
  ]);
  const { client, close } = await connectPostgres(driver, address, connectTimeoutMs);
  await client.query('SET default_transaction_read_only = off');
  return {
    run: async (statement) => {
      await client.query(statement);
    },
    close,
  };
}

async function writeMysql(address: ServerAddress): Promise<DatabaseWriter> {
  const [{ default: driver }, { connectMysql }] = await Promise.all([
    import('mysql2'),
    import('./mysql/mysql-connection.ts'),
  ]);
  const { run, close } = await connectMysql(driver, address, connectTimeoutMs);
  return {
    run: async (statement) => {
      await run(statement);
    },
    close,
  };
}

const connectTimeoutMs = 10_000;
