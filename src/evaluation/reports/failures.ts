import pc from 'picocolors';
import type { Report, ReportCase } from '../records/index.ts';
import { explainRun } from './explain-run.ts';

/** Every run that failed or could not be judged: question, gold and predicted SQL, reason, row diff. */
export function formatFailures(
  report: Report,
  options: { readonly color: boolean; readonly limit?: number },
): string {
  const bad = report.cases.filter((run) => run.status === 'fail' || run.status === 'error');
  const shown = bad.slice(0, options.limit ?? bad.length);
  const text = shown.map((run) => formatRun(run, options)).join('\n');
  const rest = bad.length - shown.length;
  return rest > 0 ? `${text}\n… and ${rest} more; --out report.json holds them all.\n` : text;
}

/** One run in full. */
export function formatRun(run: ReportCase, options: { readonly color: boolean }): string {
  const colors = pc.createColors(options.color);
  const paint = { pass: colors.green, fail: colors.red, error: colors.yellow, skip: colors.dim };
  const label = run.errorKind === undefined ? run.status : `error(${run.errorKind})`;
  const lines = [
    `${paint[run.status](label.toUpperCase())} ${colors.bold(run.id)} as ${run.role} (${run.suite})`,
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
