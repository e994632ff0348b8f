export { type PlanOutcome, type PlanTarget, runPlan } from './run-plan.ts';
