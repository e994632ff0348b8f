import { outcome } from './outcome.ts';
import { resultMatch } from './result-match.ts';
import { routing } from './routing.ts';
import type { Scorer } from './score.ts';

export { outcome } from './outcome.ts';
export { resultMatch, scoreRows } from './result-match.ts';
export { classifyRole, type RoleClass, roleClasses } from './role-matrix.ts';
export { routing } from './routing.ts';
export { type ErrorKind, failed, passed, type Score, type Scorer } from './score.ts';

/** Scorers of modes that answer with rows, in the order their reasons count. */
export const answerScorers: readonly Scorer[] = [outcome, resultMatch, routing];
export type {
  GoldColumn,
  GoldTable,
  RetrievalEvidence,
  RetrievalGold,
  RetrievedSchema,
  SentTable,
} from './retrieval-evidence.ts';
export { createGoldCatalog, type GoldCatalog, resolveGold } from './retrieval-gold.ts';
export { type RetrievalScorer, retrievalRecall } from './retrieval-recall.ts';
export { retrievalRouting } from './retrieval-routing.ts';
