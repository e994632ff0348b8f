import type { CaseField } from './case-fields.ts';
import type { Remark, Report } from './findings.ts';
import type { EvalCase, SqlText, StoredRows } from './model.ts';
import type { CaseReading } from './read-case.ts';

/** What the rules over several fields need to know of the suite and the run. */
export interface RuleOptions {
  /** With `executed` an approved case needs no rows. */
  readonly gold: 'stored' | 'executed';
  /** Leaves out what regenerating cures: missing rows, and the datasource that regenerate then asks for. */
  readonly isLenient: boolean;
}

/** Reports what is wrong with a case over several of its fields. */
export function checkCase(
  { case: evalCase, places, unreadable }: CaseReading,
  options: RuleOptions,
  report: Report,
): void {
  const say = (field: CaseField, remark: Omit<Remark, 'offset' | 'field'>) => {
    if (unreadable.has(field)) return;
    report({ ...remark, field, offset: places.get(field) ?? places.get('id') ?? null });
  };
  const { sql, alt_sql: alternatives } = evalCase;
  if (evalCase.kind === 'routing') {
    checkRouting(evalCase, say);
    return;
  }
  if (isEmptySql(sql)) {
    say('sql', {
      code: 'missing-sql',
      message: 'sql is empty',
      fix: 'Write the reviewed SQL, or sql: null for a question the data cannot answer.',
    });
  }
  if (sql === null && (alternatives.length > 0 || evalCase.alt_rows.length > 0)) {
    say(alternatives.length > 0 ? 'alt_sql' : 'alt_rows', {
      code: 'alternatives-without-sql',
      message: `${alternatives.length > 0 ? 'alt_sql' : 'alt_rows'} is given, and sql is not`,
      fix: 'Make the first alternative the sql, or take the alternatives out.',
    });
  }
  if (sql === null && evalCase.rows !== null && evalCase.rows.rows.length > 0) {
    say('rows', {
      code: 'rows-without-sql',
      severity: 'warning',
      message: 'rows are given without the SQL that returns them',
      fix: 'Add the reviewed sql, or set rows: null.',
    });
  }
  checkDatasources(evalCase, options, say);
  if (evalCase.status === 'approved') checkApproved(evalCase, options, say);
}

type Say = (field: CaseField, remark: Omit<Remark, 'offset' | 'field'>) => void;

function checkRouting(evalCase: EvalCase, say: Say): void {
  for (const field of ['sql', 'alt_sql', 'rows', 'alt_rows'] as const) {
    const value = evalCase[field];
    if (value === null || isEmptyValue(value)) continue;
    say(field, {
      code: 'routing-with-sql',
      message: `a routing case says only where a question goes, and this one has ${field}`,
      fix: `Take ${field} out, or make it kind: answer.`,
    });
  }
}

function isEmptyValue(value: NonNullable<EvalCase['sql' | 'rows' | 'alt_sql' | 'alt_rows']>) {
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return 'rows' in value && (value as StoredRows).rows.length === 0;
}

function checkDatasources(evalCase: EvalCase, options: RuleOptions, say: Say): void {
  if (evalCase.sql === null || options.isLenient) return;
  const count = evalCase.datasources.length;
  const isTooFew = count === 0 && evalCase.status === 'approved';
  if (count <= 1 && !isTooFew) return;
  say('datasources', {
    code: 'datasource-count',
    message:
      count === 0
        ? 'a case with sql names the datasource it runs on, and this one names none'
        : `a case with sql names exactly one datasource, and this one names ${evalCase.datasources.join(', ')}`,
    fix: 'Write datasources: [ID] with the one that the SQL runs on.',
  });
}

function checkApproved(evalCase: EvalCase, options: RuleOptions, say: Say): void {
  const { sql, rows } = evalCase;
  const isAllowed = [...evalCase.outcome.values()].includes('allowed');
  if (sql === null && isAllowed) {
    say('sql', {
      code: 'missing-sql',
      message: 'the case is approved and allowed for a role, and has no sql',
      fix: 'Add the reviewed sql, make the case a draft, or give another outcome.',
    });
  }
  if (options.isLenient || options.gold === 'executed') return;
  if (sql !== null && rows === null) {
    say('rows', {
      code: 'missing-rows',
      message: 'the case is approved and has sql, and no rows to compare with',
      fix: 'Run nl2sql eval regenerate on this file, or set gold: executed for the suite.',
    });
  }
  const { alt_sql: alternatives, alt_rows: results } = evalCase;
  if (sql !== null && alternatives.length !== results.length) {
    say(alternatives.length > 0 ? 'alt_sql' : 'alt_rows', {
      code: 'alt-rows-count',
      message: `${alternatives.length} alt_sql and ${results.length} alt_rows; each alternative has its own rows`,
      fix: 'Run nl2sql eval regenerate on this file.',
    });
  }
}

function isEmptySql(sql: SqlText | null): boolean {
  if (sql === null) return false;
  if (typeof sql === 'string') return sql.trim() === '';
  const texts = Object.values(sql);
  return texts.length === 0 || texts.some((text) => text.trim() === '');
}
