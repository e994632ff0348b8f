import { relative } from 'node:path';
import pc from 'picocolors';
import type { SuiteCheck } from '../evals/index.ts';
import type { Finding } from '../evaluation/suite/index.ts';

/** So many cases of one note are named. */
const mostNamed = 5;

/**
 * Findings for a terminal: errors and warnings each with its place and fix, notes of one code in one entry
 * with their count and the first cases.
 */
export function describeFindings(
  findings: readonly Finding[],
  context: { readonly cwd: string; readonly color: boolean },
): string {
  const colors = pc.createColors(context.color);
  const paint = { error: colors.red, warning: colors.yellow, info: colors.cyan };
  const describe = (finding: Finding) => {
    const file =
      finding.file === null ? 'suite' : relative(context.cwd, finding.file) || finding.file;
    const place = finding.line === null ? file : `${file}:${finding.line}`;
    const name = finding.case === null ? '' : ` ${finding.case}:`;
    return `${place} ${paint[finding.severity](finding.severity)} ${finding.code}${name} ${finding.message}\n    ${colors.dim(finding.fix)}\n`;
  };
  const describeNotes = (notes: readonly Finding[]) => {
    const [first] = notes;
    if (first === undefined || notes.length === 1) return notes.map(describe).join('');
    const cases = [...new Set(notes.flatMap((note) => (note.case === null ? [] : [note.case])))];
    const more = cases.length > mostNamed ? ` and ${cases.length - mostNamed} more` : '';
    const named = cases.length === 0 ? '' : ` in ${cases.slice(0, mostNamed).join(', ')}${more}`;
    const head = `${paint.info('info')} ${first.code}: ${notes.length} notes${named}`;
    return `${head}\n    first: ${first.message}\n    ${colors.dim(first.fix)}\n`;
  };
  const byCode = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.severity !== 'info') continue;
    byCode.set(finding.code, [...(byCode.get(finding.code) ?? []), finding]);
  }
  const single = findings.filter(({ severity }) => severity !== 'info').map(describe);
  return [...single, ...[...byCode.values()].map(describeNotes)].join('');
}

/** The last line: how many cases, and how much was found. */
export function describeSum({ findings, cases, approved, fixed }: SuiteCheck): string {
  const count = (severity: Finding['severity'], one: string, many: string) => {
    const found = findings.filter((finding) => finding.severity === severity).length;
    return `${found} ${found === 1 ? one : many}`;
  };
  const sum = [
    count('error', 'error', 'errors'),
    count('warning', 'warning', 'warnings'),
    count('info', 'note', 'notes'),
  ].join(', ');
  const fixes = fixed === 0 ? '' : `; ${fixed} fixed`;
  return `${cases} cases, ${approved} approved: ${sum}${fixes}\n`;
}
