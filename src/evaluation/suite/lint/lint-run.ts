import type { EvalCase, SqlText, StoredRows } from '../model.ts';
import { sqlFor } from '../model.ts';
import { probeTie } from '../regenerate/probe-tie.ts';
import { isSameResult } from '../regenerate/regenerate-case.ts';
import { type GoldDatabase, runGold } from '../regenerate/run-gold.ts';
import type { LintCode } from './lint-codes.ts';
import type { AddFinding, LintedCase } from './linted-case.ts';

/** Runs a case's SQL three times in all and says what that shows; the case comes back with its rows of now. */
export async function runCase(
  linted: LintedCase,
  database: GoldDatabase,
  gold: 'stored' | 'executed',
  signal: AbortSignal | undefined,
  add: AddFinding,
): Promise<LintedCase> {
  const evalCase = linted.case;
  const rows = await runText(evalCase.sql, 'sql', evalCase, database, signal, add);
  if (rows !== null && gold === 'stored') compareStored(evalCase, 'rows', evalCase.rows, rows, add);
  if (rows !== null) await lintTie(evalCase, rows.rows, database, signal, add);
  const alternatives: StoredRows[] = [];
  let hasRun = rows !== null;
  for (const [index, sql] of evalCase.alt_sql.entries()) {
    const found = await runText(sql, `alt_sql[${index}]`, evalCase, database, signal, add);
    const stored = evalCase.alt_rows[index] ?? null;
    hasRun &&= found !== null;
    if (found !== null && gold === 'stored')
      compareStored(evalCase, 'alt_rows', stored, found, add);
    alternatives.push(found?.rows ?? stored ?? { columns: null, rows: [] });
  }
  return {
    ...linted,
    hasRun,
    rows: rows?.rows ?? linted.rows,
    case: { ...evalCase, alt_rows: alternatives },
  };
}

async function runText(
  sql: SqlText | null,
  name: string,
  evalCase: EvalCase,
  database: GoldDatabase,
  signal: AbortSignal | undefined,
  add: AddFinding,
): Promise<FoundRows | null> {
  const text = sql === null ? null : sqlFor(sql, database.datasource.dialect);
  if (text === null) return null;
  const place = {
    case: evalCase,
    field: name === 'sql' ? ('sql' as const) : ('alt_sql' as const),
    detail: name,
  };
  const run = await runGold(text, database, {
    orderMatters: evalCase.order_matters,
    signal: signal ?? new AbortController().signal,
    runs: 3,
  });
  switch (run.status) {
    case 'rows':
      return run;
    case 'stopped':
      return null;
    case 'failed': {
      const code = codes[run.code] ?? null;
      // Said already from the text alone.
      if (code === null) return null;
      const [message, ...advice] = run.message.split('. ');
      add(
        code,
        place,
        `${name}: ${message}`,
        advice.join('. ') || fixes[code] || 'Correct the SQL.',
      );
      return null;
    }
  }
}

type FoundRows = Extract<Awaited<ReturnType<typeof runGold>>, { status: 'rows' }>;

const codes: Readonly<Record<string, LintCode | null>> = {
  'sql-rejected': 'sql-rejected',
  'not-read-only': 'not-read-only',
  timeout: 'timeout',
  truncated: 'truncated',
  'not-deterministic': 'not-deterministic',
  unavailable: 'unavailable',
  volatile: null,
  'duplicate-columns': null,
};

const fixes: Partial<Record<LintCode, string>> = {
  'sql-rejected': 'Correct the SQL, then run nl2sql eval regenerate.',
  unavailable: 'Start the database, or check its address.',
};

function compareStored(
  evalCase: EvalCase,
  field: 'rows' | 'alt_rows',
  stored: StoredRows | null,
  { rows: found, hasStableOrder }: FoundRows,
  add: AddFinding,
): void {
  if (stored === null || isSameResult(stored, found, hasStableOrder)) return;
  const count = (rows: StoredRows) =>
    `${rows.rows.length} ${rows.rows.length === 1 ? 'row' : 'rows'}`;
  const how =
    stored.rows.length === found.rows.length
      ? `${count(stored)} as before, with other values, types, order or column names`
      : `${count(stored)} are stored, the database gives ${found.rows.length}`;
  add(
    'drift',
    { case: evalCase, field },
    `the stored rows are not what the database gives now: ${how}`,
    'Look at the change, then run nl2sql eval regenerate.',
  );
}

/** Says where LIMIT cuts through rows that tie. */
async function lintTie(
  evalCase: EvalCase,
  rows: StoredRows,
  database: GoldDatabase,
  signal: AbortSignal | undefined,
  add: AddFinding,
): Promise<void> {
  const text = evalCase.sql === null ? null : sqlFor(evalCase.sql, database.datasource.dialect);
  if (text === null) return;
  const tie = await probeTie(text, rows, database, signal ?? new AbortController().signal);
  const place = { case: evalCase, field: 'sql' as const };
  if (tie.status === 'tie') {
    add(
      'tie-at-limit',
      place,
      `LIMIT cuts through ${tie.rows.rows.length} rows that tie on the ORDER BY`,
      evalCase.boundary_tie === undefined
        ? 'Run nl2sql eval regenerate, which stores the tied rows; or add a key that tells them apart.'
        : 'boundary_tie holds the tied rows, and any choice among them is right; check that the question means that.',
    );
  } else if (tie.status === 'unknown') {
    add('tie-unknown', place, `whether LIMIT cuts a tie: ${tie.reason}`, 'Check it by hand.');
  }
}
