import { createHash } from 'node:crypto';
import { createTableIndex } from '../../catalog/index.ts';
import { analyzeSql } from '../../sql/index.ts';
import type { LintDatabase } from '../suite/index.ts';
import type { NewDraft } from './draft-file.ts';
import { shortName } from './seed/seed-drafts.ts';

/** A run that somebody rated, as far as a draft needs it. */
export interface RatedRun {
  readonly id: string;
  readonly question: string;
  readonly role: string | null;
  readonly status: string;
  readonly sql: readonly string[];
  readonly datasources: readonly string[];
}

/** Why runs gave no draft, counted. */
export interface FeedbackSkips {
  readonly refused: number;
  readonly noSql: number;
  readonly severalSql: number;
  readonly noDatasource: number;
  readonly severalDatasources: number;
  readonly noRole: number;
  readonly notReadOnly: number;
}

export interface FeedbackDraftOptions {
  /** Datasources by id, with their catalogs for lineage. */
  readonly databases: ReadonlyMap<string, LintDatabase>;
  /** The role of runs that tell none; null where policies exist and it cannot be guessed. */
  readonly defaultRole: string | null;
  /** The datasource of runs that tell none; null where the project has several. */
  readonly defaultDatasource: string | null;
  /** Takes personal data out of a question. */
  readonly scrub?: (question: string) => string;
  readonly signal: AbortSignal;
}

/** Drafts of the runs that were found good: one for each with exactly one SQL, its lineage filled in. */
export async function feedbackDrafts(
  runs: readonly RatedRun[],
  options: FeedbackDraftOptions,
): Promise<{ readonly drafts: readonly NewDraft[]; readonly skipped: FeedbackSkips }> {
  const skipped = {
    refused: 0,
    noSql: 0,
    severalSql: 0,
    noDatasource: 0,
    severalDatasources: 0,
    noRole: 0,
    notReadOnly: 0,
  };
  const drafts: NewDraft[] = [];
  for (const run of runs) {
    const made = await draftOf(run, options);
    if (typeof made === 'string') skipped[made] += 1;
    else drafts.push(made);
  }
  return { drafts, skipped };
}

async function draftOf(
  run: RatedRun,
  options: FeedbackDraftOptions,
): Promise<NewDraft | keyof FeedbackSkips> {
  const [sql, second] = run.sql;
  if (run.status === 'refused') return 'refused';
  if (sql === undefined) return 'noSql';
  if (second !== undefined) return 'severalSql';
  const [named = options.defaultDatasource, other] = run.datasources;
  if (other !== undefined) return 'severalDatasources';
  const datasource = named ?? (await datasourceOf(sql, options));
  if (datasource === null) return 'noDatasource';
  const role = run.role ?? options.defaultRole;
  if (role === null) return 'noRole';
  const database = options.databases.get(datasource);
  const facts = await analyzeSql(sql, {
    dialect: database?.dialect ?? 'sqlite',
    catalog: database?.catalog ?? null,
    signal: options.signal,
  });
  if (facts.statements.length > 1) return 'severalSql';
  const isUnread = facts.reasons.some(
    ({ code }) => code === 'unreadable' || code === 'parse-timeout',
  );
  if (!facts.readOnly && !isUnread) return 'notReadOnly';
  const names = (all: readonly string[]) =>
    all.map((name) => (database?.catalog ? shortName(name, database.catalog) : name)).sort();
  return {
    id: feedbackId(run.id),
    question: (options.scrub ?? ((question) => question))(run.question),
    datasources: [datasource],
    status: 'draft',
    kind: 'answer',
    origin: 'feedback',
    difficulty: null,
    tags: [],
    paraphrase_group: null,
    outcome: new Map([[role, 'allowed']]),
    tables: names(facts.tables),
    columns: names(facts.columns),
    order_matters: false,
    sql: `${sql.trim()}\n`,
    rows: null,
    alt_sql: [],
    alt_rows: [],
    plan: null,
  };
}

/** The one datasource that has every table of a text; null where none or several have. */
async function datasourceOf(sql: string, options: FeedbackDraftOptions): Promise<string | null> {
  const fitting: string[] = [];
  for (const [id, { dialect, catalog }] of options.databases) {
    if (catalog === null) continue;
    const { tables } = await analyzeSql(sql, { dialect, catalog, signal: options.signal });
    const index = createTableIndex(catalog);
    if (tables.length > 0 && tables.every((name) => index.find(name).status === 'found')) {
      fitting.push(id);
    }
  }
  const [only, second] = fitting;
  return second === undefined ? (only ?? null) : null;
}

/** The same run always gives the same id, and no two runs share one. */
function feedbackId(runId: string): string {
  return `feedback-${createHash('sha256').update(runId).digest('hex').slice(0, 16)}`;
}
