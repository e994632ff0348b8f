import { type Share, shareOf, wilsonInterval } from '../metrics/index.ts';
import { type RoleClass, roleClasses, type Scorer } from '../scorers/index.ts';
import type {
  ReportAccuracy,
  ReportCase,
  ReportSummary,
  RunStatus,
  ScorerSummary,
  StatusCounts,
} from './report.ts';

/** What the runs of a report add up to. Every figure of the scoreboard is derived here and only here. */
export function summarize(
  cases: readonly ReportCase[],
  scorers: readonly Pick<Scorer, 'name' | 'version'>[],
): {
  readonly summary: ReportSummary;
  readonly accuracy: ReportAccuracy;
  readonly scores: Record<string, ScorerSummary>;
} {
  const bySuite = groupBy(cases, (run) => [run.suite]);
  const byRole = groupBy(cases, (run) => [run.role]);
  const byTag = groupBy(cases, (run) => run.tags);
  const byDifficulty = groupBy(cases, (run) => (run.difficulty === null ? [] : [run.difficulty]));
  const has = (run: ReportCase, flag: string) => flagsOf(run).includes(flag);
  const passes = cases.filter((run) => run.status === 'pass');
  return {
    summary: {
      ...countStatuses(cases),
      lenient: cases.filter(isLenientOnly).length,
      vacuous: passes.filter((run) => has(run, 'vacuous')).length,
      weak: cases.filter((run) => has(run, 'weak')).length + passes.filter(isWeakRefusal).length,
      stated: cases.filter((run) => run.stated === true).length,
      errors: {
        gold: cases.filter((run) => run.errorKind === 'gold').length,
        infrastructure: cases.filter((run) => run.errorKind === 'infrastructure').length,
        system: cases.filter((run) => run.errorKind === 'system').length,
      },
      roleClasses: countRoleClasses(cases),
      bySuite: mapValues(bySuite, countStatuses),
      byRole: mapValues(byRole, countStatuses),
      byTag: mapValues(byTag, countStatuses),
      byDifficulty: mapValues(byDifficulty, countStatuses),
    },
    accuracy: {
      overall: overallAccuracy(cases),
      execution: executionAccuracy(cases, isMatch),
      lenient: executionAccuracy(cases, (run) => isMatch(run) || isLenientOnly(run)),
      bySuite: mapValues(bySuite, overallAccuracy),
      byRole: mapValues(byRole, overallAccuracy),
      byTag: mapValues(byTag, overallAccuracy),
      byDifficulty: mapValues(byDifficulty, overallAccuracy),
    },
    scores: Object.fromEntries(
      scorers.map((scorer) => [scorer.name, summarizeScorer(cases, scorer)]),
    ),
  };
}

/** Accuracy counts a system's errors as not passed, so leaving questions out never helps. */
function overallAccuracy(cases: readonly ReportCase[]): Share {
  return shareOf(cases.filter((run) => run.status === 'pass').length, cases.filter(counts).length);
}

function executionAccuracy(
  cases: readonly ReportCase[],
  isRight: (run: ReportCase) => boolean,
): Share {
  const asked = cases.filter(
    (run) =>
      run.kind === 'answer' &&
      run.expected === 'allowed' &&
      run.retriever === undefined &&
      counts(run),
  );
  return shareOf(asked.filter(isRight).length, asked.length);
}

/** Gold and infrastructure errors and skips are outside every accuracy. */
function counts(run: ReportCase): boolean {
  return run.status === 'pass' || run.status === 'fail' || run.errorKind === 'system';
}

function isMatch(run: ReportCase): boolean {
  return run.scores['result_match']?.passed === true;
}

function isLenientOnly(run: ReportCase): boolean {
  return run.scores['result_match']?.detail['verdict'] === 'lenient';
}

function flagsOf(run: ReportCase): readonly string[] {
  const flags = run.scores['result_match']?.detail['flags'];
  return Array.isArray(flags) ? flags : [];
}

/** A refusal of a name that nobody has: right, and maybe by luck. */
function isWeakRefusal(run: ReportCase): boolean {
  return run.scores['outcome']?.detail['weak'] !== undefined;
}

export function countStatuses(cases: readonly ReportCase[]): StatusCounts {
  const count = (status: RunStatus) => cases.filter((run) => run.status === status).length;
  return {
    total: cases.length,
    pass: count('pass'),
    fail: count('fail'),
    error: count('error'),
    skip: count('skip'),
  };
}

function countRoleClasses(cases: readonly ReportCase[]): Record<RoleClass, number> {
  const count = (name: RoleClass) => cases.filter((run) => run.roleClass === name).length;
  return Object.fromEntries(roleClasses.map((name) => [name, count(name)])) as Record<
    RoleClass,
    number
  >;
}

function summarizeScorer(
  cases: readonly ReportCase[],
  scorer: Pick<Scorer, 'name' | 'version'>,
): ScorerSummary {
  let passed = 0;
  let failed = 0;
  let errors = 0;
  let sum = 0;
  for (const run of cases) {
    const score = run.scores[scorer.name];
    if (score?.state === 'error') errors += 1;
    if (score?.state !== 'scored') continue;
    if (score.passed === true) passed += 1;
    else failed += 1;
    sum += score.value ?? 0;
  }
  const scored = passed + failed;
  return {
    version: scorer.version,
    applied: scored + errors,
    passed,
    failed,
    errors,
    mean: scored === 0 ? null : sum / scored,
    interval: wilsonInterval(passed, scored),
  };
}

function groupBy(
  cases: readonly ReportCase[],
  keysOf: (run: ReportCase) => readonly string[],
): Map<string, ReportCase[]> {
  const groups = new Map<string, ReportCase[]>();
  for (const run of cases) {
    for (const key of keysOf(run)) {
      const group = groups.get(key);
      if (group) group.push(run);
      else groups.set(key, [run]);
    }
  }
  return groups;
}

function mapValues<Value>(
  groups: ReadonlyMap<string, readonly ReportCase[]>,
  change: (cases: readonly ReportCase[]) => Value,
): Record<string, Value> {
  return Object.fromEntries([...groups].map(([key, cases]) => [key, change(cases)]));
}
