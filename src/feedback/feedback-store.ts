import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { Nl2sqlError } from '../errors.ts';
import type { Feedback, Rating } from './feedback.ts';

/** The store's format; another one is refused rather than misread. */
const formatVersion = 1;

/** How long a writer waits for another process. */
const busyTimeoutMs = 10_000;

export interface FeedbackFilter {
  readonly rating?: Rating;
  /** The newest ones at most. */
  readonly limit?: number;
}

/** What users said of runs, in one SQLite file that several processes may write at once. */
export interface FeedbackStore {
  /** Keeps one rating; a run that was rated before is replaced. */
  add(feedback: Feedback): void;
  /** Newest first. */
  list(filter?: FeedbackFilter): Feedback[];
  /** Takes out what is older than a time and gives how many these were. */
  clear(before: Date): number;
  close(): void;
}

interface FeedbackRow {
  readonly id: string;
  readonly at: string;
  readonly rating: string;
  readonly note: string | null;
  readonly question: string;
  readonly role: string | null;
  readonly status: string;
  readonly sql: string;
  readonly datasources: string;
  readonly error_codes: string;
  readonly versions: string;
}

/**
 * Opens the store, made if it is not there. Every write is one transaction: a process that is killed
 * leaves what was there before. Throws `FEEDBACK_STORE` where the file is none of ours or cannot be opened.
 *
 * @example
 * const store = openFeedbackStore('.nl2sql/feedback.sqlite');
 * store.add(feedback);
 * store.close();
 */
export function openFeedbackStore(path: string): FeedbackStore {
  const database = openFile(path);
  const insert = `INSERT OR REPLACE INTO feedback
    (id, at, rating, note, question, role, status, sql, datasources, error_codes, versions)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
  const query = `SELECT * FROM feedback WHERE ?1 IS NULL OR rating = ?1 ORDER BY at DESC, id LIMIT ?2`;
  /** A full disk and a damaged page are found out only now. */
  const inStore = <Result>(act: () => Result): Result => {
    try {
      return act();
    } catch (error) {
      throw storeError(path, error);
    }
  };
  return {
    add(feedback) {
      const values = [
        feedback.id,
        feedback.at,
        feedback.rating,
        feedback.note,
        feedback.question,
        feedback.role,
        feedback.status,
        JSON.stringify(feedback.sql),
        JSON.stringify(feedback.datasources),
        JSON.stringify(feedback.errorCodes),
        JSON.stringify(feedback.versions),
      ];
      inStore(() => database.prepare(insert).run(...values));
    },
    list({ rating, limit } = {}) {
      const rows = inStore(() => database.prepare(query).all(rating ?? null, limit ?? -1));
      return inStore(() => (rows as unknown as FeedbackRow[]).map(feedbackOf));
    },
    clear(before) {
      const remove = 'DELETE FROM feedback WHERE at < ?';
      const result = inStore(() => database.prepare(remove).run(before.toISOString()));
      return Number(result.changes);
    },
    close() {
      database.close();
    },
  };
}

function openFile(path: string): DatabaseSyncInstance {
  let database: DatabaseSyncInstance;
  try {
    mkdirSync(dirname(path), { recursive: true });
    database = new DatabaseSync(path, { timeout: busyTimeoutMs });
  } catch (error) {
    throw storeError(path, error);
  }
  try {
    prepareFile(database, path);
    return database;
  } catch (error) {
    database.close();
    throw error instanceof Nl2sqlError ? error : storeError(path, error);
  }
}

function prepareFile(database: DatabaseSyncInstance, path: string): void {
  const found = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (found.user_version === formatVersion) return;
  if (found.user_version !== 0) {
    throw new Nl2sqlError('FEEDBACK_STORE', {
      path,
      reason: `its format is ${found.user_version}, and this version reads ${formatVersion}`,
    });
  }
  // Two processes may make the file at the same time; the second one finds it made.
  database.exec('BEGIN IMMEDIATE');
  const foreign = database
    .prepare(
      "SELECT name FROM sqlite_master WHERE name NOT GLOB 'feedback*' AND name NOT GLOB 'sqlite_*' LIMIT 1",
    )
    .get() as { name: string } | undefined;
  if (foreign !== undefined) {
    const reason = `it is another database: it holds "${foreign.name}"`;
    throw new Nl2sqlError('FEEDBACK_STORE', { path, reason });
  }
  database.exec(`
    CREATE TABLE IF NOT EXISTS feedback (
      id TEXT PRIMARY KEY, at TEXT NOT NULL, rating TEXT NOT NULL CHECK (rating IN ('up', 'down')),
      note TEXT, question TEXT NOT NULL, role TEXT, status TEXT NOT NULL, sql TEXT NOT NULL,
      datasources TEXT NOT NULL, error_codes TEXT NOT NULL, versions TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS feedback_at ON feedback (at);
    PRAGMA user_version = ${formatVersion};
    COMMIT;
  `);
}

function storeError(path: string, error: unknown): Nl2sqlError {
  const reason = error instanceof Error ? error.message : String(error);
  return new Nl2sqlError('FEEDBACK_STORE', { path, reason }, { cause: error });
}

function feedbackOf(row: FeedbackRow): Feedback {
  return {
    id: row.id,
    at: row.at,
    rating: row.rating === 'up' ? 'up' : 'down',
    note: row.note,
    question: row.question,
    role: row.role,
    status: row.status,
    sql: JSON.parse(row.sql) as string[],
    datasources: JSON.parse(row.datasources) as string[],
    errorCodes: JSON.parse(row.error_codes) as string[],
    versions: JSON.parse(row.versions) as Record<string, string>,
  };
}
