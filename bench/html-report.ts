/**
 * Times the HTML report of 10,000 runs, written and (where chromium is installed) opened until its list is
 * seen: `npm run bench -- html-report [file]`. Give a file to keep it.
 */
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { type Report, type ReportCase, summarize } from '../src/evaluation/records/index.ts';
import { formatHtml } from '../src/evaluation/reports/index.ts';
import { compareResults } from '../src/evaluation/results/index.ts';
import { answerScorers } from '../src/evaluation/scorers/index.ts';
import { writeFileAtomically } from '../src/validation/index.ts';

const rows = Array.from({ length: 20 }, (_, row) => [`name ${row}`, row * 3.5, null, '2024-01-01']);
const wrong = rows.map((row, index) => (index % 3 === 0 ? [row[0] ?? null, 1, null, 'x'] : row));
const columns = ['name', 'amount', 'nothing', 'day'];
const named = columns.map((name) => ({ name }));
const gold = { columns: named, rows };
const verdict = compareResults(gold, { columns: named, rows: wrong, truncated: false });
const sql = `SELECT name, SUM(amount) AS amount\nFROM sales JOIN customer USING (customer_id)\nGROUP BY name\nORDER BY amount DESC`;

const cases = Array.from({ length: 10_000 }, (_, index): ReportCase => {
  const isPass = index % 4 !== 0;
  return {
    suite: `suite ${index % 3}`,
    id: `case_${String(index).padStart(5, '0')}`,
    role: ['admin', 'analyst', 'viewer'][index % 3] ?? 'admin',
    system: 'recorded',
    question: `How much did customer group ${index} buy in each month of the year before last?`,
    kind: 'answer',
    tags: ['join', index % 2 === 0 ? 'dates' : 'ties'],
    difficulty: ['easy', 'medium', 'hard'][index % 3] ?? null,
    datasource: 'sales',
    expected: 'allowed',
    status: isPass ? 'pass' : 'fail',
    reasonCode: isPass ? null : 'wrong-rows',
    reason: isPass ? null : verdict.reason,
    scores: {
      result_match: {
        value: isPass ? 1 : 0,
        passed: isPass,
        state: 'scored',
        detail: isPass ? { verdict: 'strict', flags: [], hints: [] } : { ...verdict },
      },
    },
    sql,
    latencyMs: 12.5,
    orderMatters: false,
    gold: [{ sql, dialect: 'sqlite', result: { columns, rowCount: rows.length, rows } }],
    predicted: { columns, rowCount: rows.length, rows: isPass ? rows : wrong },
  };
});
const report: Report = {
  formatVersion: 1,
  mode: 'recorded',
  systems: ['recorded'],
  suites: [{ name: 'sales', path: null, digest: '', cases: 10_000 }],
  settings: { store: 'rows' },
  versions: {},
  startedAt: '2026-01-01T00:00:00.000Z',
  elapsedMs: 1000,
  stopped: null,
  warnings: [],
  ...summarize(cases, answerScorers),
  cases,
};
const path = process.argv[2] ?? join(tmpdir(), `nl2sql-bench-${process.pid}.html`);
const start = performance.now();
const before = process.cpuUsage();
await writeFileAtomically(path, formatHtml(report), 'HTML report');
const cpu = process.cpuUsage(before).user / 1e6;
console.log(
  `${((performance.now() - start) / 1000).toFixed(2)} s (cpu ${cpu.toFixed(2)})  < 5 s  10,000 runs written`,
);
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
if (executablePath === undefined) console.log('not opened: chromium is not installed');
else {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const from = performance.now();
    await page.goto(pathToFileURL(path).href);
    await page.waitForSelector('.run');
    times.push((performance.now() - from) / 1000);
    await page.close();
  }
  await browser.close();
  const median = times.sort((a, b) => a - b)[2] ?? Number.NaN;
  console.log(`${median.toFixed(2)} s  < 2 s  opened until its list is seen (median of 5)`);
}
if (process.argv[2] === undefined) rmSync(path);
