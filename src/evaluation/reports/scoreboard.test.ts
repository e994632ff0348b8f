import { describe, expect, it } from 'vitest';
import { sampleReport } from '../../../test/reports/sample-report.ts';
import { formatScoreboard } from './scoreboard.ts';

function boardWith(count: number): string {
  const report = sampleReport();
  return formatScoreboard(
    {
      ...report,
      summary: {
        ...report.summary,
        stated: count,
        vacuous: count,
        errors: { gold: count, infrastructure: 0, system: 0 },
        roleClasses: {
          ok: 0,
          leak: count,
          'silent-denial': 0,
          'over-refusal': count,
          'wrong-message': 0,
          'not-judged': 0,
        },
      },
    },
    { color: false },
  );
}

describe('the scoreboard', () => {
  it('counts one of a thing in the singular', () => {
    const board = boardWith(1);
    expect(board).toContain('  1 outcome stated without running SQL\n');
    expect(board).toContain('  1 pass with both results empty: no evidence\n');
    expect(board).toContain('  1 leak: a role got');
    expect(board).toContain('  1 over-refusal of what');
    expect(board).toContain('  1 error of the gold');
  });

  it('counts several in the plural', () => {
    const board = boardWith(2);
    expect(board).toContain('  2 passes with both results empty: no evidence\n');
    expect(board).toContain('  2 leaks: a role got');
    expect(board).toContain('  2 errors of the gold');
  });

  it('says nothing of execution accuracy in mode retrieval, which runs no SQL', () => {
    const board = formatScoreboard({ ...sampleReport(), retrieval: [] }, { color: false });
    expect(board).toContain('Scoreboard');
    expect(board).not.toContain('Execution accuracy');
  });

  it('ends no line with blanks', () => {
    expect(boardWith(0)).not.toMatch(/ \n/);
  });
});
