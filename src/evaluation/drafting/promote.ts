import { rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Nl2sqlError } from '../../errors.ts';
import { finalPath, writeFileAtomically } from '../../validation/index.ts';
import {
  type EvalCase,
  type EvalSuite,
  editSuite,
  type FindDatabase,
  formatSuite,
  type LintDatabase,
  loadSuite,
  missingForApproval,
  questionKey,
  readFacts,
  readSuiteFile,
  regenerateCase,
  suggest,
  withFileLock,
} from '../suite/index.ts';
import { isSameFile } from './draft-target.ts';
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
  readonly failed: readonly PromoteFailure[];
}

/** Why a draft does not move, and what its SQL reads where the draft does not say it. */
export interface PromoteFailure {
  readonly case: string;
  readonly problems: readonly string[];
  /** What `fill` would write. */
  readonly offers: { readonly tables?: readonly string[]; readonly columns?: readonly string[] };
}

/**
 * Approves drafts and moves them into a suite: each has what an approved case needs, its SQL runs and
 * gives the rows that are stored with it. All of them move, or none.
 */
export async function promoteDrafts(options: PromoteOptions): Promise<PromoteReport> {
  const drafts = resolve(options.drafts);
  const to = resolve(options.to);
  if (await isSameFile(drafts, to)) {
    throw new Nl2sqlError('USAGE', {
      problem: `--to names the file of drafts itself: ${options.to}`,
      fix: 'Name the suite that the reviewed cases go to.',
    });
  }
  if (options.by.trim() === '') {
    throw new Nl2sqlError('USAGE', {
      problem: '--by is empty, and the case keeps who reviewed it',
      fix: 'For example: --by Ann',
    });
  }
  await options.checkSuite(drafts);
  await options.checkSuite(to);
  // Locks are always taken in the same order, so that two promotions never wait for each other.
  const [first = drafts, second = to] = [await finalPath(drafts), await finalPath(to)].sort();
  return withFileLock(first, () => withFileLock(second, () => promote(drafts, to, options)));
}

async function promote(
  drafts: string,
  to: string,
  options: PromoteOptions,
): Promise<PromoteReport> {
  const chosen = chooseDrafts((await loadWhole(drafts)).cases, options);
  const found = await stat(to).catch(() => null);
  if (found && !found.isFile()) {
    throw new Nl2sqlError('USAGE', {
      problem: `--to ${options.to} is a ${found.isDirectory() ? 'folder' : 'pipe or a device'}`,
      fix: 'Name a suite file; it is made if it is not there.',
    });
  }
  const suite = found ? await loadWhole(to) : null;
  const known = suite?.cases ?? [];
  const databases = await options.databases([...new Set(chosen.flatMap((one) => one.datasources))]);
  // What an interrupted promotion had written into the suite only has its draft left to go.
  const moved = chosen.filter((draft) => known.some((evalCase) => isPromotionOf(evalCase, draft)));
  const promoted: EvalCase[] = [];
  const failed: PromoteFailure[] = [];
  for (const draft of chosen) {
    if (moved.includes(draft)) continue;
    const context = {
      known: [...known, ...promoted],
      databases,
      keepsRowsOut: suite?.gold === 'executed',
    };
    const outcome = await approve(draft, context, options);
    if ('problems' in outcome) failed.push({ case: draft.id, ...outcome });
    else promoted.push(outcome.approved);
  }
  const done = [...moved, ...promoted].map((evalCase) => evalCase.id);
  if (failed.length > 0 || done.length === 0) return { path: to, promoted: [], failed };
  await move(drafts, to, found !== null, promoted, done);
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

async function loadWhole(path: string): Promise<EvalSuite> {
  const { suite, findings } = await loadSuite(path, { isLenient: true });
  if (findings.some((finding) => finding.severity === 'error')) {
    throw new Nl2sqlError('SUITE_INVALID', { path, findings });
  }
  return suite;
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

type Approval = { readonly approved: EvalCase } | Omit<PromoteFailure, 'case'>;

interface ApprovalContext {
  /** Cases that the suite has, or is about to have. */
  readonly known: readonly EvalCase[];
  readonly databases: ReadonlyMap<string, LintDatabase>;
  /** The suite stores no rows: its SQL is run each time. */
  readonly keepsRowsOut: boolean;
}

async function approve(
  draft: EvalCase,
  { known, databases, keepsRowsOut }: ApprovalContext,
  options: PromoteOptions,
): Promise<Approval> {
  const problems: string[] = [];
  const { lines: _, ...own } = draft;
  const { facts } = await readFacts(draft, { databases, signal: options.signal });
  const catalog = databases.get(draft.datasources[0] ?? '')?.catalog ?? null;
  const read = (names: readonly string[] | undefined) =>
    (names ?? []).map((name) => (catalog ? shortName(name, catalog) : name)).sort();
  const lineage = { tables: read(facts?.tables), columns: read(facts?.columns) };
  const filled: EvalCase = options.fill
    ? {
        ...own,
        tables: own.tables.length > 0 ? own.tables : lineage.tables,
        columns: own.columns.length > 0 ? own.columns : lineage.columns,
      }
    : own;
  const offers: { tables?: readonly string[]; columns?: readonly string[] } = {};
  for (const lack of missingForApproval(filled, facts)) {
    const offer = lack === 'tables' || lack === 'columns' ? lineage[lack] : [];
    if (offer.length === 0) {
      problems.push(`${lack} is missing${fillings[lack] ?? ''}`);
    } else if (lack === 'tables' || lack === 'columns') {
      offers[lack] = offer;
      problems.push(
        `${lack} is empty; the SQL reads [${offer.join(', ')}], and --fill writes that`,
      );
    }
  }
  if (facts !== null && !facts.readOnly)
    problems.push(`sql: ${facts.reasons[0]?.message ?? 'does more than read'}`);
  if (known.some((evalCase) => evalCase.id === draft.id))
    problems.push(`the suite has a case with the id ${draft.id}; give the draft another one`);
  const asked = known.find(
    (evalCase) =>
      evalCase.id !== draft.id && questionKey(evalCase.question) === questionKey(draft.question),
  );
  if (asked) problems.push(`the suite asks that question already: ${asked.id}`);
  if (problems.length > 0 || filled.sql === null) {
    return problems.length > 0 ? { problems, offers } : approved(filled, options);
  }
  const { signal } = options;
  const run = await regenerateCase(filled, options.findDatabase, { keepsRowsOut, signal });
  if (run.status === 'stopped') return { problems: ['stopped before its SQL was run'], offers };
  if (run.status === 'failed') return { problems: [run.message], offers };
  const left = Object.entries({ ...filled, ...run.set }).filter(
    ([field]) => !run.remove.some((removed) => removed === field),
  );
  return approved(Object.fromEntries(left) as unknown as EvalCase, options);
}

/** What a person writes there. */
const fillings: Readonly<Record<string, string>> = {
  difficulty: ': easy, medium or hard',
  tags: ': at least one word, such as [joins]',
  'an outcome per role': ', such as {admin: allowed}',
};

function approved(filled: EvalCase, { by, now }: PromoteOptions): Approval {
  const reviewed = { by: by.trim(), at: now.toISOString().slice(0, 10) };
  return { approved: { ...filled, status: 'approved', reviewed } };
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
    if (before !== null && approved.length > 0) await writeFileAtomically(to, before);
    else if (before === null) await rm(to, { force: true });
    throw error;
  }
}
