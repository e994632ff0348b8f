export type { AskOptions, Observation, Question, System, Usage } from './system.ts';
