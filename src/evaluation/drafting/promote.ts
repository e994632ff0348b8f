import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Nl2sqlError } from '../../errors.ts';
import { writeFileAtomically } from '../../validation/index.ts';
import {
  type EvalCase,
  editSuite,
  type FindDatabase,
  formatSuite,
  type LintDatabase,
  loadSuite,
  missingForApproval,
  probeTie,
  questionKey,
  readFacts,
  readSuiteFile,
  runGold,
  type StoredRows,
  sqlFor,
  suggest,
  withFileLock,
} from '../suite/index.ts';
import { shortName } from './seed/seed-drafts.ts';

export interface PromoteOptions {
  /** The file of drafts. */
  readonly drafts: string;
  /** Ids of drafts; all of them where none is named. */
  readonly ids: readonly string[];
  /** The suite that gets them; made if it is not there. */
  readonly to: string;
  /** Who reviewed them. */
  readonly by: string;
  /** The day of the review. */
  readonly now: Date;
  /** Fills empty `tables` and `columns` with what the SQL reads. */
  readonly fill: boolean;
  readonly findDatabase: FindDatabase;
  readonly databases: (ids: readonly string[]) => Promise<ReadonlyMap<string, LintDatabase>>;
  /** Throws where the suite must not be changed. */
  readonly checkSuite: (path: string) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface PromoteReport {
  readonly path: string;
  /** Ids that moved; none when a single one fails. */
  readonly promoted: readonly string[];
  readonly failed: readonly { readonly case: string; readonly problems: readonly string[] }[];
}

/**
 * Approves drafts and moves them into a suite: each has what an approved case needs, its SQL runs and
 * gives the rows that are stored with it. All of them move, or none.
 */
export async function promoteDrafts(options: PromoteOptions): Promise<PromoteReport> {
  const drafts = resolve(options.drafts);
  const to = resolve(options.to);
  if (drafts === to) {
    throw new Nl2sqlError('USAGE', {
      problem: `--to names the file of drafts itself: ${options.to}`,
      fix: 'Name the suite that the reviewed cases go to.',
    });
  }
  await options.checkSuite(to);
  // Locks are always taken in the same order, so that two promotions never wait for each other.
  const [first = drafts, second = to] = [drafts, to].sort();
  return withFileLock(first, () => withFileLock(second, () => promote(drafts, to, options)));
}

async function promote(
  drafts: string,
  to: string,
  options: PromoteOptions,
): Promise<PromoteReport> {
  const chosen = chooseDrafts(await loadCases(drafts), options);
  const isThere = await stat(to).then(
    () => true,
    () => false,
  );
  const known = isThere ? await loadCases(to) : [];
  const databases = await options.databases([...new Set(chosen.flatMap((one) => one.datasources))]);
  // What an interrupted promotion had written into the suite only has its draft left to go.
  const moved = chosen.filter((draft) => known.some((evalCase) => isPromotionOf(evalCase, draft)));
  const promoted: EvalCase[] = [];
  const failed: { case: string; problems: readonly string[] }[] = [];
  for (const draft of chosen) {
    if (moved.includes(draft)) continue;
    const outcome = await approve(draft, [...known, ...promoted], databases, options);
    if ('problems' in outcome) failed.push({ case: draft.id, problems: outcome.problems });
    else promoted.push(outcome.approved);
  }
  const done = [...moved, ...promoted].map((evalCase) => evalCase.id);
  if (failed.length > 0 || done.length === 0) return { path: to, promoted: [], failed };
  await move(drafts, to, isThere, promoted, done);
  return { path: to, promoted: done, failed: [] };
}

/** Whether a case of the suite is the draft, approved. */
function isPromotionOf(evalCase: EvalCase, draft: EvalCase): boolean {
  return (
    evalCase.id === draft.id &&
    evalCase.status === 'approved' &&
    evalCase.reviewed !== undefined &&
    evalCase.question === draft.question &&
    isDeepStrictEqual(trimmed(evalCase.sql), trimmed(draft.sql))
  );
}

function trimmed(sql: EvalCase['sql']): EvalCase['sql'] {
  return typeof sql === 'string' ? sql.trim() : sql;
}

async function loadCases(path: string): Promise<readonly EvalCase[]> {
  const { suite, findings } = await loadSuite(path, { isLenient: true });
  if (findings.some((finding) => finding.severity === 'error')) {
    throw new Nl2sqlError('SUITE_INVALID', { path, findings });
  }
  return suite.cases;
}

function chooseDrafts(cases: readonly EvalCase[], options: PromoteOptions): EvalCase[] {
  const drafts = cases.filter((evalCase) => evalCase.status === 'draft');
  if (options.ids.length === 0) {
    if (drafts.length > 0) return drafts;
    throw new Nl2sqlError('USAGE', {
      problem: `${options.drafts} holds no draft`,
      fix: 'Draft some: nl2sql eval seed DATASOURCE --out drafts.yaml',
    });
  }
  return [...new Set(options.ids)].map((id) => {
    const found = drafts.find((evalCase) => evalCase.id === id);
    if (found) return found;
    const near = suggest(
      id,
      drafts.map((evalCase) => evalCase.id),
    );
    throw new Nl2sqlError('USAGE', {
      problem: `--case ${id}: no draft of ${options.drafts} has this id`,
      fix: near === undefined ? 'nl2sql eval check lists the drafts.' : `Did you mean "${near}"?`,
    });
  });
}

type Approval = { readonly approved: EvalCase } | { readonly problems: readonly string[] };

async function approve(
  draft: EvalCase,
  known: readonly EvalCase[],
  databases: ReadonlyMap<string, LintDatabase>,
  options: PromoteOptions,
): Promise<Approval> {
  const problems: string[] = [];
  const { lines: _, ...own } = draft;
  const { facts } = await readFacts(draft, { databases, signal: options.signal });
  const catalog = databases.get(draft.datasources[0] ?? '')?.catalog ?? null;
  const read = (names: readonly string[] | undefined) =>
    (names ?? []).map((name) => (catalog ? shortName(name, catalog) : name)).sort();
  const offers = { tables: read(facts?.tables), columns: read(facts?.columns) };
  const filled: EvalCase = options.fill
    ? {
        ...own,
        tables: own.tables.length > 0 ? own.tables : offers.tables,
        columns: own.columns.length > 0 ? own.columns : offers.columns,
      }
    : own;
  for (const lack of missingForApproval(filled, facts)) {
    const offer = lack === 'tables' || lack === 'columns' ? offers[lack] : [];
    problems.push(
      offer.length > 0
        ? `${lack} is empty; the SQL reads [${offer.join(', ')}], and --fill writes that`
        : `${lack} is missing`,
    );
  }
  if (facts !== null && !facts.readOnly)
    problems.push(`sql: ${facts.reasons[0]?.message ?? 'does more than read'}`);
  const same = known.find((evalCase) => evalCase.id === draft.id);
  if (same) problems.push(`the suite has a case with the id ${draft.id}`);
  const asked = known.find(
    (evalCase) =>
      evalCase.id !== draft.id && questionKey(evalCase.question) === questionKey(draft.question),
  );
  if (asked) problems.push(`the suite asks that question already: ${asked.id}`);
  const results = problems.length > 0 ? null : await runAll(filled, problems, options);
  if (results === null || problems.length > 0) return { problems };
  const { tie, ...rows } = results;
  return {
    approved: {
      ...filled,
      ...rows,
      ...(tie === null ? {} : { boundary_tie: tie }),
      status: 'approved',
      reviewed: { by: options.by, at: options.now.toISOString().slice(0, 10) },
    },
  };
}

interface Results {
  readonly rows: StoredRows | null;
  readonly alt_rows: readonly StoredRows[];
  readonly tie: StoredRows | null;
}

/** Runs the SQL and the alternatives of a draft; what fails is added to `problems`. */
async function runAll(
  draft: EvalCase,
  problems: string[],
  options: PromoteOptions,
): Promise<Results | null> {
  if (draft.sql === null) return { rows: null, alt_rows: [], tie: null };
  const database = await options.findDatabase(draft.datasources[0] ?? '');
  if ('code' in database) {
    problems.push(database.message);
    return null;
  }
  const found: StoredRows[] = [];
  for (const [index, sql] of [draft.sql, ...draft.alt_sql].entries()) {
    const name = index === 0 ? 'sql' : `alt_sql[${index - 1}]`;
    const text = sqlFor(sql, database.datasource.dialect);
    if (text === null) {
      problems.push(`${name} has no text for ${database.datasource.dialect}`);
      continue;
    }
    const run = await runGold(text, database, {
      orderMatters: draft.order_matters,
      signal: options.signal,
    });
    if (run.status === 'rows') found.push(run.rows);
    else problems.push(run.status === 'failed' ? `${name}: ${run.message}` : `${name}: stopped`);
  }
  const [rows, ...alternatives] = found;
  const text = sqlFor(draft.sql, database.datasource.dialect);
  if (problems.length > 0 || rows === undefined || text === null) return null;
  const tie = await probeTie(text, rows, database, options.signal);
  return { rows, alt_rows: alternatives, tie: tie.status === 'tie' ? tie.rows : null };
}

/** Writes the suite, then takes the drafts out; where the second fails the first is undone. */
async function move(
  drafts: string,
  to: string,
  isThere: boolean,
  approved: readonly EvalCase[],
  done: readonly string[],
): Promise<void> {
  const before = isThere ? await readSuiteFile(to) : null;
  const draftText = (await readSuiteFile(drafts)) ?? '';
  const rest = editSuite(draftText, { removeCases: done });
  const suiteText =
    before === null
      ? formatSuite({
          version: 1,
          name: '',
          path: null,
          digest: '',
          gold: 'stored',
          cases: approved,
        })
      : editSuite(before, { append: approved });
  if (approved.length > 0) await writeFileAtomically(to, suiteText);
  try {
    await writeFileAtomically(drafts, rest, 'Drafts');
  } catch (error) {
    // A suite that was not there before keeps its cases: nothing is lost, and the drafts never run.
    if (before !== null && approved.length > 0) await writeFileAtomically(to, before);
    throw error;
  }
}
