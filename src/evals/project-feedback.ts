import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Project } from '../config/index.ts';
import type { AppendedDrafts, FeedbackSkips } from '../evaluation/drafting/index.ts';
import type { Feedback, FeedbackFilter, FeedbackStats, FeedbackStore } from '../feedback/index.ts';

/** Where feedback goes: drafts of the good runs, or a list of the bad ones to look at. */
export interface FeedbackExportOptions {
  readonly what: 'good' | 'bad';
  /** Relative to the project's folder. */
  readonly out: string;
  /** Takes names, emails, phone and other long numbers out of the questions. */
  readonly scrub?: boolean;
  readonly signal?: AbortSignal;
}

export interface FeedbackExport extends AppendedDrafts {
  readonly path: string;
  /** Runs that gave nothing, by reason; empty for the bad ones. */
  readonly skipped: Partial<FeedbackSkips>;
}

/** `engine.feedback`: what users said of answers. The store is a file under the project's storage path. */
export interface ProjectFeedback {
  /** Keeps feedback; see `docs/drafts.md` for its fields. Throws `FEEDBACK_INVALID`. */
  add(data: unknown): Promise<Feedback>;
  list(filter?: FeedbackFilter): Promise<readonly Feedback[]>;
  stats(): Promise<FeedbackStats>;
  /** Takes out what is older than a time. */
  clear(before: Date): Promise<number>;
  export(options: FeedbackExportOptions): Promise<FeedbackExport>;
}

export function createProjectFeedback(
  project: Project,
  now: () => Date = () => new Date(),
): ProjectFeedback {
  // The store loads a native package, which programs that never ask for feedback do without.
  const path = resolve(project.dir, project.storage.path, 'feedback.sqlite');
  const withStore = async <T>(
    action: (store: FeedbackStore) => T,
    location: string = path,
  ): Promise<T> => {
    const { openFeedbackStore } = await import('../feedback/index.ts');
    const store = openFeedbackStore(location);
    try {
      return action(store);
    } finally {
      store.close();
    }
  };
  // Looking makes no file: a store that is not there reads as an empty one.
  const withKept = <T>(action: (store: FeedbackStore) => T): Promise<T> =>
    withStore(action, existsSync(path) ? path : ':memory:');
  return {
    async add(data) {
      const { readFeedback } = await import('../feedback/index.ts');
      const feedback = readFeedback(data, now());
      await withStore((store) => store.add(feedback));
      return feedback;
    },
    list: (filter = {}) => withKept((store) => store.list(filter)),
    async stats() {
      const { feedbackStats } = await import('../feedback/index.ts');
      return feedbackStats(await withKept((store) => store.list()));
    },
    clear: (before) => withKept((store) => store.clear(before)),
    async export(options) {
      const { exportFeedback } = await import('./export-feedback.ts');
      const rating = options.what === 'good' ? 'up' : 'down';
      const runs = await withKept((store) => store.list({ rating }));
      return exportFeedback(runs.reverse(), project, options);
    },
  };
}
