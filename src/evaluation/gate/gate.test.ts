import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportCase, RunStatus } from '../records/index.ts';
import { compareWithBaseline, formatGate, loadBaseline } from './index.ts';

const run = (id: string, status: RunStatus, question = `question ${id}`): ReportCase => ({
  suite: 's',
  id,
  role: 'admin',
  system: 'nl2sql',
  question,
  kind: 'routing',
  tags: [],
  difficulty: null,
  datasource: null,
  expected: 'allowed',
  status,
  reasonCode: null,
  reason: status === 'pass' ? null : 'not sent: x',
  scores: {},
  sql: null,
  latencyMs: 0,
  orderMatters: false,
});

describe('the gate', () => {
  it('lets known misses miss, and nothing else start to', () => {
    const before = [run('a', 'pass'), run('b', 'fail'), run('c', 'pass')];
    const same = compareWithBaseline(before, before);
    expect(same).toMatchObject({ holds: true, lost: [], knownMisses: 1 });
    const worse = compareWithBaseline(before, [
      run('a', 'fail'),
      run('b', 'fail'),
      run('c', 'pass'),
    ]);
    expect(worse.holds).toBe(false);
    expect(worse.lost.map((flip) => flip.id)).toEqual(['a']);
    expect(formatGate(worse)).toContain(
      'lost     a as admin (nl2sql): pass before, fail now: not sent: x',
    );
  });

  it('fails closed on an error', () => {
    expect(compareWithBaseline([run('a', 'pass')], [run('a', 'error')]).holds).toBe(false);
  });

  it('lists gained, new, changed and absent cases apart', () => {
    const before = [run('a', 'fail'), run('b', 'pass'), run('gone', 'pass')];
    const after = [run('a', 'pass'), run('b', 'fail', 'another question'), run('new', 'fail')];
    const verdict = compareWithBaseline(before, after);
    expect(verdict.holds).toBe(true);
    const ids = (flips: readonly { readonly id: string }[]) => flips.map((flip) => flip.id);
    expect(ids(verdict.gained)).toEqual(['a']);
    expect(ids(verdict.changed)).toEqual(['b']);
    expect(ids(verdict.added)).toEqual(['new']);
    expect(ids(verdict.absent)).toEqual(['gone']);
  });
});

describe('a baseline file', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'nl2sql-gate-'));
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  it('says what is wrong with it', async () => {
    const path = join(dir, 'baseline.json');
    writeFileSync(path, '{"formatVersion":1,"mode":"retrieval","cases":[{"suite":"s"}]}');
    await expect(loadBaseline(path)).rejects.toThrow(/Baseline .*: cases\.0\.id: /);
    await expect(loadBaseline(join(dir, 'none.json'))).rejects.toThrow(/Baseline .*none\.json: /);
  });
});
