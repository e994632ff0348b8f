import pc from 'picocolors';
import type { Report, ReportCase } from '../records/index.ts';
import { explainRun } from './explain-run.ts';

/**
 * Every case that failed or could not be judged: question, gold and predicted SQL, reason, row diff. Roles
 * that got the same answer to the same end are told once.
 *
 * @param options.path where the report is kept, for who wants those beyond `limit`
 */
export function formatFailures(
  report: Report,
  options: { readonly color: boolean; readonly limit?: number; readonly path?: string },
): string {
  const bad = groupAlike(
    report.cases.filter((run) => run.status === 'fail' || run.status === 'error'),
  );
  const shown = bad.slice(0, options.limit ?? bad.length);
  const text = shown
    .map(([run, ...others]) =>
      formatRun(run, { ...options, roles: [run, ...others].map((one) => one.role) }),
    )
    .join('\n');
  const rest = bad.length - shown.length;
  if (rest <= 0) return text;
  const whole =
    options.path === undefined
      ? '--out report.json keeps them all'
      : `nl2sql eval show ${options.path} --failures shows them all`;
  return `${text}\n… and ${rest} more; ${whole}.\n`;
}

/** Runs that a reader would be told the same of, whatever their role. */
export type Alike = readonly [ReportCase, ...ReportCase[]];

/** Groups runs that got the same answer to the same end. */
export function groupAlike(runs: readonly ReportCase[]): Alike[] {
  const groups = new Map<string, [ReportCase, ...ReportCase[]]>();
  for (const run of runs) {
    const { suite, id, system, expected, status, reasonCode, reason, sql } = run;
    const key = JSON.stringify([suite, id, system, expected, status, reasonCode, reason, sql]);
    const group = groups.get(key);
    if (group) group.push(run);
    else groups.set(key, [run]);
  }
  return [...groups.values()];
}

/** One run in full. */
export function formatRun(
  run: ReportCase,
  options: { readonly color: boolean; readonly roles?: readonly string[] },
): string {
  const colors = pc.createColors(options.color);
  const paint = { pass: colors.green, fail: colors.red, error: colors.yellow, skip: colors.dim };
  const label = run.errorKind === undefined ? run.status : `error(${run.errorKind})`;
  const roles = (options.roles ?? [run.role]).join(', ');
  const lines = [
    `${paint[run.status](label.toUpperCase())} ${colors.bold(run.id)} as ${roles} (${run.suite})`,
    `  question   ${run.question}`,
    `  expected   ${run.expected}`,
  ];
  if (run.reason !== null) lines.push(`  reason     ${run.reasonCode}: ${run.reason}`);
  const goldSql = run.gold?.[0]?.sql;
  if (goldSql) lines.push(...block('gold SQL', goldSql));
  if (run.sql !== null) lines.push(...block('predicted', run.sql));
  lines.push(...explainRun(run).map((line) => `  ${line}`.trimEnd()));
  return `${lines.join('\n')}\n`;
}

function block(label: string, text: string): string[] {
  return text
    .trim()
    .split('\n')
    .map((line, index) => `  ${(index === 0 ? label : '').padEnd(10)} ${line}`);
}
