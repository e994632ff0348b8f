/**
 * Measures `nl2sql eval regenerate` as whole processes: a copy of the reference suite (where the
 * reference data is here), and a generated suite of 2,000 cases whose rows are all missing.
 *
 *   npm run bench -- regenerate
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { cliMain, measureProcess, median } from './measured-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'nl2sql-bench-'));
const reference = join(process.cwd(), '../shared/reference/nl2sql/demo-project');
const generatedCases = 2_000;

async function measure(label: string, suite: string, cwd: string, times: number, mark: string) {
  const runs: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const run = await measureProcess([cliMain, 'eval', 'regenerate', suite], { cwd });
    runs.push(run.wallMs);
  }
  console.log(`${label}: ${median(runs).toFixed(0)} ms (median of ${times}; mark: ${mark})`);
}

if (existsSync(reference)) {
  const copy = join(folder, 'reference');
  cpSync(reference, copy, { recursive: true });
  await measure('regenerate the reference suite', 'evals/chinook.yaml', copy, 5, '1,500 ms');
}

const generated = join(folder, 'generated');
mkdirSync(generated);
const database = new DatabaseSync(join(generated, 'numbers.sqlite'));
database.exec('CREATE TABLE number (n INTEGER PRIMARY KEY, half REAL, word TEXT)');
const insert = database.prepare('INSERT INTO number VALUES (?, ?, ?)');
for (let n = 0; n < 100; n += 1) insert.run(n, n / 2 + 0.25, `word ${n}`);
database.close();
writeFileSync(
  join(generated, 'nl2sql.yaml'),
  'version: 2\ndatasources:\n- {id: numbers, type: sqlite, connection: {path: numbers.sqlite}}\n',
);
const cases = Array.from(
  { length: generatedCases },
  (_, index) => `
- id: case_${index}
  question: Which numbers follow number ${index}?
  datasources: [numbers]
  status: approved
  outcome: {admin: allowed}
  sql: SELECT n, half, word FROM number WHERE n > ${index % 90} ORDER BY n LIMIT 5
  rows: null
`,
);
writeFileSync(join(generated, 'suite.yaml'), `version: 1\ncases:\n${cases.join('')}`);
await measure(`regenerate ${generatedCases} cases`, 'suite.yaml', generated, 1, '10,000 ms');
rmSync(folder, { recursive: true, force: true });
