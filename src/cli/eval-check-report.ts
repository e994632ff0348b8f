import { relative } from 'node:path';
import pc from 'picocolors';
import type { SuiteCheck } from '../evals/index.ts';
import type { Finding } from '../evaluation/suite/index.ts';

/** So many cases of one note are named. */
const mostNamed = 5;

/**
 * Findings for a terminal: errors and warnings each with its place and fix, notes on cases one
 * entry per code, with their count and the first cases. Of drafts each is told with what it lacks.
 */
export function describeFindings(
  findings: readonly Finding[],
  context: { readonly cwd: string; readonly color: boolean },
): string {
  const colors = pc.createColors(context.color);
  const paint = { error: colors.red, warning: colors.yellow, info: colors.cyan };
  const placeOf = ({ file, line }: Finding) => {
    const path = file === null ? 'suite' : relative(context.cwd, file) || file;
    return line === null ? path : `${path}:${line}`;
  };
  const describe = (finding: Finding) => {
    const name = finding.case === null ? '' : ` ${finding.case}:`;
    return `${placeOf(finding)} ${paint[finding.severity](finding.severity)} ${finding.code}${name} ${finding.message}\n    ${colors.dim(finding.fix)}\n`;
  };
  const describeNotes = (notes: readonly Finding[]) => {
    const [first] = notes;
    if (first === undefined || notes.length === 1) return notes.map(describe).join('');
    if (first.code === 'draft-lacks') {
      const lines = notes.map((note) => `    ${placeOf(note)} ${note.case}: ${note.message}\n`);
      return `${paint.info('info')} ${first.code}: ${notes.length} drafts\n${lines.join('')}    ${colors.dim(first.fix)}\n`;
    }
    const cases = [...new Set(notes.map((note) => note.case))];
    const more = cases.length > mostNamed ? ` and ${cases.length - mostNamed} more` : '';
    const named = `${cases.slice(0, mostNamed).join(', ')}${more}`;
    return `${paint.info('info')} ${first.code}: ${notes.length} notes in ${named}\n    first: ${first.message}\n    ${colors.dim(first.fix)}\n`;
  };
  const byCode = new Map<string, Finding[]>();
  const single: string[] = [];
  for (const finding of findings) {
    if (finding.severity !== 'info' || finding.case === null) single.push(describe(finding));
    else byCode.set(finding.code, [...(byCode.get(finding.code) ?? []), finding]);
  }
  return [...single, ...[...byCode.values()].map(describeNotes)].join('');
}

/** The last line: how many cases, and how much was found. */
export function describeSum({ findings, cases, approved, fixed, unloadable }: SuiteCheck): string {
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
  // Cases that do not load are in the errors; saying "2 cases" of a file that holds five would mislead.
  const verb = unloadable.length === 0 ? '' : cases === 1 ? ' loads' : ' load';
  return `${cases} ${cases === 1 ? 'case' : 'cases'}${verb}, ${approved} approved: ${sum}${fixes}\n`;
}
