/**
 * Times the demo's generators and its SQLite files. Prints one line each:
 *
 *     npm run bench -- demo
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoDatabases, writeSqliteDemo } from '../src/demo/index.ts';

function timed<Result>(what: string, run: () => Result): Result {
  const startedAt = performance.now();
  const result = run();
  console.log(`${what}: ${Math.round(performance.now() - startedAt)} ms`);
  return result;
}

const folder = mkdtempSync(join(tmpdir(), 'nl2sql-bench-demo-'));
try {
  const databases = timed('generate the three databases', () => demoDatabases());
  timed('write them as SQLite files', () => writeSqliteDemo(folder, databases));
} finally {
  rmSync(folder, { recursive: true });
}
