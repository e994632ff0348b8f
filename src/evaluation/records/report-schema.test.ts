import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFileAtomically } from '../../validation/index.ts';
import type { Report } from './report.ts';
import { loadReport } from './report-schema.ts';
import { summarize } from './summarize.ts';
import { reportText } from './write-report.ts';

const report: Report = {
  formatVersion: 1,
  mode: 'gold',
  systems: ['gold'],
  suites: [{ name: 's', path: null, digest: 'd', cases: 0 }],
  settings: {},
  versions: { nl2sql: '0.1.0' },
  startedAt: '2026-01-01T00:00:00.000Z',
  elapsedMs: 1,
  stopped: null,
  warnings: [],
  ...summarize([], [{ name: 'outcome', version: 1 }]),
  cases: [],
};

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'nl2sql-report-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('loadReport', () => {
  it('reads what was written', async () => {
    const path = join(dir, 'r.json');
    await writeFileAtomically(path, reportText(report), 'Report');
    expect(await loadReport(path)).toEqual(report);
  });

  it('says what is missing, and where', async () => {
    const path = join(dir, 'r.json');
    writeFileSync(
      path,
      JSON.stringify({ ...report, formatVersion: 9, mode: 7, cases: [{ id: 'a' }] }),
    );
    await expect(loadReport(path)).rejects.toMatchObject({
      code: 'REPORT_INVALID',
      exitCode: 2,
      message: expect.stringMatching(
        /formatVersion: expected 1; found a number[\s\S]*mode: expected a text; found a number[\s\S]*cases\[0\]\.suite: missing/,
      ),
    });
  });

  it('says when there is no report, or no JSON', async () => {
    await expect(loadReport(join(dir, 'none.json'))).rejects.toMatchObject({
      code: 'FILE_NOT_READABLE',
      message: expect.stringContaining('no such file'),
    });
    writeFileSync(join(dir, 'x.json'), '{');
    await expect(loadReport(join(dir, 'x.json'))).rejects.toMatchObject({ code: 'REPORT_INVALID' });
  });
});

describe('reportText', () => {
  it('keeps no value of a row unless rows are stored', () => {
    const detail = {
      verdict: 'different',
      hints: [{ code: 'case', message: 'gold has "Ann Secret"', column: 0 }],
      sample: { keyColumns: [], cells: [{ gold: '"Ann Secret"' }], more: false },
    };
    const run = {
      suite: 's',
      id: 'a',
      scores: { result_match: { value: 0, passed: false, state: 'scored', detail } },
    } as unknown as Report['cases'][number];
    const text = (store: string) =>
      [...reportText({ ...report, settings: { store }, cases: [run] })].join('');
    expect(text('rows')).toContain('Ann Secret');
    expect(text('digest')).not.toContain('Ann Secret');
    expect(text('none')).not.toContain('Ann Secret');
  });
});
