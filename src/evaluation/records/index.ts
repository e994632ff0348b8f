export { recordRun, recordScore, recordSkipped, verdictOf } from './record-run.ts';
export {
  type RecordedGold,
  type RecordedRows,
  type RecordedScore,
  type Report,
  type ReportAccuracy,
  type ReportCase,
  type ReportPaired,
  type ReportRetrieval,
  type ReportSummary,
  type RowStore,
  type RunStatus,
  reportFormatVersion,
  type ScorerSummary,
  type StatusCounts,
} from './report.ts';
export { loadReport, reportSchema } from './report-schema.ts';
export { type RescoredChange, type Rescoring, rescoreReport } from './rescore.ts';
export { countStatuses, summarize } from './summarize.ts';
export { reportText } from './write-report.ts';
