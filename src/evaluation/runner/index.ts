export type { Database, Databases } from './databases.ts';
export type {
  Evidence,
  GoldAnswer,
  GoldEvidence,
  Job,
  PredictedEvidence,
  PredictedFailure,
} from './evidence.ts';
export type { GatherOptions } from './gather.ts';
export { type RunEnd, type RunJobsOptions, runJobs } from './run-jobs.ts';
export { type ScheduleOptions, type SkippedJob, scheduleJobs } from './schedule.ts';
export type { ScopeJudge, ScopeJudgement } from './scope-judge.ts';
