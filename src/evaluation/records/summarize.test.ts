import { describe, expect, it } from 'vitest';
import type { ReportCase } from './report.ts';
import { summarize } from './summarize.ts';

function run(fields: Partial<ReportCase>): ReportCase {
  return {
    suite: 's',
    id: 'a',
    role: 'admin',
    system: 'recorded',
    question: 'q',
    kind: 'answer',
    tags: [],
    difficulty: null,
    datasource: null,
    expected: 'allowed',
    status: 'pass',
    reasonCode: null,
    reason: null,
    scores: {},
    sql: null,
    latencyMs: 1,
    orderMatters: false,
    ...fields,
  };
}

function match(
  passed: boolean,
  verdict: string,
  flags: readonly string[] = [],
): ReportCase['scores'] {
  return {
    result_match: { value: passed ? 1 : 0, passed, state: 'scored', detail: { verdict, flags } },
  };
}

const scorers = [{ name: 'result_match', version: 1 }];

describe('summarize', () => {
  it('counts a system’s errors as not passed, and nobody else’s', () => {
    const { accuracy, summary } = summarize(
      [
        run({ scores: match(true, 'strict') }),
        run({ status: 'fail', scores: match(false, 'different') }),
        run({ status: 'error', errorKind: 'system' }),
        run({ status: 'error', errorKind: 'gold' }),
        run({ status: 'error', errorKind: 'infrastructure' }),
        run({ status: 'skip' }),
      ],
      scorers,
    );
    expect(accuracy.overall).toMatchObject({ passed: 1, of: 3 });
    expect(accuracy.execution).toMatchObject({ passed: 1, of: 3 });
    expect(summary).toMatchObject({ total: 6, pass: 1, fail: 1, error: 3, skip: 1 });
    expect(summary.errors).toEqual({ gold: 1, infrastructure: 1, system: 1 });
  });

  it('keeps a lenient match beside the strict figure', () => {
    const { accuracy, summary } = summarize(
      [
        run({ scores: match(true, 'strict') }),
        run({ status: 'fail', scores: match(false, 'lenient') }),
      ],
      scorers,
    );
    expect(accuracy.execution).toMatchObject({ passed: 1, of: 2 });
    expect(accuracy.lenient).toMatchObject({ passed: 2, of: 2 });
    expect(summary.lenient).toBe(1);
  });

  it('leaves refusals and routing cases out of execution accuracy', () => {
    const { accuracy } = summarize(
      [run({ expected: 'refused' }), run({ kind: 'routing' }), run({ status: 'fail' })],
      scorers,
    );
    expect(accuracy.execution).toMatchObject({ passed: 0, of: 1 });
    expect(accuracy.overall).toMatchObject({ passed: 2, of: 3 });
  });

  it('counts passes that are no evidence', () => {
    const { summary } = summarize([run({ scores: match(true, 'strict', ['vacuous']) })], scorers);
    expect(summary).toMatchObject({ vacuous: 1, weak: 0 });
  });

  it('counts matches on thin evidence: lenient ones, and refusals that may be right by luck', () => {
    const luck = {
      value: 1,
      passed: true,
      state: 'scored',
      detail: { weak: 'unknown-name' },
    } as const;
    const { summary } = summarize(
      [
        run({ status: 'fail', scores: match(false, 'lenient', ['weak']) }),
        run({ status: 'fail', scores: match(false, 'lenient') }),
        run({ expected: 'refused', scores: { outcome: luck } }),
        // Refused where an answer was due: wrong, and no match at all.
        run({ status: 'fail', scores: { outcome: { ...luck, passed: false } } }),
      ],
      scorers,
    );
    expect(summary).toMatchObject({ lenient: 2, weak: 2 });
  });

  it('does not measure a scorer that never applied', () => {
    const { scores } = summarize([run({ scores: {} })], scorers);
    expect(scores['result_match']).toMatchObject({ applied: 0, mean: null, interval: null });
  });
});
