import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellToJson } from '../catalog/index.ts';
import { type EvalCase, loadSuite, type StoredRows } from '../evaluation/suite/index.ts';
import { createEngine } from '../index.ts';
import { packagedSuitesFolder, writeDemoProject } from './project-files.ts';

/** The suites of questions to answer; routing.yaml repeats some of them and asks only where they belong. */
const names = readdirSync(packagedSuitesFolder)
  .filter((name) => name !== 'routing.yaml')
  .sort();
const cases: EvalCase[] = [];
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-packaged-'));
  for (const name of names) {
    const { suite } = await loadSuite(join(packagedSuitesFolder, name));
    cases.push(...(suite?.cases ?? []));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Everything of a case that decides what is right. */
function gold(evalCase: EvalCase): unknown {
  const rows = (stored: StoredRows | null) =>
    stored && { columns: stored.columns, rows: stored.rows.map((row) => row.map(cellToJson)) };
  return [
    evalCase.id,
    evalCase.question,
    evalCase.sql,
    rows(evalCase.rows),
    evalCase.alt_sql,
    evalCase.alt_rows.map(rows),
    [...evalCase.outcome],
    evalCase.tables,
    evalCase.columns,
    evalCase.order_matters,
    rows(evalCase.boundary_tie ?? null),
    evalCase.plan,
  ];
}

const count = (test: (evalCase: EvalCase) => boolean) => cases.filter(test).length;

describe('the packaged suites', () => {
  it('hold the gold that was reviewed, to the last value', () => {
    const hash = createHash('sha256')
      .update(JSON.stringify(cases.map(gold)))
      .digest('hex');
    // A change here changes what is right: review it, and say so in the changelog.
    expect(hash).toBe('17a8af6cb22a98d12c3350a1e6586e4f6468e46d4029e7e30f0f147de47237f3');
  });

  it('hold what their SQL returns from freshly generated databases', async () => {
    const dir = join(folder, 'rows');
    writeDemoProject({ dir });
    const { evals } = createEngine({ config: join(dir, 'nl2sql.yaml'), env: {} });
    for (const name of names) {
      const report = await evals.regenerate(join(packagedSuitesFolder, name), {
        check: true,
        allowPackaged: true,
      });
      expect(report).toMatchObject({ changed: [], failed: [], written: 0 });
    }
  });

  it('pass for every role, as SQL and as plans', async () => {
    const dir = join(folder, 'roles');
    writeDemoProject({ dir });
    const { evals } = createEngine({ config: join(dir, 'nl2sql.yaml'), env: {} });
    const paths = names.map((name) => `evals/${name}`);
    for (const mode of ['gold', 'plans'] as const) {
      const { summary } = await evals.run(paths, { mode, store: 'none' });
      expect(summary, mode).toMatchObject({ total: 516, pass: 508, fail: 0, error: 0, skip: 8 });
    }
  }, 120_000);

  it('ask many kinds of questions, of every difficulty', () => {
    const inSuite = (id: string) => (evalCase: EvalCase) => evalCase.datasources[0] === id;
    expect(count(inSuite('chinook'))).toBeGreaterThanOrEqual(60);
    expect(count(inSuite('support'))).toBeGreaterThanOrEqual(25);
    expect(count(inSuite('webanalytics'))).toBeGreaterThanOrEqual(25);
    for (const difficulty of ['easy', 'medium', 'hard']) {
      expect(count((evalCase) => evalCase.difficulty === difficulty)).toBeGreaterThan(20);
    }
    for (const tag of ['ties', 'date', 'anti-join', 'null', 'unanswerable', 'paraphrase']) {
      expect(
        count((evalCase) => evalCase.tags.includes(tag)),
        tag,
      ).toBeGreaterThan(5);
    }
  });

  it('have every question once, and a plan for every SQL', () => {
    const questions = cases.map((evalCase) => evalCase.question);
    expect(new Set(questions).size).toBe(questions.length);
    expect(count((evalCase) => evalCase.sql !== null && evalCase.plan === null)).toBe(0);
  });

  it('give paraphrases the same rows', () => {
    const groups = new Map<string, EvalCase[]>();
    for (const evalCase of cases) {
      const group = evalCase.paraphrase_group;
      if (group !== null) groups.set(group, [...(groups.get(group) ?? []), evalCase]);
    }
    expect(groups.size).toBeGreaterThan(5);
    for (const [group, members] of groups) {
      const answers = members.map((member) => member.rows?.rows.map(String).sort());
      for (const answer of answers) expect(answer, group).toEqual(answers[0]);
    }
  });
});
