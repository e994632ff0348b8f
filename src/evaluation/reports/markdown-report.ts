import type { Share } from '../metrics/index.ts';
import type { Report, StatusCounts } from '../records/index.ts';
import { explainRun } from './explain-run.ts';
import { type Alike, groupAlike } from './failures.ts';

/** Failures told in full, roles alike as one: a comment on a pull request holds about 65,000 characters. */
const mostStories = 20;
const mostLines = 200;

/** The report as Markdown for a pull request or a wiki: figures, failures, and why. */
export function formatMarkdown(report: Report): string {
  const { accuracy, summary } = report;
  const bad = report.cases.filter((run) => run.status === 'fail' || run.status === 'error');
  const lines = [
    `## nl2sql: ${inline(report.suites.map(({ name }) => name).join(', ') || report.mode)}`,
    '',
    `**Execution accuracy ${percent(accuracy.execution)}** (${accuracy.execution.passed} of ${accuracy.execution.of}${interval(accuracy.execution)}), mode ${inline(report.mode)}, system ${inline(report.systems.join(', '))}, started ${inline(report.startedAt)}.`,
    '',
    '| | runs | pass | fail | error | skip | accuracy |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    row('all', summary, accuracy.overall),
    ...section('role', summary.byRole, accuracy.byRole),
    ...section('difficulty', summary.byDifficulty, accuracy.byDifficulty),
    ...section('tag', summary.byTag, accuracy.byTag),
    '',
    ...besides(report),
  ];
  if (bad.length === 0) return `${[...lines, 'Nothing failed.'].join('\n')}\n`;
  lines.push('### Failures', '', '| status | case | role | reason |', '| --- | --- | --- | --- |');
  for (const run of bad.slice(0, mostLines)) {
    const reason = `${run.reasonCode ?? ''}: ${run.reason ?? ''}`;
    lines.push(`| ${run.status} | ${inline(run.id)} | ${inline(run.role)} | ${inline(reason)} |`);
  }
  if (bad.length > mostLines) lines.push('', `… and ${bad.length - mostLines} more.`);
  lines.push('', ...groupAlike(bad).slice(0, mostStories).flatMap(story));
  return `${lines.join('\n')}\n`;
}

function besides({ summary }: Report): string[] {
  const leaks = summary.roleClasses?.leak ?? 0;
  const parts = [
    leaks > 0 &&
      `**${leaks} ${leaks === 1 ? 'leak' : 'leaks'}**: a role got, or its SQL read, what it must not have`,
    summary.lenient > 0 && `${summary.lenient} match only leniently`,
    summary.vacuous > 0 && `${summary.vacuous} passes with both results empty`,
    summary.weak > 0 && `${summary.weak} matches on thin evidence`,
    summary.stated > 0 && `${summary.stated} outcomes stated without running SQL`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? [] : [`${parts.join('; ')}.`, ''];
}

function section(
  label: string,
  counts: Readonly<Record<string, StatusCounts>>,
  shares: Readonly<Record<string, Share>>,
): string[] {
  const names = Object.keys(counts).sort();
  if (names.length < 2) return [];
  return names.map((name) => row(`${label} ${name}`, counts[name], shares[name]));
}

function row(label: string, counts: StatusCounts | undefined, share: Share | undefined): string {
  const { total = 0, pass = 0, fail = 0, error = 0, skip = 0 } = counts ?? {};
  return `| ${inline(label)} | ${total} | ${pass} | ${fail} | ${error} | ${skip} | ${share ? percent(share) : '–'} |`;
}

function story([run, ...others]: Alike): string[] {
  const goldSql = run.gold?.[0]?.sql;
  const why = explainRun(run);
  const roles = [run, ...others].map(({ role }) => role).join(', ');
  return [
    `<details><summary>${inline(run.id)} as ${inline(roles)}: ${inline(run.question)}</summary>`,
    '',
    `Expected ${inline(run.expected)}; ${inline(run.reason ?? run.status)}`,
    '',
    ...(goldSql ? ['Reviewed:', '', ...fence(goldSql, 'sql')] : []),
    ...(run.sql === null ? [] : ['Predicted:', '', ...fence(run.sql, 'sql')]),
    ...(why.length === 0 ? [] : fence(why.join('\n'), 'text')),
    '</details>',
    '',
  ];
}

/** A fence longer than any run of backticks inside. */
function fence(text: string, language: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return [`${ticks}${language}`, text.trim(), ticks, ''];
}

/** Text in a line of Markdown or a table cell: nothing in it is markup, it cannot leave its line. */
function inline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()#+!|~<>&@]/g, (character) => `&#${character.codePointAt(0)};`);
}

function percent(share: Share): string {
  return share.value === null ? 'not measured' : `${(share.value * 100).toFixed(1)} %`;
}

function interval({ interval: bounds }: Share): string {
  if (bounds === null) return '';
  return `, 95 % interval ${(bounds[0] * 100).toFixed(1)}–${(bounds[1] * 100).toFixed(1)} %`;
}
