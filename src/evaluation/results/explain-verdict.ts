import type { Verdict } from './verdict.ts';

/** Names of the columns of both sides, for words about them. */
export interface VerdictNames {
  readonly gold: readonly string[];
  readonly predicted: readonly string[];
}

/**
 * A verdict in words, a line each: what it is and why, the column map where it is not the plain one, hints,
 * and differing cells side by side. Invisible characters are escaped.
 *
 * @example
 * console.log(explainVerdict(verdict, { gold: ['n'], predicted: ['count'] }).join('\n'));
 */
export function explainVerdict(verdict: Verdict, names: VerdictNames): string[] {
  const flags = verdict.flags.length > 0 ? ` (${verdict.flags.join(', ')})` : '';
  const lines = [`${verdict.verdict}${flags}: ${verdict.reason}`];
  if (verdict.alternative !== null) {
    lines.push(`decided by alternative ${verdict.alternative + 1}`);
  }
  lines.push(...describeMap(verdict, names));
  for (const { message } of verdict.hints)
    if (message !== verdict.reason) lines.push(`- ${message}`);
  if (verdict.sample && verdict.sample.cells.length > 0) {
    lines.push('', ...describeSample(verdict));
  }
  return lines;
}

function describeMap({ columnMap, verdict }: Verdict, names: VerdictNames): string[] {
  const extra =
    verdict === 'lenient' && columnMap
      ? names.predicted.filter((_, column) => !columnMap.includes(column))
      : [];
  const tooMany = extra.length === 0 ? [] : [`too many: ${extra.join(', ')}`];
  if (!columnMap || columnMap.every((predicted, gold) => predicted === gold)) return tooMany;
  const answers = columnMap.map((predicted) => names.predicted[predicted ?? -1]);
  if (verdict === 'lenient' && answers.every((name, gold) => name === names.gold[gold])) {
    return [`columns: gold ${names.gold.join(', ')}; predicted ${names.predicted.join(', ')}`];
  }
  const parts = columnMap.map((predicted, gold) => {
    const own = names.gold[gold] ?? `column ${gold + 1}`;
    if (predicted === null) return `${own} = (none)`;
    return `${own} = ${names.predicted[predicted] ?? `column ${predicted + 1}`}`;
  });
  return [
    `${verdict === 'different' ? 'nearest columns' : 'columns'}: ${parts.join(', ')}`,
    ...tooMany,
  ];
}

function describeSample({ sample }: Verdict): string[] {
  if (!sample) return [];
  const header = [sample.keyColumns.join(', ') || 'row', 'column', 'gold', 'predicted'];
  const rows = sample.cells.map((cell) => [
    cell.key.join(', ') || `${(cell.goldRow ?? cell.predictedRow ?? 0) + 1}`,
    cell.column,
    cell.gold ?? '(no row)',
    cell.predicted ?? (cell.predictedRow === null ? '(no row)' : '(no column)'),
  ]);
  const widths = header.map((title, column) =>
    Math.min(60, Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0))),
  );
  const lines = [header, ...rows].map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return sample.more ? [...lines, '…'] : lines;
}
