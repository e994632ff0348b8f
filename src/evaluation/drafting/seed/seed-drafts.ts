import { type Catalog, formatName, parseName } from '../../../catalog/index.ts';
import { analyzeSql } from '../../../sql/index.ts';
import { type GoldDatabase, type Outcome, questionKey, runGold } from '../../suite/index.ts';
import type { NewDraft } from '../draft-file.ts';
import { type Proposal, proposeQuestions } from './patterns.ts';
import type { PlanData } from './plan-parts.ts';

/**
 * What became of a plan under a role: the SQL that the generator makes of it, which shows every row as the
 * SQL of a suite does, and the text that shows those of the role; or why there is none.
 */
export type PlanOutcome =
  | { readonly status: 'sql'; readonly text: string; readonly narrowed: string }
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
  readonly tryPlan: (plan: PlanData, role: string) => Promise<PlanOutcome>;
  readonly count: number;
  /** The same seed on the same database gives the same drafts. */
  readonly seed: number;
  /** Questions that are there already. */
  readonly known: readonly string[];
  readonly signal: AbortSignal;
  /** Called after each question that was tried. */
  readonly onProgress?: (progress: SeedProgress) => void;
}

/** How far seeding is. */
export interface SeedProgress {
  readonly drafts: number;
  readonly count: number;
  readonly tried: number;
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
  /** Which rows a top list or a group holds is left open: values tie where it is cut, or are missing. */
  readonly ambiguous: number;
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
    ambiguous: 0,
  };
  const known = new Set(options.known.map(questionKey));
  const countedKnown = new Set<string>();
  const results = new Set<string>();
  const touched = new Set<string>();
  const drafts: NewDraft[] = [];
  const used = new Map<string, number>();
  let queues = shuffledQueues(proposeQuestions(options.catalog), options.seed);
  let tried = 0;
  /** Keeps the draft of a proposal, or counts why there is none. */
  const take = async (proposal: Proposal): Promise<'kept' | 'dropped' | 'stopped'> => {
    const key = questionKey(proposal.question);
    if (known.has(key)) {
      if (!countedKnown.has(key)) dropped.duplicateQuestion += 1;
      return 'dropped';
    }
    const trial = await tryProposal(proposal, options, results);
    if (trial.status === 'stopped') return 'stopped';
    if (trial.status === 'dropped') {
      const { withoutMissing } = proposal;
      if (trial.reason === 'ambiguous' && withoutMissing) return take(withoutMissing);
      dropped[trial.reason] += 1;
      return 'dropped';
    }
    known.add(key);
    results.add(trial.result);
    const draft = await draftOf(proposal, trial.sql, options);
    for (const name of draft.tables) touched.add(name);
    used.set(proposal.pattern, (used.get(proposal.pattern) ?? 0) + 1);
    drafts.push(draft);
    return 'kept';
  };
  // What is asked already comes first and is run all the same: nothing else may give its rows.
  for (const proposal of queues.flat().flatMap(withItsVariant)) {
    const key = questionKey(proposal.question);
    if (!known.has(key) || countedKnown.has(key) || options.signal.aborted) continue;
    countedKnown.add(key);
    dropped.duplicateQuestion += 1;
    const trial = await tryProposal(proposal, options, results);
    if (trial.status === 'fine') results.add(trial.result);
  }
  // One draft per table in turn, so that a few questions already touch most of the schema.
  while (queues.length > 0) {
    for (const queue of queues) {
      let outcome: Awaited<ReturnType<typeof take>> = 'dropped';
      while (outcome === 'dropped') {
        if (drafts.length >= options.count || options.signal.aborted) outcome = 'stopped';
        if (outcome === 'stopped') {
          const { length: tables } = options.catalog.tables;
          return { drafts, dropped, tablesTouched: touched.size, tables };
        }
        const proposal = nextProposal(queue, used);
        if (proposal === undefined) break;
        outcome = await take(proposal);
        tried += 1;
        options.onProgress?.({ drafts: drafts.length, count: options.count, tried });
      }
    }
    queues = queues.filter((queue) => queue.length > 0);
  }
  return { drafts, dropped, tablesTouched: touched.size, tables: options.catalog.tables.length };
}

function withItsVariant(proposal: Proposal): Proposal[] {
  return proposal.withoutMissing ? [proposal, proposal.withoutMissing] : [proposal];
}

type Trial =
  | { readonly status: 'fine'; readonly sql: string; readonly result: string }
  | { readonly status: 'dropped'; readonly reason: keyof SeedDrops }
  | { readonly status: 'stopped' };

/** Binds a proposal under the role and runs it, or says what speaks against it. */
async function tryProposal(
  proposal: Proposal,
  options: SeedOptions,
  results: ReadonlySet<string>,
): Promise<Trial> {
  const { database, signal, tryPlan, roles } = options;
  const drop = (reason: keyof SeedDrops): Trial => ({ status: 'dropped', reason });
  const run = async (plan: PlanData) => {
    const outcome = await tryPlan(plan, roles[0] ?? '');
    if (outcome.status !== 'sql') return null;
    const settings = { orderMatters: proposal.orderMatters, signal };
    return { sql: outcome.text, gold: await runGold(outcome.narrowed, database, settings) };
  };
  const found = await run(proposal.plan);
  if (found === null) return drop('invalid');
  if (found.gold.status === 'stopped') return { status: 'stopped' };
  if (found.gold.status === 'failed') return drop('failed');
  const { rows } = found.gold.rows;
  if (rows.length === 0 || rows.every((row) => row.every((cell) => cell === null))) {
    return drop('empty');
  }
  if (rows.length > maxRows) return drop('large');
  if (proposal.withoutMissing && rows.some(([group]) => group === null)) return drop('ambiguous');
  const { limit } = proposal.plan;
  if (typeof limit === 'number' && rows.length === limit) {
    const longer = await run({ ...proposal.plan, limit: limit + 1 });
    if (longer?.gold.status === 'stopped') return { status: 'stopped' };
    const list = longer?.gold.status === 'rows' ? longer.gold.rows.rows : [];
    const values = [list[limit - 1], list[limit]].map((row) => textOf(row?.at(-1) ?? null));
    if (list.length > limit && values[0] === values[1]) return drop('ambiguous');
  }
  const result = textOf(rows);
  return results.has(result) ? drop('sameResult') : { status: 'fine', sql: found.sql, result };
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one));
}

/** Takes out the proposal whose pattern was used least, so that every kind of question occurs. */
function nextProposal(queue: Proposal[], used: ReadonlyMap<string, number>): Proposal | undefined {
  const uses = (proposal: Proposal) => used.get(proposal.pattern) ?? 0;
  let best = 0;
  queue.forEach((proposal, index) => {
    const known = queue[best];
    if (known && uses(proposal) < uses(known)) best = index;
  });
  return queue.splice(best, 1)[0];
}

async function draftOf(proposal: Proposal, sql: string, options: SeedOptions): Promise<NewDraft> {
  const { catalog, database, roles, tryPlan } = options;
  // Without the signal: what was run and found good is kept when somebody stops here.
  const facts = await analyzeSql(sql, { dialect: database.datasource.dialect, catalog });
  const outcome = new Map<string, Outcome>();
  for (const role of roles) {
    if ((await tryPlan(proposal.plan, role)).status === 'sql') outcome.set(role, 'allowed');
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

/** The proposals of each table, tables and proposals in an order that the seed decides. */
function shuffledQueues(
  byTable: ReadonlyMap<string, readonly Proposal[]>,
  seed: number,
): Proposal[][] {
  const random = createRandom(seed);
  return shuffle([...byTable.values()], random).map((list) => shuffle(list, random));
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
