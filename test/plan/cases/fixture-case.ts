import type { Plan } from '../../../src/plan/index.ts';

/** A plan and the rows it must return, worked out by hand from `fixture-database.ts`. */
export interface FixtureCase {
  readonly name: string;
  readonly plan: Plan;
  /** Numbers by value, booleans as 1 and 0, dates as text. */
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Set where the plan asks for no order. */
  readonly anyOrder?: true;
}
