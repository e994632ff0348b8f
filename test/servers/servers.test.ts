import mysql from 'mysql2/promise';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import {
  createMysqlDatabase,
  createPostgresDatabase,
  hasMysql,
  hasPostgres,
  needsMysql,
  needsPostgres,
} from './index.ts';

describe.skipIf(!hasPostgres)(`the PostgreSQL of the tests${needsPostgres}`, () => {
  it('makes a database of a test file own and drops it', async () => {
    const database = await createPostgresDatabase(
      'CREATE TABLE t (id int); INSERT INTO t VALUES (7)',
    );
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query('SELECT id, current_database() AS name FROM t');
    await client.end();
    await database.drop();
    expect(rows).toEqual([{ id: 7, name: database.name }]);
  });
});

describe.skipIf(!hasMysql)(`the MariaDB of the tests${needsMysql}`, () => {
  it('makes a database of a test file own and drops it', async () => {
    const database = await createMysqlDatabase('CREATE TABLE t (id int); INSERT INTO t VALUES (7)');
    const connection = await mysql.createConnection({ uri: database.url });
    const [rows] = await connection.query('SELECT id, database() AS name FROM t');
    await connection.end();
    await database.drop();
    expect(rows).toEqual([{ id: 7, name: database.name }]);
  });
});
