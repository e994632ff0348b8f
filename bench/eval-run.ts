/**
 * Measures `nl2sql eval run` as whole processes: the reference Chinook suite in mode gold, a generated
 * suite of 10,000 cases, and `nl2sql --help`.
 *
 *   npm run bench -- eval-run
 */
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { cliMain, type Measured, measureProcess, median } from './measured-process.ts';

const repeats = 5;
const generatedCases = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'nl2sql-bench-'));

function show(label: string, runs: readonly Measured[], mark: string): void {
  const wall = median(runs.map((run) => run.wallMs));
  const peak = Math.max(...runs.map((run) => run.peakMb ?? Number.NaN));
  const passed = runs.every((run) => run.exitCode === 0);
  console.log(
    `${label}: ${wall.toFixed(0)} ms, peak ${peak.toFixed(0)} MB (mark: ${mark})${passed ? '' : ' FAILED'}`,
  );
}

async function repeat(times: number, args: readonly string[], cwd: string): Promise<Measured[]> {
  const runs: Measured[] = [];
  for (let index = 0; index < times; index += 1)
    runs.push(await measureProcess([cliMain, ...args], { cwd }));
  return runs;
}

function writeGeneratedProject(cwd: string): void {
  const database = new DatabaseSync(join(cwd, 'numbers.sqlite'));
  database.exec('CREATE TABLE number (n INTEGER PRIMARY KEY, half REAL, word TEXT)');
  const insert = database.prepare('INSERT INTO number VALUES (?, ?, ?)');
  for (let n = 0; n < 100; n += 1) insert.run(n, n / 2 + 0.25, `word ${n}`);
  database.close();
  const cases = Array.from({ length: generatedCases }, (_, index) => {
    const n = index % 100;
    return `
- id: case_${index}
  question: What is number ${index}?
  datasources: [numbers]
  status: approved
  outcome: {admin: allowed}
  sql: SELECT n, half, word FROM number WHERE n = ${n}
  rows:
  - {n: ${n}, half: ${n / 2 + 0.25}, word: word ${n}}
`;
  });
  writeFileSync(join(cwd, 'suite.yaml'), `version: 1\ncases:\n${cases.join('')}`);
}

try {
  // What Node.js takes to do nothing, measured the same way: it is part of every other figure.
  const nothing: Measured[] = [];
  for (let index = 0; index < repeats; index += 1)
    nothing.push(await measureProcess(['-e', '0'], { cwd: folder }));
  show('node that does nothing', nothing, 'none');
  show('--help', await repeat(repeats, ['--help'], folder), 'under 150 ms');
  const reference = join(process.cwd(), '../shared/reference/nl2sql/demo-project');
  if (existsSync(reference)) {
    const project = join(folder, 'reference');
    cpSync(reference, project, { recursive: true });
    show(
      'reference suite, mode gold',
      await repeat(repeats, ['eval', 'run', '--mode', 'gold', '--quiet'], project),
      'under 1,500 ms, 200 MB',
    );
  } else {
    console.log('reference suite: skipped, the reference data is not here');
  }
  writeGeneratedProject(folder);
  show(
    `${generatedCases} cases, mode gold`,
    await repeat(
      1,
      [
        'eval',
        'run',
        '--quiet',
        '--suite',
        'suite.yaml',
        '--datasource',
        'numbers=sqlite:numbers.sqlite',
      ],
      folder,
    ),
    'under 20,000 ms',
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
