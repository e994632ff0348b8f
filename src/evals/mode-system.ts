import type { Project } from '../config/index.ts';
import type { PlanTarget } from '../engine/index.ts';
import { Nl2sqlError } from '../errors.ts';
import type { Databases } from '../evaluation/runner/index.ts';
import { type EvalCase, type EvalSuite, selectCases, sqlFor } from '../evaluation/suite/index.ts';
import {
  createGoldSystem,
  createRecordedSystem,
  parsePredictions,
  type Question,
  type System,
} from '../evaluation/systems/index.ts';
import { viewLineages } from '../sql/index.ts';
import { readUserFile } from '../validation/index.ts';
import type { OpenDatabases } from './open-databases.ts';
import type { EvalMode, EvalRunOptions } from './run-options.ts';
import { usersOf } from './user-values.ts';

/** The system under test of a mode, and what a person should know about it. */
export interface ModeSystem {
  readonly system: System;
  readonly warnings: readonly string[];
}

export async function createModeSystem(
  mode: EvalMode,
  suites: readonly EvalSuite[],
  project: Project,
  open: OpenDatabases,
  options: EvalRunOptions,
): Promise<ModeSystem> {
  switch (mode) {
    case 'gold':
      return { system: goldSystem(suites, open), warnings: [] };
    case 'recorded':
      return recordedSystem(suites, options.predictions);
    case 'plans':
      return plansSystem(suites, project, open, options);
    default:
      throw new Nl2sqlError('USAGE', {
        problem: `mode ${mode} is not available`,
        fix: 'Use --mode gold, --mode plans or --mode recorded --predictions FILE.',
      });
  }
}

/** Finds cases by suite and id. */
export function caseLookup(suites: readonly EvalSuite[]): (question: Question) => EvalCase | null {
  const cases = new Map(
    suites.flatMap((suite) =>
      suite.cases.map((evalCase) => [JSON.stringify([suite.name, evalCase.id]), evalCase] as const),
    ),
  );
  return ({ suite, id }) => cases.get(JSON.stringify([suite, id])) ?? null;
}

function goldSystem(suites: readonly EvalSuite[], open: OpenDatabases): System {
  const find = caseLookup(suites);
  return createGoldSystem((question) => {
    const evalCase = find(question);
    const [id] = question.datasources;
    const database = id === undefined ? undefined : open.databases.get(id);
    const sql = evalCase?.sql ?? null;
    return {
      outcome: evalCase?.outcome.get(question.role) ?? 'unanswerable',
      sql:
        sql === null
          ? null
          : typeof sql === 'string'
            ? sql
            : sqlFor(sql, database?.datasource.dialect ?? 'sqlite'),
    };
  });
}

/** Every plan is there before anything runs, so that no run ends half judged. */
async function plansSystem(
  suites: readonly EvalSuite[],
  project: Project,
  open: OpenDatabases,
  options: EvalRunOptions,
): Promise<ModeSystem> {
  const chosen = selectCases(suites, options.cases).flat();
  const missing = chosen.filter(
    (evalCase) => evalCase.kind === 'answer' && evalCase.sql !== null && evalCase.plan === null,
  );
  if (missing.length > 0) {
    throw new Nl2sqlError('PLANS_MISSING', { cases: missing.map((evalCase) => evalCase.id) });
  }
  const find = caseLookup(suites);
  const { createPlansSystem } = await import('../engine-system.ts');
  return {
    system: createPlansSystem({
      planOf: find,
      targets: await planTargets(open.databases),
      policies: project.policies,
      users: usersOf(project, options),
    }),
    warnings: [],
  };
}

async function planTargets(databases: Databases): Promise<ReadonlyMap<string, PlanTarget>> {
  const entries = [...databases].map(async ([id, database]) => {
    // Asked again where it could not be read, for the reason.
    const catalog = (await database.catalog()) ?? (await database.datasource.introspect());
    const views = viewLineages(catalog, database.datasource.dialect);
    return [id, { ...database, catalog, views }] as const;
  });
  return new Map(await Promise.all(entries));
}

function recordedSystem(suites: readonly EvalSuite[], path: string | undefined): ModeSystem {
  if (path === undefined) {
    throw new Nl2sqlError('USAGE', {
      problem: 'mode recorded needs a file of predictions',
      fix: 'Give it with --predictions FILE.',
    });
  }
  const text = readUserFile(path, 'Predictions');
  const predictions = parsePredictions(text, path);
  const known = new Set(suites.flatMap((suite) => suite.cases.map((evalCase) => evalCase.id)));
  const unknown = [...new Set(predictions.map(({ id }) => id).filter((id) => !known.has(id)))];
  return {
    system: createRecordedSystem(predictions),
    warnings:
      unknown.length === 0
        ? []
        : [`predictions name cases that no suite here has: ${unknown.join(', ')}`],
  };
}
