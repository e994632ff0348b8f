import type { Catalog } from '../../../catalog/index.ts';
import type { DialectName, SqlFacts, StatementFacts } from '../../../sql/index.ts';
import type { CaseField } from '../case-fields.ts';
import type { EvalCase, Finding, StoredRows } from '../model.ts';
import { type LintCode, lintCodes } from './lint-codes.ts';

/** A case with what is known of its SQL. */
export interface LintedCase {
  readonly case: EvalCase;
  /** Null where no dialect is known and none reads the text. */
  readonly dialect: DialectName | null;
  readonly catalog: Catalog | null;
  /** Facts of `sql`, and of each alternative. Null without SQL. */
  readonly facts: SqlFacts | null;
  readonly alternatives: readonly (SqlFacts | null)[];
  /** The rows to judge: what ran, else what is stored. */
  readonly rows: StoredRows | null;
  /** Whether the database ran all its SQL without complaint. */
  readonly hasRun: boolean;
}

/** Adds a finding about a case, or with null about the suite. */
export type AddFinding = (
  code: LintCode,
  place: {
    readonly case: EvalCase | null;
    readonly field: CaseField | null;
    readonly detail?: string;
  },
  message: string,
  fix: string,
) => void;

/** Collects findings with their severity, file and line. */
export function createFindings(
  file: string | null,
  lineOf: (caseId: string, field?: CaseField) => number | null,
): { readonly list: Finding[]; readonly add: AddFinding } {
  const list: Finding[] = [];
  return {
    list,
    add(code, { case: evalCase, field, detail }, message, fix) {
      list.push({
        code,
        severity: lintCodes[code][0],
        file,
        line: evalCase === null ? null : lineOf(evalCase.id, field ?? undefined),
        case: evalCase?.id ?? null,
        field: detail ?? field,
        message,
        fix,
      });
    },
  };
}

/** The only statement of a text that could be read. */
export function statementOf(facts: SqlFacts | null): StatementFacts | null {
  const [statement, second] = facts?.statements ?? [];
  return statement !== undefined && second === undefined && statement.shape !== null
    ? statement
    : null;
}
