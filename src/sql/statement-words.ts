/** Words that open a statement in some dialect, and how likely text after them is SQL at all. */

/** Statements that read: an answer begins with one of these. */
export const queryWords: ReadonlySet<string> = new Set([
  'select',
  'with',
  'values',
  'table',
  'from',
  'explain',
  'show',
  'describe',
  'desc',
  'summarize',
  'pivot',
  'unpivot',
]);

/** Every other word that opens a statement; a text that begins so is SQL, to be judged by the guard. */
export const otherStatementWords: ReadonlySet<string> = new Set(
  `abort alter analyze analyse attach backup begin binlog cache call change check checkpoint checksum
  close clone cluster comment commit copy create deallocate declare delete detach discard do drop end
  execute exec export fetch flush force get grant handler help import insert install kill listen load
  lock merge move notify optimize pragma prepare purge reassign refresh reindex release rename repair
  replace reset resignal restart revoke rollback savepoint security set shutdown signal start stop
  truncate uncache uninstall unlisten unlock update upsert use vacuum xa`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
