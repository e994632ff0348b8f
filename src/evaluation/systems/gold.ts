import type { Outcome } from '../suite/index.ts';
import type { Question, System } from './system.ts';

/** What the `gold` system may look up: it is one of the two systems that see a case's own answer. */
export type GoldLookup = (question: Question) => {
  /** What the case states for the role. */
  readonly outcome: Outcome;
  /** Its reviewed SQL for the datasource's dialect. */
  readonly sql: string | null;
};

/**
 * Answers each question with its stated outcome: the reviewed SQL where the role is `allowed`, else that
 * outcome, marked `stated`. It must score 1.0; what it fails is a fault of the suite or the database.
 */
export function createGoldSystem(lookup: GoldLookup): System {
  return {
    name: 'gold',
    async ask(question) {
      const { outcome, sql } = lookup(question);
      if (outcome !== 'allowed') return { kind: outcome, stated: true };
      return sql === null
        ? { kind: 'error', message: 'the case has no reviewed SQL for this dialect' }
        : { kind: 'sql', sql };
    },
  };
}
