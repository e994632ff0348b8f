import type { Report, ReportCase } from '../records/index.ts';
import { explainRun } from './explain-run.ts';

/** The report as JUnit XML, which CI systems show: a test suite per suite, a test case per run. */
export function* formatJunit(report: Report): Generator<string> {
  const { summary } = report;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites name="nl2sql ${attribute(report.mode)}"${countsOf(summary)} time="${seconds(report.elapsedMs)}">\n`;
  const bySuite = new Map<string, ReportCase[]>();
  for (const run of report.cases) {
    const runs = bySuite.get(run.suite);
    if (runs) runs.push(run);
    else bySuite.set(run.suite, [run]);
  }
  for (const [suite, runs] of bySuite) {
    const count = (status: ReportCase['status']) =>
      runs.filter((run) => run.status === status).length;
    const total = runs.reduce((sum, run) => sum + run.latencyMs, 0);
    const counts = {
      total: runs.length,
      fail: count('fail'),
      error: count('error'),
      skip: count('skip'),
    };
    yield `  <testsuite name="${attribute(suite)}"${countsOf(counts)} time="${seconds(total)}" timestamp="${attribute(report.startedAt)}">\n`;
    for (const run of runs) yield testCase(run, report.systems.length > 1);
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
}

function countsOf(counts: { total: number; fail: number; error: number; skip: number }): string {
  return ` tests="${counts.total}" failures="${counts.fail}" errors="${counts.error}" skipped="${counts.skip}"`;
}

function testCase(run: ReportCase, namesSystem: boolean): string {
  const name = `${run.id} [${run.role}]${namesSystem ? ` ${run.system}` : ''}`;
  const open = `    <testcase name="${attribute(name)}" classname="${attribute(run.suite)}" time="${seconds(run.latencyMs)}"`;
  const message = attribute(run.reason ?? '');
  const type = attribute(run.reasonCode ?? '');
  switch (run.status) {
    case 'pass':
      return `${open}/>\n`;
    case 'skip':
      return `${open}>\n      <skipped message="${message}"/>\n    </testcase>\n`;
    case 'fail':
    case 'error': {
      const element = run.status === 'fail' ? 'failure' : 'error';
      return `${open}>\n      <${element} message="${message}" type="${type}">${text(story(run))}</${element}>\n    </testcase>\n`;
    }
  }
}

/** What a person needs to understand the failure without opening anything else. */
function story(run: ReportCase): string {
  const lines = [`question: ${run.question}`, `expected: ${run.expected}`];
  const goldSql = run.gold?.[0]?.sql;
  if (goldSql) lines.push(`gold SQL: ${goldSql}`);
  if (run.sql !== null) lines.push(`predicted SQL: ${run.sql}`);
  return [...lines, ...explainRun(run)].join('\n');
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** XML 1.0 has no place for most control characters, not even escaped. */
function clean(value: string): string {
  return value.replace(
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    '\ufffd',
  );
}

function text(value: string): string {
  return clean(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function attribute(value: string): string {
  return text(value)
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#9;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;');
}
