import { createHash } from 'node:crypto';
import { type ResultSet, rowToJson } from '../../catalog/index.ts';
import type { Evidence, SkippedJob } from '../runner/index.ts';
import { classifyRole, type ErrorKind, type Score, type Scorer } from '../scorers/index.ts';
import type { RecordedGold, RecordedRows, RecordedScore, ReportCase, RowStore } from './report.ts';

/** Scores one run and makes its line of the record. The evidence is not kept. */
export function recordRun(
  evidence: Evidence,
  scorers: readonly Scorer[],
  store: RowStore,
): ReportCase {
  const scores = scorers.map((scorer) => ({ name: scorer.name, score: scorer.score(evidence) }));
  return {
    ...jobFields(evidence),
    system: evidence.system,
    datasource: evidence.datasource,
    ...verdictOf(scores),
    scores: Object.fromEntries(scores.map(({ name, score }) => [name, recordScore(score)])),
    sql: sqlOf(evidence),
    latencyMs: Math.round(evidence.latencyMs * 1000) / 1000,
    ...(evidence.observation.usage === undefined ? {} : { usage: evidence.observation.usage }),
    ...(evidence.case.kind === 'answer' ? { roleClass: classifyRole(evidence) } : {}),
    ...(evidence.observation.kind === 'rows' && evidence.observation.filtered !== undefined
      ? { filtered: evidence.observation.filtered }
      : {}),
    ...(evidence.observation.stated === true ? { stated: true as const } : {}),
    ...goldFields(evidence, store),
    ...(evidence.predicted.status === 'rows'
      ? { predicted: recordRows(evidence.predicted.result, store) }
      : {}),
  };
}

/** The line of a run that was not made. */
export function recordSkipped(job: SkippedJob, system: string): ReportCase {
  const reasons = {
    'clarify-not-asked': 'a clarify outcome runs only with --clarify',
    'routing-case': 'a routing case is not judged in this mode',
  };
  return {
    ...jobFields(job),
    system,
    datasource: null,
    status: 'skip',
    reasonCode: job.reason,
    reason: reasons[job.reason],
    scores: {},
    sql: null,
    latencyMs: 0,
  };
}

function jobFields(job: Pick<Evidence, 'suite' | 'case' | 'role' | 'expected'>) {
  return {
    suite: job.suite.name,
    id: job.case.id,
    role: job.role,
    question: job.case.question,
    kind: job.case.kind,
    tags: job.case.tags,
    difficulty: job.case.difficulty,
    expected: job.expected,
    orderMatters: job.case.order_matters,
  };
}

/** Error when any scorer could not judge, else the first that failed, else pass; skip when none applies. */
export function verdictOf(
  scores: readonly { readonly name: string; readonly score: Score }[],
): Pick<ReportCase, 'status' | 'errorKind' | 'reasonCode' | 'reason'> {
  const broken = scores.find(({ score }) => score.state === 'error')?.score;
  if (broken?.state === 'error') {
    const errorKind: ErrorKind = broken.errorKind;
    return { status: 'error', errorKind, reasonCode: `error-${errorKind}`, reason: broken.message };
  }
  for (const { score } of scores) {
    if (score.state === 'scored' && !score.passed) {
      return { status: 'fail', reasonCode: score.reasonCode, reason: score.reason };
    }
  }
  const isScored = scores.some(({ score }) => score.state === 'scored');
  return isScored
    ? { status: 'pass', reasonCode: null, reason: null }
    : { status: 'skip', reasonCode: 'nothing-to-score', reason: 'no scorer applies to this run' };
}

export function recordScore(score: Score): RecordedScore {
  switch (score.state) {
    case 'scored':
      return { value: score.value, passed: score.passed, state: score.state, detail: score.detail };
    case 'error':
      return {
        value: null,
        passed: null,
        state: score.state,
        detail: { errorKind: score.errorKind, message: score.message },
      };
    default:
      return { value: null, passed: null, state: score.state, detail: {} };
  }
}

function sqlOf({ observation }: Evidence): string | null {
  if (observation.kind === 'sql') return observation.sql;
  return observation.kind === 'rows' ? (observation.sql ?? null) : null;
}

function goldFields({ gold, case: evalCase, suite }: Evidence, store: RowStore) {
  if (gold.status !== 'answers') return {};
  const tolerance = evalCase.tolerance ?? suite.tolerance;
  const recorded: RecordedGold[] = gold.answers.map((answer) => ({
    sql: answer.sql,
    dialect: answer.dialect,
    ...(answer.orderKeys === undefined ? {} : { orderKeys: answer.orderKeys }),
    result: recordRows({ columns: answer.columns, rows: answer.rows }, store),
  }));
  return {
    gold: recorded,
    ...(gold.drifted ? { goldDrifted: true as const } : {}),
    comparison: {
      ...(tolerance === undefined ? {} : { tolerance }),
      ...(gold.boundaryTie === null || store !== 'rows'
        ? {}
        : { boundaryTie: { ...gold.boundaryTie, rows: gold.boundaryTie.rows.map(rowToJson) } }),
    },
  };
}

function recordRows(
  result: { readonly columns: ResultSet['columns'] | null; readonly rows: ResultSet['rows'] },
  store: RowStore,
): RecordedRows {
  const columns = result.columns === null ? null : result.columns.map((column) => column.name);
  const kept = { columns, rowCount: result.rows.length };
  if (store === 'none') return kept;
  const rows = result.rows.map(rowToJson);
  if (store === 'rows') return { ...kept, rows };
  return { ...kept, digest: createHash('sha256').update(JSON.stringify(rows)).digest('hex') };
}
