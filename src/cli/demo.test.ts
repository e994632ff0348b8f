import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../evaluation/records/index.ts';

const main = join(dirname(fileURLToPath(import.meta.url)), '../../dist/cli/main.js');
const nl2sql = (...args: string[]) =>
  spawnSync(process.execPath, [main, ...args], { cwd: folder, encoding: 'utf8' });

let folder: string;
let first: ReturnType<typeof nl2sql>;
let report: Report;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-demo-command-'));
  first = nl2sql('demo');
  report = JSON.parse(readFileSync(join(folder, 'demo/report.json'), 'utf8')) as Report;
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** What became of a case, by role. */
function reasons(id: string): Record<string, string> {
  const runs = report.cases.filter((run) => run.id === id);
  return Object.fromEntries(runs.map((run) => [run.role, run.reasonCode ?? run.status]));
}

describe('nl2sql demo', () => {
  it('passes all of the gold, then shows failures, and ends with the scoreboard and the report', () => {
    expect(first.status).toBe(0);
    expect(first.stdout).toContain('508 passed, 0 failed, 0 errors, 8 skipped of 516');
    expect(first.stdout).toContain('FAIL chinook_001 as admin');
    expect(first.stdout).toContain(
      '; nl2sql eval show demo/report.json --failures shows them all.',
    );
    expect(first.stdout).toMatch(
      /Scoreboard[\s\S]+role viewer[\s\S]+Execution accuracy: [\s\S]+Report: demo\/report\.json\nHTML report: demo\/report\.html\n\nNext:\n {2}nl2sql eval show demo\/report\.json chinook_025 /,
    );
  });

  it('writes the report as one HTML file', () => {
    const html = readFileSync(join(folder, 'demo/report.html'), 'utf8');
    expect(html).toContain('chinook_025');
    expect(html.trimEnd().endsWith('</html>')).toBe(true);
  });

  it('runs again on the project that is there', () => {
    const again = nl2sql('demo', '--quiet');
    expect(again.status).toBe(0);
    expect(again.stdout).toContain('Using the project in');
  }, 120_000);

  it('leaves a project alone that is not the demo', () => {
    mkdirSync(join(folder, 'mine'));
    writeFileSync(join(folder, 'mine/nl2sql.yaml'), 'version: 2\n');
    const { status, stderr } = nl2sql('demo', 'mine');
    expect(status).toBe(2);
    expect(stderr).toContain('a project that is not the demo: it has no evals/chinook.yaml');
    expect(readdirSync(join(folder, 'mine'))).toEqual(['nl2sql.yaml']);
  });

  it('judges each kind of mistake as what it is', () => {
    // Columns in the other order, and one column more.
    expect(reasons('chinook_001')).toMatchObject({ admin: 'lenient-only', viewer: 'pass' });
    expect(reasons('chinook_028')).toMatchObject({ admin: 'lenient-only' });
    // A fan-out, a missing filter, a wrong join, the wrong price, the wrong rounding.
    for (const id of ['025', '010', '022', '031', '040']) {
      expect(reasons(`chinook_${id}`), id).toMatchObject({ admin: 'wrong-rows' });
    }
    // Groups that an inner join loses, and ties that MAX with GROUP BY loses.
    expect(reasons('chinook_032')).toMatchObject({ admin: 'wrong-rows' });
    expect(reasons('chinook_063')).toMatchObject({ viewer: 'wrong-rows' });
    expect(reasons('chinook_016')).toMatchObject({ admin: 'sql-rejected', viewer: 'pass' });
    expect(reasons('chinook_036')).toMatchObject({ admin: 'not-read-only' });
    expect(reasons('chinook_027')).toMatchObject({ admin: 'pass', viewer: 'refused' });
    expect(reasons('chinook_075')).toMatchObject({ admin: 'unanswerable', viewer: 'pass' });
    expect(reasons('chinook_079')).toMatchObject({ admin: 'answered' });
  });

  it('finds SQL in prose, in a fence, after thoughts, and takes rows instead of SQL', () => {
    for (const id of ['003', '004', '033', '030']) {
      expect(reasons(`chinook_${id}`), id).toMatchObject({ admin: 'pass' });
    }
  });

  it('calls an answer to a role that had to be refused a leak', () => {
    expect(reasons('chinook_007')['viewer']).toBe('leak');
    expect(reasons('chinook_009')['analyst']).toBe('leak');
  });
});
