import type { Project } from '../config/index.ts';
import { Nl2sqlError } from '../errors.ts';
import {
  type Report,
  type ReportCase,
  recordRun,
  recordSkipped,
  reportFormatVersion,
  summarize,
} from '../evaluation/records/index.ts';
import { type Job, runJobs, scheduleJobs } from '../evaluation/runner/index.ts';
import { answerScorers, type Scorer } from '../evaluation/scorers/index.ts';
import { type EvalSuite, selectCases } from '../evaluation/suite/index.ts';
import type { System } from '../evaluation/systems/index.ts';
import { packageVersion } from '../package-files.ts';
import { nearest } from '../validation/index.ts';
import { createModeSystem } from './mode-system.ts';
import { nameWarnings } from './name-warnings.ts';
import { type OpenDatabases, openDatabases } from './open-databases.ts';
import { type EvalRunOptions, modeOf } from './run-options.ts';
import { createScopeJudge } from './scope-judge.ts';

const defaultConcurrency = 4;

/** Runs suites in one mode and gives the report. Nothing is written. */
export async function runEvaluation(
  suites: readonly EvalSuite[],
  project: Project,
  options: EvalRunOptions,
): Promise<Report> {
  const startedAt = new Date();
  const started = performance.now();
  const mode = modeOf(options);
  const scorers = chooseScorers(options.scorers);
  const { jobs, skipped } = scheduleJobs(suites, selectCases(suites, options.cases), {
    roles: chooseRoles(suites, options.roles),
    clarify: options.clarify ?? false,
    routingCases: mode === 'recorded' || mode === 'full',
  });
  const signal = options.signal ?? new AbortController().signal;
  const open = await openDatabases(datasourcesOf(jobs), project, {
    ...(options.rowLimit === undefined ? {} : { rowLimit: options.rowLimit }),
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    signal,
  });
  try {
    const { system, warnings } = await createModeSystem(mode, suites, project, open, options);
    const names = nameWarnings(suites, project, open.databases);
    const lines = await runAll(jobs, system, scorers, project, open, options, signal);
    const cases = [...lines.cases, ...skipped.map((job) => recordSkipped(job, system.name))];
    await system.close?.();
    return {
      formatVersion: reportFormatVersion,
      mode,
      systems: [system.name],
      suites: suites.map((suite) => describeSuite(suite, jobs)),
      settings: describeSettings(options),
      versions: versions(),
      startedAt: startedAt.toISOString(),
      elapsedMs: Math.round(performance.now() - started),
      stopped: lines.isStopped ? 'user' : null,
      warnings: [...open.warnings, ...warnings, ...(await names)],
      ...summarize(cases, scorers),
      cases,
    };
  } finally {
    await open.close();
  }
}

async function runAll(
  jobs: readonly Job[],
  system: System,
  scorers: readonly Scorer[],
  project: Project,
  open: OpenDatabases,
  options: EvalRunOptions,
  signal: AbortSignal,
): Promise<{ readonly cases: ReportCase[]; readonly isStopped: boolean }> {
  const byIndex: (ReportCase | undefined)[] = new Array(jobs.length).fill(undefined);
  // Reviewed SQL and our own generator's are not judged as a stranger's is.
  const trusted = system.name === 'gold';
  let done = 0;
  let failed = 0;
  let errors = 0;
  const end = await runJobs(jobs, {
    system,
    databases: open.databases,
    gold: options.gold ?? null,
    answerTimeoutMs: options.timeoutMs ?? 30_000,
    judgeScope:
      trusted && !hasRowFilters(project)
        ? null
        : (options.judgeScope ?? createScopeJudge(project, open.databases, options)),
    guardsSql: !trusted,
    signal,
    concurrency: options.concurrency ?? defaultConcurrency,
    onEvidence: (evidence, index) => {
      const line = recordRun(evidence, scorers, options.store ?? 'rows');
      byIndex[index] = line;
      done += 1;
      if (line.status === 'fail') failed += 1;
      if (line.status === 'error') errors += 1;
      options.onProgress?.({ done, total: jobs.length, failed, errors });
    },
  });
  return {
    cases: byIndex.filter((line) => line !== undefined),
    isStopped: end.status === 'stopped',
  };
}

/** Whether the reviewed SQL has to be narrowed for some role before it runs. */
function hasRowFilters({ policies }: Project): boolean {
  return [...(policies?.roles.values() ?? [])].some((role) => role.rowFilters.length > 0);
}

/** A routing case is judged without a database. */
function datasourcesOf(jobs: readonly Job[]): string[] {
  const asked = jobs.filter((job) => job.case.kind === 'answer');
  return [...new Set(asked.flatMap((job) => job.case.datasources))].sort();
}

function chooseScorers(names: readonly string[] | undefined): readonly Scorer[] {
  if (names === undefined) return answerScorers;
  const known = answerScorers.map((scorer) => scorer.name);
  return names.map((name) => {
    const scorer = answerScorers.find((candidate) => candidate.name === name);
    if (scorer !== undefined) return scorer;
    const suggestion = nearest(name, known);
    throw new Nl2sqlError('USAGE', {
      problem: `unknown scorer "${name}"; known: ${known.join(', ')}`,
      fix:
        suggestion === undefined
          ? 'Name one of the known scorers.'
          : `Did you mean "${suggestion}"?`,
    });
  });
}

/** The roles asked for; a role that no case names is a usage error. */
export function chooseRoles(
  suites: readonly EvalSuite[],
  roles: readonly string[] | undefined,
): ReadonlySet<string> | null {
  if (roles === undefined || roles.length === 0) return null;
  const known = new Set(
    suites.flatMap((suite) => suite.cases.flatMap((evalCase) => [...evalCase.outcome.keys()])),
  );
  for (const role of roles) {
    if (known.has(role)) continue;
    const suggestion = nearest(role, [...known]);
    throw new Nl2sqlError('USAGE', {
      problem: `no case names the role "${role}"; roles here: ${[...known].join(', ')}`,
      fix: suggestion === undefined ? 'Name a role of the suite.' : `Did you mean "${suggestion}"?`,
    });
  }
  return new Set(roles);
}

function describeSuite(suite: EvalSuite, jobs: readonly Job[]): Report['suites'][number] {
  const cases = new Set(jobs.filter((job) => job.suite === suite).map((job) => job.case.id));
  return { name: suite.name, path: suite.path, digest: suite.digest, cases: cases.size };
}

function describeSettings(options: EvalRunOptions): Report['settings'] {
  const { signal: _, onProgress: __, judgeScope: ___, ...settings } = options;
  return { concurrency: defaultConcurrency, store: 'rows', ...settings };
}

/** What a record says it was made with. */
export function versions(): Record<string, string> {
  return { nl2sql: packageVersion(), node: process.versions.node };
}
