/**
 * Measures loading suites of 1 MB and 10 MB, each in a process of its own: wall-clock time of the load
 * and the process's peak memory.
 *
 *   npm run bench -- suite-load
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'nl2sql-bench-'));
const repeats = 3;

/** Cases as people write them: a question, SQL of a few lines, twenty rows of four columns, a plan. */
function suiteText(bytes: number): string {
  const parts = ['version: 1\ncases:\n'];
  let length = 0;
  for (let index = 0; length < bytes; index += 1) {
    const rows = Array.from(
      { length: 20 },
      (_, row) =>
        `  - {Country: Country ${row}, customers: ${row * 7}, revenue: ${row}.50, since: '20${10 + row}-01-31'}\n`,
    );
    const text = `
- id: case_${index}
  question: How many customers do we have, by country, with their revenue and since when (${index})?
  datasources: [shop]
  status: approved
  difficulty: medium
  tags: [aggregation, join]
  outcome: {admin: allowed, analyst: allowed, viewer: refused}
  tables: [Customer, Invoice]
  columns: [Customer.Country, Customer.CustomerId, Invoice.Total]
  order_matters: false
  sql: |
    SELECT c.Country, COUNT(*) AS customers, SUM(i.Total) AS revenue, MIN(c.Since) AS since
    FROM Customer c JOIN Invoice i ON i.CustomerId = c.CustomerId
    GROUP BY c.Country
  rows:
${rows.join('')}  plan:
    tables:
    - {name: Customer, alias: t1}
    select_items:
    - alias: country
      expr: {kind: column, alias: t1, column_name: Country}
`;
    parts.push(text);
    length += text.length;
  }
  return parts.join('');
}

const library = pathToFileURL(join(process.cwd(), 'dist/evaluation/suite/index.js')).href;
const program = `
  const { loadSuite } = await import(${JSON.stringify(library)});
  const started = performance.now();
  const { suite, findings } = await loadSuite(process.argv[1]);
  const ms = performance.now() - started;
  if (findings.length > 0) throw new Error(findings[0].message);
  const peak = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ cases: suite.cases.length, ms, peak }));`;

for (const [megabytes, mark] of [
  [1, '1,000 ms'],
  [10, '10,000 ms, 1,000 MB'],
] as const) {
  const path = join(folder, `${megabytes}.yaml`);
  writeFileSync(path, suiteText(megabytes * 1e6));
  const runs = Array.from({ length: repeats }, () => {
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program, path]);
    return JSON.parse(String(output)) as { cases: number; ms: number; peak: number };
  });
  const [best] = [...runs].sort((a, b) => a.ms - b.ms);
  if (best) {
    console.log(
      `load ${megabytes} MB, ${best.cases} cases: ${best.ms.toFixed(0)} ms, peak ${best.peak.toFixed(0)} MB (best of ${repeats}; mark: ${mark})`,
    );
  }
}
rmSync(folder, { recursive: true, force: true });
