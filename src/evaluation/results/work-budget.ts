/** Yes, no, or: the work budget ran out before it was known. */
export type Answer = 'yes' | 'no' | 'undecided';

/** Counts elementary steps, so that a hopeless search ends instead of hanging. */
export interface WorkBudget {
  /** Takes `steps`; false when the budget is used up. */
  spend(steps: number): boolean;
  readonly isSpent: boolean;
}

export const defaultWorkBudget = 100_000_000;

export function createWorkBudget(steps: number): WorkBudget {
  let left = steps;
  return {
    spend(count) {
      left -= count;
      return left >= 0;
    },
    get isSpent() {
      return left < 0;
    },
  };
}
