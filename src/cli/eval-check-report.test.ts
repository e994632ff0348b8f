import { describe, expect, it } from 'vitest';
import type { Finding } from '../evaluation/suite/index.ts';
import { describeFindings, describeSum } from './eval-check-report.ts';

function finding(fields: Partial<Finding>): Finding {
  return {
    code: 'order-unasked',
    severity: 'info',
    file: '/project/evals/a.yaml',
    line: 7,
    case: 'a',
    field: null,
    message: 'ORDER BY is not asked for',
    fix: 'set order_matters',
    ...fields,
  };
}

const context = { cwd: '/project', color: false };

describe('findings in the terminal', () => {
  it('name notes of one code once, with their count and the first five cases', () => {
    const notes = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => finding({ case: id }));
    expect(describeFindings(notes, context)).toBe(
      'info order-unasked: 7 notes in a, b, c, d, e and 2 more\n' +
        '    first: ORDER BY is not asked for\n    set order_matters\n',
    );
  });

  it('show a note that stands alone whole, with its place', () => {
    expect(describeFindings([finding({})], context)).toBe(
      'evals/a.yaml:7 info order-unasked a: ORDER BY is not asked for\n    set order_matters\n',
    );
  });

  it('tell of each draft what it lacks', () => {
    const notes = ['a', 'b'].map((id) =>
      finding({ case: id, code: 'draft-lacks', message: `it lacks ${id}`, fix: 'promote' }),
    );
    expect(describeFindings(notes, context)).toBe(
      'info draft-lacks: 2 drafts\n    evals/a.yaml:7 a: it lacks a\n    evals/a.yaml:7 b: it lacks b\n    promote\n',
    );
  });

  it('show every note that is on no case: each tells something else', () => {
    const notes = ['chinook', 'support'].map((name) =>
      finding({ code: 'uncovered-columns', case: null, line: null, message: `of ${name}` }),
    );
    expect(describeFindings(notes, context)).toBe(
      'evals/a.yaml info uncovered-columns of chinook\n    set order_matters\n' +
        'evals/a.yaml info uncovered-columns of support\n    set order_matters\n',
    );
  });

  it('show every error and warning, ahead of the notes', () => {
    const error = finding({ severity: 'error', code: 'unknown-table', message: 'no table x' });
    const text = describeFindings([finding({}), error, finding({ case: 'b' }), error], context);
    expect(text.split('\n').filter((line) => !line.startsWith('  '))).toEqual([
      'evals/a.yaml:7 error unknown-table a: no table x',
      'evals/a.yaml:7 error unknown-table a: no table x',
      'info order-unasked: 2 notes in a, b',
      '',
    ]);
  });
});

describe('the last line of a check', () => {
  const check = { findings: [], cases: 1, approved: 1, fixed: 0, unloadable: [], stopped: false };

  it('counts one case as one', () => {
    expect(describeSum(check)).toBe('1 case, 1 approved: 0 errors, 0 warnings, 0 notes\n');
  });

  it('does not count cases that do not load as all there are', () => {
    const found = { ...check, unloadable: ['a.yaml'], findings: [finding({ severity: 'error' })] };
    expect(describeSum(found)).toBe('1 case loads, 1 approved: 1 error, 0 warnings, 0 notes\n');
  });
});
