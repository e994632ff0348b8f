export {
  type Feedback,
  isRefusal,
  maxNoteCharacters,
  type Rating,
  ratings,
  readFeedback,
} from './feedback.ts';
export { type FeedbackStats, feedbackStats, type RatingCount } from './feedback-stats.ts';
export { type FeedbackFilter, type FeedbackStore, openFeedbackStore } from './feedback-store.ts';
export { scrubQuestion } from './scrub.ts';
