/** What can be wrong with a plan; the codes are stable, their words may improve. */
export const issueCodes = [
  'INVALID_PLAN_STRUCTURE',
  'UNSUPPORTED_FUNCTION',
  'TABLE_NOT_FOUND',
  'JOIN_TABLE_NOT_IN_PLAN',
  'COLUMN_NOT_FOUND',
  'JOIN_NOT_A_FOREIGN_KEY',
  'TYPE_MISMATCH',
  'AGGREGATE_WITHOUT_GROUP_BY',
  'UNORDERED_LIMIT',
  'SECURITY_VIOLATION',
] as const;
export type IssueCode = (typeof issueCodes)[number];

/** One fault of a plan: where, what was found, what was expected, the likely fix. */
export interface PlanIssue {
  readonly code: IssueCode;
  readonly severity: 'error' | 'warning';
  /** `select_items[1].expr`; empty for the whole plan. */
  readonly path: string;
  readonly message: string;
  readonly found: string | null;
  readonly expected: string | null;
  readonly suggestion: string | null;
  /** Set where a name matches more than one thing. */
  readonly ambiguous?: true;
}

/** An issue with the parts that are not known left null. */
export function issue(
  code: IssueCode,
  path: string,
  message: string,
  rest: Partial<Omit<PlanIssue, 'code' | 'path' | 'message'>> = {},
): PlanIssue {
  return {
    code,
    severity: 'error',
    path,
    message,
    found: null,
    expected: null,
    suggestion: null,
    ...rest,
  };
}
