import type { Catalog } from '../../catalog/index.ts';
import type { Project } from '../../config/index.ts';
import { Nl2sqlError } from '../../errors.ts';
import { comparePaired, summarizeRetrieval } from '../../evaluation/metrics/index.ts';
import {
  type Report,
  type ReportCase,
  recordScore,
  reportFormatVersion,
  summarize,
  verdictOf,
} from '../../evaluation/records/index.ts';
import {
  createGoldCatalog,
  type GoldCatalog,
  type RetrievalEvidence,
  type RetrievalGold,
  type RetrievedSchema,
  resolveGold,
  retrievalRecall,
  retrievalRouting,
} from '../../evaluation/scorers/index.ts';
import { type EvalCase, type EvalSuite, selectCases } from '../../evaluation/suite/index.ts';
import { loadTokenCounter, schemaText, tokenizerName } from '../../retrieval/index.ts';
import { chooseRoles, versions } from '../run-evaluation.ts';
import type { EvalRunOptions } from '../run-options.ts';
import { describeRetrievalSettings } from './describe-settings.ts';
import { type Meanings, openMeanings } from './meanings.ts';
import {
  budgetOf,
  type RetrievalPlan,
  type RetrieverName,
  withDefaults,
} from './retrieval-options.ts';
import { createRetrieverPool, type RetrieverPool } from './retriever-pool.ts';
import { loadSchemaSources, type SchemaSource } from './schema-source.ts';

/** A case asked as a role that is allowed its answer. */
interface RetrievalJob {
  readonly suite: EvalSuite;
  readonly case: EvalCase;
  readonly role: string;
  readonly gold: RetrievalGold;
}

/** What one retrieval came to: its line of the record, and the figures that are averaged. */
interface Retrieval {
  readonly line: ReportCase;
  readonly milliseconds: number;
}

const scorers = [retrievalRecall, retrievalRouting];

/** The retrievers that are ours; the baselines do not route. */
const ourNames: readonly RetrieverName[] = ['nl2sql', 'nl2sql-lexical'];

/**
 * Mode retrieval: which tables and columns each retriever sends for each case, and where the question is
 * routed. No model, and no SQL is run. The first retriever decides status, accuracy and exit code; the
 * others stand beside it.
 *
 * @param fixture a schema that stands in for every datasource of the cases
 */
export async function runRetrieval(
  suites: readonly EvalSuite[],
  project: Project,
  options: EvalRunOptions,
  fixture: Catalog | null,
): Promise<Report> {
  const startedAt = new Date();
  const started = performance.now();
  const signal = options.signal ?? new AbortController().signal;
  const plan = withDefaults(options.retrieval ?? {});
  const chosen = selectCases(suites, options.cases);
  const roles = chooseRoles(suites, options.roles);
  const { sources, failures } =
    fixture === null
      ? await loadSchemaSources(neededSources(chosen.flat(), project), signal)
      : { sources: fixtureSources(chosen.flat(), fixture), failures: new Map<string, string>() };
  const [firstFailure] = failures;
  if (sources.size === 0 && firstFailure !== undefined) {
    throw new Nl2sqlError('DATASOURCE_UNAVAILABLE', {
      datasource: firstFailure[0],
      tried: 'reading its schema',
      reason: firstFailure[1],
      fix: 'No datasource of this run can be reached; nothing was run.',
    });
  }
  const { jobs, notScored } = schedule(suites, chosen, roles, sources);
  const questions = jobs.map((job) => job.case.question);
  const pool = createRetrieverPool(sources, project, plan, questions);
  const countTokens = await loadTokenCounter();
  const isLinked = jobs.some(
    (job) => job.case.tables.length + (job.case.tables_any_of ?? []).length > 0,
  );
  const retrievers = isLinked ? plan.retrievers : plan.retrievers.slice(0, 1);
  const total = jobs.length * retrievers.length * plan.noise.length;
  const groups: { retriever: RetrieverName; noise: number; retrievals: Retrieval[] }[] = [];
  let [done, failed, errors] = [0, 0, 0];
  const meanings =
    isLinked && retrievers.includes('nl2sql') ? await openMeanings(project, signal) : null;
  try {
    for (const noise of plan.noise) {
      for (const retriever of retrievers) {
        const retrievals: Retrieval[] = [];
        groups.push({ retriever, noise, retrievals });
        const context: RetrieveContext = {
          pool,
          plan,
          failures,
          countTokens,
          meanings: retriever === 'nl2sql' ? meanings : null,
        };
        await warmUp(jobs, retriever, noise, context);
        for (const job of jobs) {
          if (signal.aborted) break;
          const retrieval = await retrieve(job, retriever, noise, context);
          retrievals.push(retrieval);
          done += 1;
          if (retrieval.line.status === 'fail') failed += 1;
          if (retrieval.line.status === 'error') errors += 1;
          options.onProgress?.({ done, total, failed, errors });
          // Breathe, so that an interrupt is heard between retrievals.
          if (done % 64 === 0) await new Promise((wake) => setImmediate(wake));
        }
      }
    }
  } catch (error) {
    // An interrupt inside the embedding model: what is done is kept.
    if (!signal.aborted) throw error;
  } finally {
    await meanings?.close();
  }
  const lines = groups.flatMap(({ retrievals }) => retrievals.map(({ line }) => line));
  const [decisive = 'nl2sql'] = retrievers;
  return {
    formatVersion: reportFormatVersion,
    mode: 'retrieval',
    systems: [...retrievers],
    suites: suites.map((suite) => ({
      name: suite.name,
      path: suite.path,
      digest: suite.digest,
      cases: new Set(jobs.filter((job) => job.suite === suite).map((job) => job.case.id)).size,
    })),
    settings: describeRetrievalSettings(options, plan, project, retrievers),
    versions: versions(),
    startedAt: startedAt.toISOString(),
    elapsedMs: Math.round(performance.now() - started),
    stopped: signal.aborted ? 'user' : null,
    warnings: [
      ...[...failures].map(([id, message]) => `datasource "${id}" is away: ${message}`),
      ...(notScored === 0
        ? []
        : [`${notScored} runs whose outcome is not "allowed" are not scored in mode retrieval`]),
    ],
    ...summarize(
      lines.filter((line) => line.retriever === decisive),
      scorers,
    ),
    retrieval: groups.map(({ retriever, noise, retrievals }) => ({
      retriever,
      noise,
      ...summarizeRetrieval(retrievals.map(measuresOf)),
      tokenizer: tokenizerName,
    })),
    paired: pairs(groups, decisive),
    cases: lines,
  };
}

/** Only allowed outcomes ask for tables; others are counted. */
function schedule(
  suites: readonly EvalSuite[],
  chosen: readonly (readonly EvalCase[])[],
  roles: ReadonlySet<string> | null,
  sources: ReadonlyMap<string, SchemaSource>,
): { readonly jobs: readonly RetrievalJob[]; readonly notScored: number } {
  const catalogs = new Map<string, GoldCatalog>();
  for (const { id, catalog } of sources.values()) catalogs.set(id, createGoldCatalog(id, catalog));
  const jobs: RetrievalJob[] = [];
  let notScored = 0;
  for (const [index, suite] of suites.entries()) {
    for (const evalCase of chosen[index] ?? []) {
      const gold = resolveGold(
        evalCase,
        evalCase.datasources.flatMap((id) => catalogs.get(id) ?? []),
      );
      for (const [role, outcome] of evalCase.outcome) {
        if (roles !== null && !roles.has(role)) continue;
        if (outcome === 'allowed') jobs.push({ suite, case: evalCase, role, gold });
        else notScored += 1;
      }
    }
  }
  return { jobs, notScored };
}

/** Every datasource a question could be routed to, and those the cases name. */
function neededSources(cases: readonly EvalCase[], project: Project) {
  const known = new Set(project.datasources.map(({ id }) => id));
  const missing = cases.flatMap((evalCase) => evalCase.datasources).find((id) => !known.has(id));
  if (missing !== undefined && known.size === 0) {
    throw new Nl2sqlError('DATASOURCE_UNKNOWN', { id: missing, known: [] });
  }
  return project.datasources;
}

function fixtureSources(
  cases: readonly EvalCase[],
  fixture: Catalog,
): ReadonlyMap<string, SchemaSource> {
  const ids = new Set(cases.flatMap((evalCase) => evalCase.datasources));
  return new Map(
    [...ids].map((id) => [id, { id, catalog: fixture, dialect: 'postgres', configured: null }]),
  );
}

interface RetrieveContext {
  readonly pool: RetrieverPool;
  readonly plan: RetrievalPlan;
  readonly failures: ReadonlyMap<string, string>;
  readonly countTokens: (text: string) => number;
  /** null where the retriever goes by words alone. */
  readonly meanings: Meanings | null;
}

async function retrieve(
  job: RetrievalJob,
  name: RetrieverName,
  noise: number,
  { pool, plan, failures, countTokens, meanings }: RetrieveContext,
): Promise<Retrieval> {
  const { question, datasources } = job.case;
  const budget = budgetOf(plan, countTokens);
  const retrieved: RetrievedSchema[] = [];
  let tokensSent = 0;
  let milliseconds = 0;
  let unavailable: string | null = null;
  for (const id of job.gold.status === 'resolved' && !namesTables(job.case) ? [] : datasources) {
    const pooled = pool.retriever(id, job.role, name, noise);
    if (pooled === null) {
      unavailable = failures.get(id) ?? `datasource "${id}" is not known`;
      continue;
    }
    const start = performance.now();
    const selection =
      meanings === null
        ? pooled.retriever.retrieve(question, budget)
        : pooled.retriever.retrieve(
            question,
            budget,
            await meanings.similarities(pooled.catalog, question),
          );
    milliseconds += performance.now() - start;
    tokensSent += countTokens(schemaText(selection, pooled.catalog));
    retrieved.push({
      datasource: id,
      tables: selection.tables.map((table) => ({
        name: table.name,
        columns: table.columns.map((column) => column.name),
      })),
      ranking: selection.ranking,
    });
  }
  const routed = ourNames.includes(name) ? pool.router(job.role).route(question) : null;
  const evidence: RetrievalEvidence = {
    case: job.case,
    role: job.role,
    expected: 'allowed',
    gold: job.gold,
    retrieved,
    routed: routed === null ? null : routed.map(({ id, score }) => ({ id, score })),
    unavailable,
    require: plan.require,
  };
  return { line: recordLine(job, name, noise, evidence, tokensSent, milliseconds), milliseconds };
}

function namesTables(evalCase: EvalCase): boolean {
  return evalCase.tables.length > 0 || (evalCase.tables_any_of ?? []).length > 0;
}

/** Builds indexes and embeds tables outside the timed part. */
async function warmUp(
  jobs: readonly RetrievalJob[],
  name: RetrieverName,
  noise: number,
  { pool, plan, countTokens, meanings }: RetrieveContext,
): Promise<void> {
  const [first] = jobs;
  for (const id of first?.case.datasources ?? []) {
    const pooled = pool.retriever(id, first?.role ?? '', name, noise);
    pooled?.retriever.retrieve(first?.case.question ?? '', budgetOf(plan, countTokens));
  }
  if (meanings === null) return;
  for (const job of jobs.filter((asked) => namesTables(asked.case))) {
    for (const id of job.case.datasources) {
      const pooled = pool.retriever(id, job.role, name, noise);
      if (pooled !== null) await meanings.prepare(pooled.catalog);
    }
  }
}

function recordLine(
  job: RetrievalJob,
  retriever: RetrieverName,
  noise: number,
  evidence: RetrievalEvidence,
  tokensSent: number,
  milliseconds: number,
): ReportCase {
  const scores = scorers.map((scorer) => ({ name: scorer.name, score: scorer.score(evidence) }));
  const recorded = Object.fromEntries(scores.map(({ name, score }) => [name, recordScore(score)]));
  const { case: evalCase } = job;
  const [only] = evalCase.datasources;
  const recall = recorded['retrieval_recall'];
  const { tables, columns, ...figures } = recall?.detail ?? {};
  if (recall !== undefined) recorded['retrieval_recall'] = { ...recall, detail: figures };
  return {
    suite: job.suite.name,
    id: evalCase.id,
    role: job.role,
    system: retriever,
    retriever,
    noise,
    question: evalCase.question,
    kind: evalCase.kind,
    tags: evalCase.tags,
    difficulty: evalCase.difficulty,
    datasource: evalCase.datasources.length === 1 ? (only ?? null) : null,
    expected: 'allowed',
    ...verdictOf(scores),
    scores: recorded,
    sql: null,
    latencyMs: Math.round(milliseconds * 1000) / 1000,
    orderMatters: evalCase.order_matters,
    detail: {
      ...(tables === undefined ? {} : { tables, columns }),
      ...figures,
      ...(evidence.retrieved.length === 0 ? {} : { tokensSent }),
      ...(evidence.routed === null
        ? {}
        : {
            routed: evidence.routed.map(({ id }) => id),
            routedScores: Object.fromEntries(evidence.routed.map(({ id, score }) => [id, score])),
          }),
    },
  };
}

function measuresOf({ line, milliseconds }: Retrieval) {
  const recall = line.scores['retrieval_recall'];
  const detail = recall?.detail as Record<string, number> & { recallAt?: Record<string, number> };
  return {
    passed: line.status === 'pass',
    recall:
      recall?.state === 'scored'
        ? {
            tableRecall: detail['tableRecall'] ?? 0,
            columnRecall: detail['columnRecall'] ?? null,
            recallAt: detail.recallAt ?? {},
            reciprocalRank: detail['reciprocalRank'] ?? 0,
            precision: detail['precision'] ?? 0,
          }
        : null,
    tablesSent: detail?.['tablesSent'] ?? 0,
    columnsSent: detail?.['columnsSent'] ?? 0,
    tokensSent: (line.detail?.['tokensSent'] as number | undefined) ?? 0,
    milliseconds,
  };
}

/** The decisive retriever against each other one, question by question, on schema linking alone. */
function pairs(
  groups: readonly { retriever: RetrieverName; noise: number; retrievals: readonly Retrieval[] }[],
  decisive: RetrieverName,
) {
  const passes = ({ line }: Retrieval) => line.scores['retrieval_recall']?.passed === true;
  return groups.flatMap(({ retriever: against, noise, retrievals }) => {
    const ours = groups.find((group) => group.retriever === decisive && group.noise === noise);
    if (against === decisive || ours === undefined) return [];
    const outcomes = retrievals.flatMap((theirs, place): [boolean, boolean][] => {
      const own = ours.retrievals[place];
      const isScored = theirs.line.scores['retrieval_recall']?.state === 'scored';
      return own === undefined || !isScored ? [] : [[passes(own), passes(theirs)]];
    });
    return [{ retriever: decisive, against, noise, ...comparePaired(outcomes) }];
  });
}
