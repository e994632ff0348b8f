import type { Hint } from '../results/index.ts';
import type { Report, ReportCase } from './report.ts';

/** Pieces of the JSON text; a large report is never one string. */
export function* reportText(report: Report): Generator<string> {
  const { cases, ...head } = report;
  const keepsRows = (report.settings['store'] ?? 'rows') === 'rows';
  const text = JSON.stringify(head, null, 2);
  yield `${text.slice(0, -2)},\n  "cases": [`;
  for (const [index, run] of cases.entries()) {
    const kept = keepsRows ? run : withoutRowData(run);
    yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(kept)}`;
  }
  yield cases.length === 0 ? ']\n}\n' : '\n  ]\n}\n';
}

/** A run whose explanation shows no value of a row: what `--store digest` and `none` promise. */
function withoutRowData(run: ReportCase): ReportCase {
  const score = run.scores['result_match'];
  const hints = score?.detail['hints'];
  if (score === undefined || !Array.isArray(hints)) return run;
  const detail = {
    ...score.detail,
    sample: null,
    hints: hints.map(({ code, column }: Hint) => ({ code, column, message: code })),
  };
  return { ...run, scores: { ...run.scores, result_match: { ...score, detail } } };
}
