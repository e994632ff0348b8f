import { type Cell, cellFromJson, type ResultSet, type Row } from '../../catalog/index.ts';
import { Nl2sqlError } from '../../errors.ts';
import type { CompareOptions, GoldResult, NumberTolerance } from '../results/index.ts';
import { answerScorers, resultMatch, type Score, scoreRows } from '../scorers/index.ts';
import { recordScore } from './record-run.ts';
import type { RecordedRows, Report, ReportCase } from './report.ts';
import { summarize } from './summarize.ts';

/** One run whose status is another under today's rules. */
export interface RescoredChange {
  readonly suite: string;
  readonly id: string;
  readonly role: string;
  readonly system: string;
  readonly before: ReportCase['status'];
  readonly after: ReportCase['status'];
  readonly reason: string | null;
}

export interface Rescoring {
  readonly report: Report;
  /** Runs whose rows were compared again. */
  readonly rescored: number;
  /** Runs with rows to judge that the report does not hold. */
  readonly withoutRows: number;
  readonly changes: readonly RescoredChange[];
}

/**
 * Scores the stored rows of a report again by today's rules of comparison, without a database or a model.
 * What rows do not decide (refusals, failed SQL, routing, errors) stays as it was recorded.
 */
export function rescoreReport(report: Report): Rescoring {
  const changes: RescoredChange[] = [];
  let rescored = 0;
  let withoutRows = 0;
  const cases = report.cases.map((run) => {
    if (!run.gold || !run.predicted || !isJudgedByRows(run)) return run;
    const score = scoreAgain(run);
    if (score === null) {
      withoutRows++;
      return run;
    }
    rescored++;
    const after = withScore(run, score);
    if (after.status !== run.status) {
      const { suite, id, role, system } = run;
      changes.push({
        suite,
        id,
        role,
        system,
        before: run.status,
        after: after.status,
        reason: after.reason,
      });
    }
    return after;
  });
  const known = answerScorers.filter(({ name }) => name in report.scores);
  const sums = summarize(cases, known);
  return {
    report: { ...report, ...sums, scores: { ...report.scores, ...sums.scores }, cases },
    rescored,
    withoutRows,
    changes,
  };
}

function isJudgedByRows(run: ReportCase): boolean {
  const score = run.scores[resultMatch.name];
  return score !== undefined && score.state !== 'not-applicable' && score.state !== 'not-observed';
}

function scoreAgain(run: ReportCase): Score | null {
  const predicted = run.predicted && readRows(run.predicted, run);
  const answers: GoldResult[] = [];
  for (const answer of run.gold ?? []) {
    const rows = answer.result && readRows(answer.result, run);
    if (!rows) return null;
    answers.push({
      columns: rows.columns,
      rows: rows.rows,
      ...(answer.orderKeys === undefined ? {} : { orderKeys: answer.orderKeys }),
    });
  }
  if (!predicted || answers.length === 0) return null;
  const result: ResultSet = {
    columns: predicted.columns ?? [],
    rows: predicted.rows,
    truncated: false,
  };
  return scoreRows(answers, result, readOptions(run));
}

function readOptions(run: ReportCase): CompareOptions {
  const comparison = (run.comparison ?? {}) as {
    readonly tolerance?: NumberTolerance;
    readonly boundaryTie?: { readonly rows: readonly (readonly unknown[])[] };
  };
  return {
    orderMatters: run.orderMatters,
    ...(comparison.tolerance === undefined ? {} : { tolerance: comparison.tolerance }),
    ...(comparison.boundaryTie === undefined
      ? {}
      : { boundaryTie: { rows: readCells(comparison.boundaryTie.rows, run) } }),
  };
}

function readRows(
  result: RecordedRows,
  run: ReportCase,
): { columns: { name: string }[] | null; rows: Row[] } | null {
  if (result.rows === undefined) return null;
  const columns = result.columns === null ? null : result.columns.map((name) => ({ name }));
  return { columns, rows: readCells(result.rows, run) };
}

function readCells(rows: readonly (readonly unknown[])[], run: ReportCase): Row[] {
  return rows.map((row) =>
    row.map((value): Cell => {
      const reading = cellFromJson(value);
      if (reading.ok) return reading.cell;
      const place = `${run.suite}/${run.id} as ${run.role}`;
      throw new Nl2sqlError('REPORT_INVALID', {
        path: place,
        problems: [`a cell cannot be read: ${reading.reason}`],
      });
    }),
  );
}

/** The run under a new score; other scorers keep their word. */
function withScore(run: ReportCase, score: Score): ReportCase {
  const scores = { ...run.scores, [resultMatch.name]: recordScore(score) };
  const { errorKind: _, ...rest } = run;
  const isOthers = Object.entries(run.scores).some(
    ([name, other]) =>
      name !== resultMatch.name && other.state !== 'error' && other.passed === false,
  );
  // Another scorer decided first, and still does.
  if (isOthers && run.scores[resultMatch.name]?.state === 'scored') return { ...run, scores };
  switch (score.state) {
    case 'scored':
      return score.passed
        ? { ...rest, status: 'pass', reasonCode: null, reason: null, scores }
        : { ...rest, status: 'fail', reasonCode: score.reasonCode, reason: score.reason, scores };
    case 'error':
      return {
        ...rest,
        status: 'error',
        errorKind: score.errorKind,
        reasonCode: `error-${score.errorKind}`,
        reason: score.message,
        scores,
      };
    case 'not-applicable':
    case 'not-observed':
      return run;
  }
}
