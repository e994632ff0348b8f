export { createGoldSystem, type GoldLookup } from './gold.ts';
export { type Prediction, parsePredictions } from './predictions.ts';
export { createRecordedSystem } from './recorded.ts';
export type { AskOptions, Observation, Question, System, Usage } from './system.ts';
