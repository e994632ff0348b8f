import { describe, expect, it } from 'vitest';
import { rescoreReport } from '../../src/evaluation/records/index.ts';
import { formatJunit, formatMarkdown } from '../../src/evaluation/reports/index.ts';
import { sampleReport } from './sample-report.ts';

describe('JUnit', () => {
  const xml = [...formatJunit(sampleReport())].join('');

  it('counts runs, failures, errors and skips', () => {
    expect(xml).toContain('<testsuite name="shop" tests="4" failures="1" errors="1" skipped="1"');
    expect(xml.match(/<testcase /g)).toHaveLength(4);
    expect(xml).toContain('<failure message="the rows differ" type="wrong-rows">');
    expect(xml).toContain('<skipped message="a clarify outcome runs only with --clarify"/>');
  });

  it('holds no markup and no control character of the data', () => {
    expect(xml).not.toContain('<img');
    expect(xml).not.toContain('\u0000');
    const tags = new Set([...xml.matchAll(/<\/?([a-z]+)/g)].map(([, name]) => name));
    expect([...tags].sort()).toEqual([
      'error',
      'failure',
      'skipped',
      'testcase',
      'testsuite',
      'testsuites',
    ]);
  });
});

describe('Markdown', () => {
  const text = formatMarkdown(sampleReport());

  it('leads with the figure and tells each failure', () => {
    expect(text).toContain('**Execution accuracy 33.3 %** (1 of 3');
    expect(text).toContain('| fail | wrong | viewer | wrong-rows: the rows differ |');
  });

  it('leads with leaks, and tells roles that got the same answer once', () => {
    const report = sampleReport();
    const roleClasses = {
      ok: 0,
      leak: 2,
      'silent-denial': 0,
      'over-refusal': 0,
      'wrong-message': 0,
      'not-judged': 0,
    };
    const cases = report.cases.flatMap((run) =>
      run.status === 'fail' ? [run, { ...run, role: 'guest' }] : [run],
    );
    const told = formatMarkdown({ ...report, cases, summary: { ...report.summary, roleClasses } });
    expect(told).toContain('**2 leaks**: a role got, or its SQL read, what it must not have');
    expect(told.match(/<details>/g)).toHaveLength(2);
    expect(told).toContain('wrong as viewer, guest: ');
    expect(told).toContain('\n\nExpected allowed; the rows differ\n\n');
  });

  it('keeps hostile text in its place', () => {
    const outsideOfFences = text.replace(/^(`{3,})\w+\n[\s\S]*?\n\1$/gm, '');
    expect(outsideOfFences).not.toContain('<img');
    expect(outsideOfFences).toContain('</details>');
    // Every row of the table of failures has as many cells as its head.
    const lines = text.split('\n').filter((line) => /^\| (?:fail|error) /.test(line));
    expect(lines.map((line) => line.split('|').length)).toEqual([6, 6]);
  });
});

describe('rescoring', () => {
  it('comes to the same verdicts as the run did', () => {
    const { rescored, changes, report } = rescoreReport(sampleReport());
    expect({ rescored, changes }).toEqual({ rescored: 2, changes: [] });
    expect(report.summary).toEqual(sampleReport().summary);
  });

  it('turns a verdict that the rows do not bear out', () => {
    const sample = sampleReport();
    const forged = sample.cases.map((run) =>
      run.id === 'right' ? { ...run, predicted: { columns: ['a'], rowCount: 0, rows: [] } } : run,
    );
    const { changes, report } = rescoreReport({ ...sample, cases: forged });
    expect(changes).toMatchObject([{ id: 'right', before: 'pass', after: 'fail' }]);
    expect(report.summary.pass).toBe(0);
  });

  it('says how many runs it has no rows for', () => {
    const sample = sampleReport();
    const bare = sample.cases.map((run) => ({
      ...run,
      ...(run.predicted ? { predicted: { columns: ['a'], rowCount: 2 } } : {}),
    }));
    expect(rescoreReport({ ...sample, cases: bare })).toMatchObject({
      rescored: 0,
      withoutRows: 2,
    });
  });
});
