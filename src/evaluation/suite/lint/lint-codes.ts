import type { Finding } from '../model.ts';

/** What a lint can find beside the reading's own codes: how bad it is, and what it is about. */
export const lintCodes = {
  'sql-unreadable': ['error', 'gold SQL that no parser reads'],
  'sql-not-analysed': ['info', 'gold SQL that the database runs and our parser does not read'],
  'not-read-only': ['error', 'gold SQL that does more than read'],
  'unknown-name': ['error', 'a name in the SQL that the database does not have'],
  'duplicate-output': ['error', 'two output columns of one name'],
  'duplicate-question': ['warning', 'a question that is asked twice'],
  'count-else': ['warning', 'COUNT over CASE … ELSE 0, which counts every row'],
  'join-without-key': ['warning', 'a join that no condition ties together'],
  volatile: ['warning', 'SQL whose rows depend on the day or on chance'],
  'order-missing': ['warning', 'order_matters without a top-level ORDER BY'],
  'order-partial': ['warning', 'order_matters, and rows tie on the ORDER BY'],
  'order-unasked': ['info', 'a top-level ORDER BY that order_matters does not ask for'],
  'text-sorted-number': ['warning', 'numbers that are sorted as text'],
  'nulls-at-limit': ['warning', 'NULLs at the top of a list that LIMIT cuts'],
  'empty-result': ['warning', 'an approved case whose result is empty'],
  'null-column': ['warning', 'a column that is NULL in every row'],
  'alternative-equal': ['warning', 'an alternative that gives what gold gives'],
  'paraphrase-rows': ['warning', 'a paraphrase group whose rows differ'],
  'paraphrase-alone': ['info', 'a paraphrase group of one case'],
  'tables-differ': ['info', 'tables that are not those the SQL reads'],
  'draft-lacks': ['info', 'what a draft still lacks for approval'],
  'uncovered-tables': ['info', 'tables that no approved case touches'],
  'uncovered-columns': ['info', 'columns that no approved case touches'],
  'uncovered-roles': ['info', 'roles that no approved case names'],
  'shape-unknown': ['warning', 'a datasource whose tables could not be read'],
  'sql-rejected': ['error', 'gold SQL that the database rejects'],
  timeout: ['error', 'gold SQL that runs past the deadline'],
  truncated: ['error', 'a result that the row cap cuts'],
  'not-deterministic': ['error', 'gold SQL that gives other rows each time'],
  unavailable: ['error', 'a database that is away'],
  drift: ['error', 'stored rows that the database no longer gives'],
  'tie-at-limit': ['warning', 'rows that tie where LIMIT cuts'],
  'tie-unknown': ['info', 'a LIMIT whose ties could not be looked for'],
} as const satisfies Record<string, readonly [Finding['severity'], string]>;

/** A code of {@link lintCodes}. */
export type LintCode = keyof typeof lintCodes;
