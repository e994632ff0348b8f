import type { Hint, Sample } from '../results/index.ts';

/** The explanation behind a recorded `result_match` score, as lines; none where nothing was compared. */
export function explainDetail(detail: Readonly<Record<string, unknown>>): string[] {
  if (typeof detail['verdict'] !== 'string') return [];
  const hints = (detail['hints'] ?? []) as readonly Hint[];
  const sample = (detail['sample'] ?? null) as Sample | null;
  const lines = hints.map((hint) => `hint       ${hint.message}`);
  if (sample === null) return lines;
  lines.push('cell       gold | predicted');
  for (const cell of sample.cells) {
    const place =
      cell.key.length > 0
        ? cell.key.join(', ')
        : `row ${(cell.goldRow ?? cell.predictedRow ?? 0) + 1}`;
    lines.push(
      `  ${place}, ${cell.column}: ${cell.gold ?? 'no such cell'} | ${cell.predicted ?? 'no such cell'}`,
    );
  }
  if (sample.more) lines.push('  …');
  return lines;
}
