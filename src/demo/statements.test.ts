import { DuckDBInstance } from '@duckdb/node-api';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { demoDatabases } from './databases.ts';
import { createStatements, dropStatements, insertStatements } from './statements.ts';

const databases = demoDatabases();
const tables = databases.flatMap((database) => database.tables);

describe('statements', () => {
  it('build all three databases in SQLite with every key in place, and drop them', () => {
    const file = new DatabaseSync(':memory:');
    file.exec('PRAGMA foreign_keys = ON; BEGIN');
    for (const database of databases) {
      for (const text of createStatements(database, 'sqlite')) file.exec(text);
      for (const text of insertStatements(database)) file.exec(text);
    }
    file.exec('COMMIT');
    for (const { name, rows } of tables) {
      expect(file.prepare(`SELECT COUNT(*) AS n FROM ${name}`).get()).toEqual({ n: rows.length });
    }
    for (const text of databases.flatMap(dropStatements)) file.exec(text);
    expect(file.prepare('SELECT COUNT(*) AS n FROM sqlite_master').get()).toEqual({ n: 0 });
    file.close();
  });

  it('build all three databases in DuckDB, cell for cell', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    for (const database of databases) {
      for (const text of createStatements(database, 'duckdb')) await connection.run(text);
      for (const text of insertStatements(database)) await connection.run(text);
    }
    for (const { name, columns, rows } of tables) {
      const list = columns.map((column) => `CAST(${column.name} AS VARCHAR)`).join(', ');
      const reader = await connection.runAndReadAll(`SELECT ${list} FROM ${name} ORDER BY ALL`);
      const written = rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))));
      expect(reader.getRowsJson().map(String).sort()).toEqual(written.map(String).sort());
    }
    connection.closeSync();
    instance.closeSync();
  });

  it('double the quote inside a text', () => {
    const [support] = databases.filter((database) => database.id === 'support');
    const texts = support === undefined ? [] : [...insertStatements(support)];
    expect(texts[0]).toContain("(2, 'Conor O''Malley', ");
  });

  it('give PostgreSQL and MySQL text that compares by code point', () => {
    const create = (dialect: 'postgres' | 'mysql') =>
      databases.flatMap((database) => createStatements(database, dialect)).join('\n');
    expect(create('postgres')).toContain('last_name VARCHAR(40) COLLATE "C" NOT NULL');
    expect(create('mysql')).toContain('COLLATE utf8mb4_bin');
  });
});
