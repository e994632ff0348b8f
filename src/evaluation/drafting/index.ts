export {
  type AppendedDrafts,
  appendDrafts,
  knownCases,
  type MakeId,
  type NewDraft,
} from './draft-file.ts';
export {
  checkDraftTarget,
  checkProtected,
  isPackaged,
  type ProtectedFiles,
} from './draft-target.ts';
export {
  type FeedbackDraftOptions,
  type FeedbackSkips,
  feedbackDrafts,
  type RatedRun,
} from './feedback-drafts.ts';
export {
  type PromoteFailure,
  type PromoteOptions,
  type PromoteReport,
  promoteDrafts,
} from './promote.ts';
export type { PlanData } from './seed/plan-parts.ts';
export {
  type PlanOutcome,
  type SeedDrops,
  type SeededDrafts,
  type SeedOptions,
  type SeedProgress,
  seedDrafts,
  shortName,
} from './seed/seed-drafts.ts';
