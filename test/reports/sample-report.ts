import type { Cell } from '../../src/catalog/index.ts';
import { type Report, type ReportCase, summarize } from '../../src/evaluation/records/index.ts';
import { compareResults } from '../../src/evaluation/results/index.ts';
import { answerScorers } from '../../src/evaluation/scorers/index.ts';

/** Text that tries to leave every place a report puts it in. */
export const hostile = `</script><img src=x onerror="document.title='owned'"> ]]> | \`\`\` <!-- & "q" \u0000`;

/** A small report: one pass, one wrong answer with hostile text everywhere, one error, one skip. */
export function sampleReport(): Report {
  const columns = ['name', 'total'];
  const gold: Cell[][] = [
    ['Ann', 1],
    [hostile, 2],
  ];
  const predicted: Cell[][] = [
    ['Ann', 1],
    [hostile, 20],
  ];
  const named = columns.map((name) => ({ name }));
  const wrong = compareResults(
    { columns: named, rows: gold },
    { columns: named, rows: predicted, truncated: false },
  );
  const base = {
    suite: 'shop',
    role: 'analyst',
    system: 'recorded',
    kind: 'answer',
    tags: ['join'],
    difficulty: 'easy',
    datasource: 'shop',
    expected: 'allowed',
    latencyMs: 12,
    orderMatters: false,
    gold: [
      {
        sql: 'SELECT name, total FROM t',
        dialect: 'sqlite',
        result: { columns, rowCount: 2, rows: gold },
      },
    ],
  } as const;
  const cases: ReportCase[] = [
    {
      ...base,
      id: 'right',
      question: 'Totals by name?',
      status: 'pass',
      reasonCode: null,
      reason: null,
      scores: {
        result_match: {
          value: 1,
          passed: true,
          state: 'scored',
          detail: { verdict: 'strict', flags: [], hints: [] },
        },
      },
      sql: 'SELECT name, total FROM t',
      predicted: { columns, rowCount: 2, rows: gold },
    },
    {
      ...base,
      id: 'wrong',
      role: 'viewer',
      question: `What about ${hostile}?`,
      status: 'fail',
      reasonCode: 'wrong-rows',
      reason: wrong.reason,
      scores: { result_match: { value: 0, passed: false, state: 'scored', detail: { ...wrong } } },
      sql: `SELECT '${hostile}'`,
      predicted: { columns, rowCount: 2, rows: predicted },
    },
    {
      ...base,
      id: 'broken',
      question: 'And this?',
      status: 'error',
      errorKind: 'system',
      reasonCode: 'error-system',
      reason: 'the system said nothing',
      scores: {
        result_match: {
          value: null,
          passed: null,
          state: 'error',
          detail: { errorKind: 'system', message: 'the system said nothing' },
        },
      },
      sql: null,
    },
    {
      ...base,
      id: 'later',
      question: 'Which one?',
      expected: 'clarify',
      status: 'skip',
      reasonCode: 'clarify-not-asked',
      reason: 'a clarify outcome runs only with --clarify',
      scores: {},
      sql: null,
    },
  ];
  return {
    formatVersion: 1,
    mode: 'recorded',
    systems: ['recorded'],
    suites: [{ name: 'shop', path: null, digest: '', cases: 4 }],
    settings: { store: 'rows' },
    versions: { nl2sql: '0.1.0' },
    startedAt: '2026-01-01T00:00:00.000Z',
    elapsedMs: 1500,
    stopped: null,
    warnings: [],
    ...summarize(cases, answerScorers),
    cases,
  };
}
