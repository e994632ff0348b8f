/**
 * Measures introspection of 5,000 tables as whole processes of the command line: SQLite, DuckDB, and
 * PostgreSQL and MariaDB where their programs are installed.
 *
 *   npm run bench -- introspect
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { DatabaseSync } from '@photostructure/sqlite';
import { runMysql, runPostgres } from '../test/servers/index.ts';
import { mariadbBinaries, startMariadb } from '../test/servers/mysql-server.ts';
import { postgresBinaries, startPostgres } from '../test/servers/postgres-server.ts';
import { cliMain, measureProcess, median } from './measured-process.ts';

const tables = 5_000;
const repeats = 3;
const folder = mkdtempSync(join(tmpdir(), 'nl2sql-bench-'));
const statements = Array.from({ length: tables }, (_, index) => {
  const parent = index === 0 ? '' : ` REFERENCES t${index - 1} (id)`;
  return `CREATE TABLE t${index} (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, total DOUBLE, parent INTEGER${parent})`;
});

async function measure(name: string, url: string): Promise<void> {
  const times: number[] = [];
  let peakMb = 0;
  let found = '';
  for (let run = 0; run < repeats; run += 1) {
    const measured = await measureProcess([cliMain, 'introspect', url, '--quiet'], { cwd: folder });
    times.push(measured.wallMs);
    peakMb = Math.max(peakMb, measured.peakMb ?? Number.NaN);
    found = measured.stdout.trim();
  }
  console.log(
    `${name}: ${median(times).toFixed(0)} ms, peak ${peakMb.toFixed(0)} MB (mark: under 5,000 ms); ${found}`,
  );
}

try {
  const sqlite = new DatabaseSync(join(folder, 'many.sqlite'));
  sqlite.exec(`BEGIN; ${statements.join(';')}; COMMIT`);
  sqlite.close();
  await measure('SQLite, 5,000 tables', 'sqlite:many.sqlite');

  const instance = await DuckDBInstance.create(join(folder, 'many.duckdb'));
  const connection = await instance.connect();
  await connection.run(`BEGIN; ${statements.join(';')}; COMMIT`);
  connection.disconnectSync();
  instance.closeSync();
  await measure('DuckDB, 5,000 tables', 'duckdb:many.duckdb');

  if (postgresBinaries() !== null) {
    const server = await startPostgres();
    await runPostgres(
      server.url,
      statements.map((text) => text.replace('DOUBLE', 'float8')),
    );
    await measure('PostgreSQL, 5,000 tables', server.url);
    await server.stop();
  }
  if (mariadbBinaries() !== null) {
    const server = await startMariadb();
    const url = server.url.replace(/mysql$/, 'many');
    await runMysql(server.url, 'CREATE DATABASE many');
    await runMysql(
      url,
      statements.map((text) => text.replace('VARCHAR', 'VARCHAR(40)')),
    );
    await measure('MariaDB, 5,000 tables', url);
    await server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
