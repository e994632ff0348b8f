import type { CaseField } from '../case-fields.ts';
import { type EvalCase, type SqlText, type StoredRows, sqlFor } from '../model.ts';
import { sameRows } from '../same-cell.ts';
import { probeTie, type TieFinding } from './probe-tie.ts';
import { type GoldDatabase, type RegenerateFailureCode, runGold, sameBag } from './run-gold.ts';
import { createTiedAlike } from './tied-alike.ts';

/** What regenerating a case came to. */
export type CaseRegeneration =
  | {
      readonly status: 'done';
      /** Result sets run: the SQL and its alternatives. */
      readonly checked: number;
      /** Result sets that differ from what is stored. */
      readonly differing: number;
      /** New values of the fields that differ; empty when none does. */
      readonly set: Partial<EvalCase>;
      readonly remove: readonly CaseField[];
      readonly tie: TieFinding;
    }
  | {
      readonly status: 'failed';
      readonly checked: number;
      readonly code: RegenerateFailureCode;
      readonly message: string;
    }
  | { readonly status: 'stopped' };

/** Finds the database of a case, or says why there is none. */
export type FindDatabase = (
  id: string,
) => Promise<GoldDatabase | { readonly code: RegenerateFailureCode; readonly message: string }>;

/** Runs a case's SQL and alternatives and compares them with what is stored. */
export async function regenerateCase(
  evalCase: EvalCase,
  findDatabase: FindDatabase,
  options: { readonly keepsRowsOut: boolean; readonly signal: AbortSignal },
): Promise<CaseRegeneration> {
  const [id, second] = evalCase.datasources;
  if (id === undefined || second !== undefined) {
    const named = evalCase.datasources.join(', ') || 'none';
    const message = `a case with sql names exactly one datasource, and this one names ${named}`;
    return { status: 'failed', checked: 0, code: 'datasource-count', message };
  }
  const database = await findDatabase(id);
  if ('code' in database) return { status: 'failed', checked: 0, ...database };

  const texts = [evalCase.sql, ...evalCase.alt_sql];
  const results: StoredRows[] = [];
  let differing = 0;
  let tie: TieFinding = { status: 'none' };
  for (const [index, sql] of texts.entries()) {
    const name = index === 0 ? 'sql' : `alt_sql[${index - 1}]`;
    const text = sql === null ? undefined : textFor(sql, database);
    if (text === undefined) {
      const message = `${name} has no text for ${database.datasource.dialect}`;
      return { status: 'failed', checked: index, code: 'no-sql-for-dialect', message };
    }
    const { signal } = options;
    const settings = { orderMatters: evalCase.order_matters, signal };
    const tiedAlike = createTiedAlike(text, database, { ...settings, ties: 'any' });
    const isOtherChoice = createTiedAlike(text, database, {
      signal,
      orderMatters: true,
      ties: 'at-limit',
    });
    const run = await runGold(text, database, { ...settings, tiedAlike });
    if (run.status === 'stopped') return { status: 'stopped' };
    if (run.status === 'failed') {
      return {
        status: 'failed',
        checked: index + 1,
        code: run.code,
        message: `${name}: ${run.message}`,
      };
    }
    if (index === 0) tie = await probeTie(text, run.rows, database, options.signal);
    const stored = index === 0 ? evalCase.rows : (evalCase.alt_rows[index - 1] ?? null);
    if (
      isSameResult(stored, run.rows, run.hasStableOrder) ||
      (stored !== null && (await isOtherChoice(stored, run.rows)))
    ) {
      results.push(stored ?? run.rows);
    } else {
      differing += 1;
      results.push(run.rows);
    }
  }
  if (options.keepsRowsOut) {
    return { status: 'done', checked: texts.length, differing: 0, set: {}, remove: [], tie };
  }
  const byRole = await rowsByRole(evalCase, results[0], database, options.signal);
  if (byRole.status !== 'done') return byRole;
  const tieChange = changedTie(evalCase, tie);
  const set = { ...changedFields(evalCase, results), ...tieChange.set, ...byRole.set };
  const remove = [...tieChange.remove, ...byRole.remove];
  return {
    status: 'done',
    checked: texts.length,
    differing: Math.max(differing, Object.keys(set).length + remove.length > 0 ? 1 : 0),
    set,
    remove,
    tie,
  };
}

type RoleRows =
  | Exclude<CaseRegeneration, { readonly status: 'done' }>
  | {
      readonly status: 'done';
      readonly set: Partial<EvalCase>;
      readonly remove: readonly CaseField[];
    };

/** The rows each allowed role gets under its row filters, where they are not the rows of everybody. */
async function rowsByRole(
  evalCase: EvalCase,
  all: StoredRows | undefined,
  database: GoldDatabase,
  signal: AbortSignal,
): Promise<RoleRows> {
  const sql = evalCase.sql === null ? undefined : textFor(evalCase.sql, database);
  const { narrowFor } = database;
  if (narrowFor === undefined || sql === undefined || all === undefined) {
    return { status: 'done', set: {}, remove: [] };
  }
  const found = new Map<string, StoredRows>();
  for (const [role, outcome] of evalCase.outcome) {
    if (outcome !== 'allowed') continue;
    const narrowed = await narrowFor(role, sql);
    if (narrowed.status === 'failed') {
      const message = `rows_by_role.${role}: ${narrowed.message}`;
      return { status: 'failed', checked: 1, code: 'row-filter', message };
    }
    if (narrowed.sql === sql) continue;
    const run = await runGold(narrowed.sql, database, {
      orderMatters: evalCase.order_matters,
      signal,
    });
    if (run.status === 'stopped') return { status: 'stopped' };
    if (run.status === 'failed') {
      const message = `rows_by_role.${role}: ${run.message}`;
      return { status: 'failed', checked: 1, code: run.code, message };
    }
    if (isSameResult(all, run.rows, run.hasStableOrder)) continue;
    const stored = evalCase.rows_by_role?.get(role) ?? null;
    found.set(
      role,
      isSameResult(stored, run.rows, run.hasStableOrder) && stored ? stored : run.rows,
    );
  }
  const known = evalCase.rows_by_role;
  if (found.size === 0) return { status: 'done', set: {}, remove: known ? ['rows_by_role'] : [] };
  const isKnown =
    known?.size === found.size && [...found].every(([role, rows]) => known.get(role) === rows);
  return { status: 'done', set: isKnown ? {} : { rows_by_role: found }, remove: [] };
}

/** The tie as the file has it and as it is; what could not be looked for stays as it is. */
function changedTie(
  evalCase: EvalCase,
  tie: TieFinding,
): { readonly set: Partial<EvalCase>; readonly remove: readonly CaseField[] } {
  const stored = evalCase.boundary_tie;
  switch (tie.status) {
    case 'tie': {
      const isKnown = stored !== undefined && isSameResult(stored, tie.rows, false);
      return { set: isKnown ? {} : { boundary_tie: tie.rows }, remove: [] };
    }
    case 'none':
      return { set: {}, remove: stored === undefined ? [] : ['boundary_tie'] };
    case 'unknown':
      return { set: {}, remove: [] };
  }
}

function textFor(sql: SqlText, { datasource }: GoldDatabase): string | undefined {
  return sqlFor(sql, datasource.dialect) ?? undefined;
}

/** Whether a result is the stored one; rows that come in another order each time only need be the same bag. */
export function isSameResult(
  stored: StoredRows | null,
  found: StoredRows,
  hasStableOrder: boolean,
): boolean {
  if (sameRows(stored, found)) return true;
  if (hasStableOrder || stored === null) return false;
  const sameColumns = stored.columns?.join('\0') === found.columns?.join('\0');
  return sameColumns && sameBag(stored.rows, found.rows);
}

function changedFields(evalCase: EvalCase, results: readonly StoredRows[]): Partial<EvalCase> {
  const [rows, ...alternatives] = results;
  const hasOtherAlternatives =
    alternatives.length !== evalCase.alt_rows.length ||
    alternatives.some((found, index) => found !== evalCase.alt_rows[index]);
  return {
    ...(rows !== undefined && rows !== evalCase.rows ? { rows } : {}),
    ...(hasOtherAlternatives ? { alt_rows: alternatives } : {}),
  };
}
