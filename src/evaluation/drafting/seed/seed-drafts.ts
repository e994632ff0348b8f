import { type Catalog, formatName, parseName } from '../../../catalog/index.ts';
import { analyzeSql } from '../../../sql/index.ts';
import { type GoldDatabase, type Outcome, questionKey, runGold } from '../../suite/index.ts';
import type { NewDraft } from '../draft-file.ts';
import { type Proposal, proposeQuestions } from './patterns.ts';
import type { PlanData } from './plan-parts.ts';

/** What became of a plan under a role: the SQL that the generator makes of it, or why there is none. */
export type PlanOutcome =
  | { readonly status: 'sql'; readonly text: string }
  | { readonly status: 'refused' }
  | { readonly status: 'invalid'; readonly reason: string };

export interface SeedOptions {
  readonly datasource: string;
  /** The catalog as the first role sees it. */
  readonly catalog: Catalog;
  readonly database: GoldDatabase;
  /** The first one asks; the others only get an outcome where they reach what is asked. */
  readonly roles: readonly string[];
  /** Binds a plan under a role and generates its SQL. */
  readonly tryPlan: (plan: PlanData, role: string) => PlanOutcome;
  readonly count: number;
  /** The same seed on the same database gives the same drafts. */
  readonly seed: number;
  /** Questions that are there already. */
  readonly known: readonly string[];
  readonly signal: AbortSignal;
}

/** Why proposals were dropped, counted. */
export interface SeedDrops {
  /** The plan did not bind under the role, or has no SQL of one text. */
  readonly invalid: number;
  /** The SQL failed, was cut, or gave other rows each time. */
  readonly failed: number;
  readonly empty: number;
  /** More rows than a person would check. */
  readonly large: number;
  /** The question is there already. */
  readonly duplicateQuestion: number;
  /** Another draft gives the same rows. */
  readonly sameResult: number;
}

export interface SeededDrafts {
  readonly drafts: readonly NewDraft[];
  readonly dropped: SeedDrops;
  readonly tablesTouched: number;
  readonly tables: number;
}

/** Rows that a reviewer still reads. */
const maxRows = 200;

/** Drafts from a schema, spread over its tables. Each was bound under the role and run read-only. */
export async function seedDrafts(options: SeedOptions): Promise<SeededDrafts> {
  const dropped = {
    invalid: 0,
    failed: 0,
    empty: 0,
    large: 0,
    duplicateQuestion: 0,
    sameResult: 0,
  };
  const questions = new Set(options.known.map(questionKey));
  const results = new Set<string>();
  const touched = new Set<string>();
  const drafts: NewDraft[] = [];
  for (const proposal of spread(proposeQuestions(options.catalog), options.seed)) {
    if (drafts.length >= options.count || options.signal.aborted) break;
    const key = questionKey(proposal.question);
    if (questions.has(key)) {
      dropped.duplicateQuestion += 1;
      continue;
    }
    const [role = ''] = options.roles;
    const outcome = options.tryPlan(proposal.plan, role);
    if (outcome.status !== 'sql') {
      dropped.invalid += 1;
      continue;
    }
    const run = await runGold(outcome.text, options.database, {
      orderMatters: proposal.orderMatters,
      signal: options.signal,
    });
    if (run.status === 'stopped') break;
    if (run.status === 'failed') {
      dropped.failed += 1;
      continue;
    }
    const { rows } = run.rows;
    if (rows.length === 0 || rows.every((row) => row.every((cell) => cell === null))) {
      dropped.empty += 1;
      continue;
    }
    if (rows.length > maxRows) {
      dropped.large += 1;
      continue;
    }
    const result = JSON.stringify(rows, (_, value) =>
      typeof value === 'bigint' ? `${value}n` : value,
    );
    if (results.has(result)) {
      dropped.sameResult += 1;
      continue;
    }
    results.add(result);
    questions.add(key);
    const draft = await draftOf(proposal, outcome.text, options);
    for (const name of draft.tables) touched.add(name);
    drafts.push(draft);
  }
  return { drafts, dropped, tablesTouched: touched.size, tables: options.catalog.tables.length };
}

async function draftOf(proposal: Proposal, sql: string, options: SeedOptions): Promise<NewDraft> {
  const { catalog, database, roles, tryPlan } = options;
  const facts = await analyzeSql(sql, {
    dialect: database.datasource.dialect,
    catalog,
    signal: options.signal,
  });
  const outcome = new Map<string, Outcome>();
  for (const role of roles) {
    if (tryPlan(proposal.plan, role).status === 'sql') outcome.set(role, 'allowed');
  }
  return {
    question: proposal.question,
    datasources: [options.datasource],
    status: 'draft',
    kind: 'answer',
    origin: 'seeded',
    difficulty: proposal.difficulty,
    tags: ['seeded', proposal.pattern],
    paraphrase_group: null,
    outcome,
    tables: facts.tables.map((name) => shortName(name, catalog)).sort(),
    columns: facts.columns.map((name) => shortName(name, catalog)).sort(),
    order_matters: proposal.orderMatters,
    sql: `${sql.trim()}\n`,
    rows: null,
    alt_sql: [],
    alt_rows: [],
    plan: proposal.plan,
  };
}

/** A name without the default schema, as suites spell it. */
export function shortName(name: string, catalog: Catalog): string {
  const parts = parseName(name);
  return formatName(
    parts.length > 1 && parts[0] === catalog.defaultSchema ? parts.slice(1) : parts,
  );
}

/** One proposal per table in turn, so that a few questions already touch most of the schema. */
function* spread(
  byTable: ReadonlyMap<string, readonly Proposal[]>,
  seed: number,
): Generator<Proposal> {
  const random = createRandom(seed);
  const queues = shuffle([...byTable.values()], random).map((list) => {
    // The first question stays first: the plainest one about the table.
    const [first, ...rest] = list;
    return first === undefined ? [] : [first, ...shuffle(rest, random)];
  });
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  for (let round = 0; round < longest; round += 1) {
    for (const queue of queues) {
      const proposal = queue[round];
      if (proposal !== undefined) yield proposal;
    }
  }
}

function shuffle<T>(list: readonly T[], random: () => number): T[] {
  const copy = [...list];
  for (let index = copy.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    const kept = copy[index] as T;
    copy[index] = copy[other] as T;
    copy[other] = kept;
  }
  return copy;
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}
