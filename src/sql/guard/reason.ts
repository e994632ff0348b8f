/** Why a text is not run. Codes are stable; messages are for people. */
export interface Reason {
  readonly code: ReasonCode;
  readonly message: string;
}

/** The codes `sql check` prints. */
export type ReasonCode =
  | 'no-sql'
  | 'several-candidates'
  | 'several-statements'
  | 'parse-timeout'
  | 'unreadable'
  | 'statement-not-allowed'
  | 'write'
  | 'write-in-cte'
  | 'select-into'
  | 'row-lock'
  | 'explain-analyze'
  | 'executable-comment'
  | 'session-state'
  | 'sequence'
  | 'file-access'
  | 'pragma'
  | 'function-not-allowed'
  | 'function-unknown';
