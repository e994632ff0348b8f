import { type Feedback, isRefusal } from './feedback.ts';

/** Ratings of a part of the runs. `upRate` is null where nothing was rated. */
export interface RatingCount {
  readonly total: number;
  readonly up: number;
  readonly down: number;
  readonly upRate: number | null;
  readonly refused: number;
}

/** What the ratings add up to. */
export interface FeedbackStats extends RatingCount {
  readonly byDatasource: Readonly<Record<string, RatingCount>>;
  readonly byRole: Readonly<Record<string, RatingCount>>;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly errorCodes: Readonly<Record<string, number>>;
}

/** Adds feedback up. A run over several datasources counts for each; one without a role as `(none)`. */
export function feedbackStats(all: readonly Feedback[]): FeedbackStats {
  return {
    ...countOf(all),
    byDatasource: grouped(all, (one) =>
      one.datasources.length > 0 ? one.datasources : ['(none)'],
    ),
    byRole: grouped(all, (one) => [one.role ?? '(none)']),
    byStatus: counted(all.map((one) => one.status)),
    errorCodes: counted(all.flatMap((one) => one.errorCodes)),
  };
}

function countOf(all: readonly Feedback[]): RatingCount {
  const up = all.filter((one) => one.rating === 'up').length;
  return {
    total: all.length,
    up,
    down: all.length - up,
    upRate: all.length === 0 ? null : up / all.length,
    refused: all.filter((one) => isRefusal(one.status, one.errorCodes)).length,
  };
}

function grouped(
  all: readonly Feedback[],
  keysOf: (one: Feedback) => readonly string[],
): Record<string, RatingCount> {
  const groups = new Map<string, Feedback[]>();
  for (const one of all) {
    for (const key of keysOf(one)) groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return Object.fromEntries(
    [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, group]) => [key, countOf(group)]),
  );
}

function counted(words: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
