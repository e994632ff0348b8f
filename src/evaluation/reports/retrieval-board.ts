import pc from 'picocolors';
import type { Report, ReportPaired, ReportRetrieval } from '../records/index.ts';

/**
 * Mode retrieval as terminal text: each retriever at each noise level, with the baselines beside it, and
 * the first one against each other question by question.
 */
export function formatRetrievalBoard(report: Report, options: { readonly color: boolean }): string {
  const colors = pc.createColors(options.color);
  const rows = report.retrieval ?? [];
  if (rows.length === 0) return '';
  const hasNoise = rows.some((row) => row.noise > 0);
  const cells = [
    [
      ...(hasNoise ? ['noise'] : []),
      ...['retriever', 'pass', 'recall', 'R@5', 'R@10', 'R@20', 'MRR', 'precision'],
      ...['column recall', 'tables sent', 'columns sent', 'tokens', 'ms'],
    ],
    ...rows.map((row) => [...(hasNoise ? [String(row.noise)] : []), ...rowCells(row)]),
  ];
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((line) => (line[column] ?? '').length)),
  );
  const lines = cells.map((line, index) => {
    const text = line.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ');
    return index === 0 ? colors.dim(text) : text;
  });
  return `${[colors.bold('Retrieval'), ...lines, ...(report.paired ?? []).map(pairLine)].join('\n')}\n`;
}

function rowCells(row: ReportRetrieval): string[] {
  return [
    row.retriever,
    `${row.pass}/${row.total}`,
    share(row.tableRecall),
    share(row.recallAt[5]),
    share(row.recallAt[10]),
    share(row.recallAt[20]),
    share(row.mrr),
    share(row.precision),
    share(row.columnRecall),
    number(row.tablesSent, 1),
    number(row.columnsSent, 1),
    number(row.tokensSent, 0),
    number(row.msPerQuestion, 3),
  ];
}

function pairLine(pair: ReportPaired): string {
  const noise = pair.noise === 0 ? '' : ` among ${pair.noise} invented tables`;
  return `${pair.retriever} against ${pair.against}${noise}: ${pair.onlyFirst} questions won, ${pair.onlySecond} lost, ${pair.both + pair.neither} alike (p ${pair.pValue.toFixed(3)})`;
}

function share(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}

function number(value: number | null, digits: number): string {
  return value === null ? '–' : value.toFixed(digits);
}
