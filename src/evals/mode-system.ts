import { readFileSync } from 'node:fs';
import type { Project } from '../config/index.ts';
import { Nl2sqlError } from '../errors.ts';
import { type EvalCase, type EvalSuite, sqlFor } from '../evaluation/suite/index.ts';
import {
  createGoldSystem,
  createRecordedSystem,
  parsePredictions,
  type Question,
  type System,
} from '../evaluation/systems/index.ts';
import type { OpenDatabases } from './open-databases.ts';
import type { EvalMode, EvalRunOptions } from './run-options.ts';

/** The system under test of a mode, and what a person should know about it. */
export interface ModeSystem {
  readonly system: System;
  readonly warnings: readonly string[];
}

export async function createModeSystem(
  mode: EvalMode,
  suites: readonly EvalSuite[],
  _project: Project,
  open: OpenDatabases,
  options: EvalRunOptions,
): Promise<ModeSystem> {
  switch (mode) {
    case 'gold':
      return { system: goldSystem(suites, open), warnings: [] };
    case 'recorded':
      return recordedSystem(suites, options.predictions);
    default:
      throw new Nl2sqlError('USAGE', {
        problem: `mode ${mode} is not available`,
        fix: 'Use --mode gold or --mode recorded --predictions FILE.',
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

function recordedSystem(suites: readonly EvalSuite[], path: string | undefined): ModeSystem {
  if (path === undefined) {
    throw new Nl2sqlError('USAGE', {
      problem: 'mode recorded needs a file of predictions',
      fix: 'Give it with --predictions FILE.',
    });
  }
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Nl2sqlError('FILE_NOT_READABLE', { path, what: 'Predictions', reason }, { cause });
  }
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
