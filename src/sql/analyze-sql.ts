import type { Catalog } from '../catalog/index.ts';
import { InternalError } from '../errors.ts';
import { analysisThread } from './analysis-thread.ts';
import type { DialectName } from './dialect.ts';
import { refusedFacts } from './facts/refused-facts.ts';
import type { SqlFacts, StatementFacts } from './facts/sql-facts.ts';
import type { Reason } from './guard/reason.ts';

export interface AnalyzeOptions {
  readonly dialect: DialectName;
  /** For names as the catalog spells them, `*`, views, and the database's own functions. */
  readonly catalog?: Catalog | null;
  /** Parsing is given up after this; default 5,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const defaultTimeoutMs = 5000;

/**
 * Facts of a SQL text: its statements, the tables and columns it reads, its order and limit, and whether
 * it only reads. Parsing happens in a thread that is ended at the deadline; then the text is refused with
 * `parse-timeout`. Aborting rejects with the signal's reason; anything else that is wrong is a reason.
 *
 * @example
 * const facts = await analyzeSql('SELECT id FROM users', { dialect: 'sqlite' });
 * facts.columns; // ['users.id']
 */
export async function analyzeSql(
  sql: string,
  { dialect, catalog = null, timeoutMs = defaultTimeoutMs, signal }: AnalyzeOptions,
): Promise<SqlFacts> {
  const outcome = await analysisThread.ask({ sql, dialect, catalog }, timeoutMs, signal);
  switch (outcome.status) {
    case 'done':
      return outcome.facts;
    case 'timeout':
      return refusedFacts(dialect, {
        code: 'parse-timeout',
        message: `reading the text took longer than ${timeoutMs} ms`,
      });
    case 'failed':
      throw new InternalError(`analysing a text failed: ${outcome.message}`, {
        cause: outcome.stack,
      });
  }
}

/** Layer one of the read-only guard: what a text says it does. */
export interface ReadOnlyVerdict {
  readonly readOnly: boolean;
  readonly reasons: readonly Reason[];
  readonly statements: readonly StatementFacts[];
}

/**
 * Whether a text may be run: one statement that only reads, calling nothing that acts or reaches beyond
 * the data. The engine's own read-only session is the second layer; neither relies on the other.
 *
 * @example
 * (await checkReadOnly('DELETE FROM t', 'sqlite')).readOnly; // false
 */
export async function checkReadOnly(
  sql: string,
  dialect: DialectName,
  options: Omit<AnalyzeOptions, 'dialect'> = {},
): Promise<ReadOnlyVerdict> {
  const { readOnly, reasons, statements } = await analyzeSql(sql, { dialect, ...options });
  return { readOnly, reasons, statements };
}
