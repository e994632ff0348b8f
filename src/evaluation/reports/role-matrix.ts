import pc from 'picocolors';
import type { Report, ReportCase } from '../records/index.ts';

/** A case × role table: what each role got, judged as security. */
export interface RoleMatrix {
  readonly roles: readonly string[];
  readonly rows: readonly {
    readonly suite: string;
    readonly id: string;
    /** By role, in the order of `roles`; null where the case does not ask the role. */
    readonly cells: readonly (ReportCase['roleClass'] | null)[];
  }[];
}

const faults: readonly unknown[] = ['leak', 'silent-denial', 'over-refusal', 'wrong-message'];

/** The table of a report, cases in the order of the report. */
export function roleMatrix(report: Report): RoleMatrix {
  const judged = report.cases.filter((run) => run.roleClass !== undefined);
  const roles = [...new Set(judged.map((run) => run.role))];
  const byCase = new Map<string, ReportCase[]>();
  for (const run of judged) {
    const key = JSON.stringify([run.suite, run.id]);
    byCase.set(key, [...(byCase.get(key) ?? []), run]);
  }
  return {
    roles,
    rows: [...byCase.values()].flatMap((runs) => {
      const [first] = runs;
      if (first === undefined) return [];
      const cells = roles.map((role) => runs.find((run) => run.role === role)?.roleClass ?? null);
      return [{ suite: first.suite, id: first.id, cells }];
    }),
  };
}

/**
 * The table as terminal text: the cases in which some role got what it must not or not what it may, or with
 * `all` every case. Empty when there is nothing to show.
 */
export function formatRoleMatrix(
  report: Report,
  options: { readonly color: boolean; readonly all?: boolean },
): string {
  const colors = pc.createColors(options.color);
  const { roles, rows } = roleMatrix(report);
  const shown = rows.filter(
    ({ cells }) => options.all === true || cells.some((cell) => faults.includes(cell)),
  );
  if (shown.length === 0) return '';
  const width = Math.max(4, ...shown.map(({ id }) => id.length));
  const column = Math.max('silent-denial'.length, ...roles.map((role) => role.length));
  const paint = (cell: ReportCase['roleClass'] | null, text: string) =>
    cell === 'leak'
      ? colors.red(text)
      : faults.includes(cell)
        ? colors.yellow(text)
        : colors.dim(text);
  return [
    colors.bold('What each role got'),
    colors.dim(
      `${'case'.padEnd(width)}  ${roles.map((role) => role.padEnd(column)).join('  ')}`.trimEnd(),
    ),
    ...shown.map(({ id, cells }) =>
      `${id.padEnd(width)}  ${cells.map((cell) => paint(cell, (cell ?? '–').padEnd(column))).join('  ')}`.trimEnd(),
    ),
    '',
  ].join('\n');
}
