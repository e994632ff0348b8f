import pc from 'picocolors';
import type { Share } from '../metrics/index.ts';
import type { Report, StatusCounts } from '../records/index.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** The scoreboard as terminal text: the whole run, then by suite, role, difficulty and tag. */
export function formatScoreboard(report: Report, options: { readonly color: boolean }): string {
  const colors = pc.createColors(options.color);
  const { summary, accuracy } = report;
  const lines = [
    `${colors.bold('Scoreboard')}  mode ${report.mode}, system ${report.systems.join(', ')}`,
    '',
    ...table(
      [
        ['', 'pass', 'fail', 'error', 'skip', 'accuracy', '95 % interval'],
        row('all runs', summary, accuracy.overall),
        ...section('suite', summary.bySuite, accuracy.bySuite, true),
        ...section('role', summary.byRole, accuracy.byRole, true),
        ...section(
          'difficulty',
          orderDifficulties(summary.byDifficulty),
          accuracy.byDifficulty,
          true,
        ),
        ...section('tag', sortKeys(summary.byTag), accuracy.byTag, true),
      ],
      colors,
    ),
    // Mode retrieval runs no SQL; "not measured" would read like a fault.
    ...(report.retrieval === undefined
      ? ['', shareLine('Execution accuracy', accuracy.execution)]
      : []),
    ...besides(report).map((line) => `  ${line}`),
    ...stops(report).map((line) => colors.yellow(line)),
  ];
  return `${lines.join('\n')}\n`;
}

/** One line: what `--quiet` prints. */
export function formatSummaryLine(report: Report): string {
  const { summary, accuracy } = report;
  return `${summary.pass} passed, ${summary.fail} failed, ${summary.error} ${summary.error === 1 ? 'error' : 'errors'}, ${summary.skip} skipped of ${summary.total}; accuracy ${percent(accuracy.overall)}\n`;
}

function besides(report: Report): string[] {
  const { summary, accuracy } = report;
  const lines: string[] = [];
  if (summary.lenient > 0)
    lines.push(
      shareLine(`with the ${summary.lenient} that match only leniently`, accuracy.lenient),
    );
  if (summary.stated > 0)
    lines.push(`${counted(summary.stated, 'outcome')} stated without running SQL`);
  if (summary.vacuous > 0)
    lines.push(
      `${counted(summary.vacuous, 'pass', 'passes')} with both results empty: no evidence`,
    );
  if (summary.weak > 0)
    lines.push(
      `${counted(summary.weak, 'match', 'matches')} on thin evidence (one row, constant columns, or a refusal of a name nobody has)`,
    );
  for (const [name, { one, rest }] of Object.entries(roleWords)) {
    const count = summary.roleClasses?.[name as keyof typeof roleWords] ?? 0;
    if (count > 0) lines.push(`${counted(count, one)}${rest}`);
  }
  for (const [kind, count] of Object.entries(summary.errors)) {
    if (count > 0)
      lines.push(`${counted(count, 'error')} of ${errorOwners[kind as keyof typeof errorOwners]}`);
  }
  return lines;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What a role may get that it must not, or not get that it must. */
const roleWords = {
  leak: {
    one: 'leak',
    rest: ': a role got, or its SQL read, what it must not have (fails the run)',
  },
  'silent-denial': {
    one: 'silent denial',
    rest: ': other or no rows where a refusal was due',
  },
  'over-refusal': { one: 'over-refusal', rest: ' of what the role may see' },
  'wrong-message': { one: 'refusal', rest: ' whose message tells names' },
} as const;

const errorOwners = {
  gold: 'the gold: the reviewed SQL or rows are broken (outside the accuracy)',
  infrastructure: 'the infrastructure: a database is away (outside the accuracy)',
  system: 'the system: no answer at all (counted as not passed)',
} as const;

function stops(report: Report): string[] {
  return report.stopped === null
    ? []
    : [`Stopped by the user: ${report.cases.length} runs are kept, the rest was not made.`];
}

function section(
  label: string,
  counts: Readonly<Record<string, StatusCounts>>,
  shares: Readonly<Record<string, Share>>,
  hideSingle: boolean,
): string[][] {
  const names = Object.keys(counts);
  if (names.length === 0 || (hideSingle && names.length === 1 && label === 'suite')) return [];
  return names.map((name) => row(`${label} ${name}`, counts[name], shares[name]));
}

function row(label: string, counts: StatusCounts | undefined, share: Share | undefined): string[] {
  return [
    label,
    String(counts?.pass ?? 0),
    String(counts?.fail ?? 0),
    String(counts?.error ?? 0),
    String(counts?.skip ?? 0),
    share === undefined ? '–' : percent(share),
    share === undefined ? '' : interval(share),
  ];
}

function table(rows: readonly string[][], colors: Colors): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => (cells[column] ?? '').length)),
  );
  return rows.map((cells, index) => {
    const line = cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
    return index === 0 ? colors.dim(line) : line;
  });
}

function shareLine(label: string, share: Share): string {
  return `${label}: ${percent(share)} (${share.passed} of ${share.of}${share.interval === null ? '' : `, 95 % interval ${interval(share)}`})`;
}

function percent(share: Share): string {
  return share.value === null ? 'not measured' : `${(share.value * 100).toFixed(1)} %`;
}

function interval(share: Share): string {
  if (share.interval === null) return '';
  const [low, high] = share.interval;
  return `${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)} %`;
}

function orderDifficulties<Value>(groups: Readonly<Record<string, Value>>): Record<string, Value> {
  const order = ['easy', 'medium', 'hard'];
  return Object.fromEntries(
    Object.entries(groups).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)),
  );
}

function sortKeys<Value>(groups: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(groups).sort(([a], [b]) => (a < b ? -1 : 1)));
}
