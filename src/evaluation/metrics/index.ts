export { comparePaired, type PairedCounts } from './paired.ts';
export {
  type RetrievalMeasures,
  type RetrievalSummary,
  summarizeRetrieval,
} from './retrieval.ts';
export { type Share, shareOf } from './share.ts';
export { type Interval, wilsonInterval } from './wilson.ts';
