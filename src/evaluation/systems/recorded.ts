import { extractSql } from '../../sql/index.ts';
import type { Prediction } from './predictions.ts';
import type { Observation, System } from './system.ts';

/**
 * A system that answers from a file of predictions. A prediction for the role wins over one for every
 * role; without either the answer is an `error`, so leaving questions out never helps.
 */
export function createRecordedSystem(predictions: readonly Prediction[]): System {
  const byKey = new Map<string, Prediction>();
  for (const prediction of predictions) byKey.set(key(prediction.id, prediction.role), prediction);
  return {
    name: 'recorded',
    async ask({ id, role }) {
      const prediction = byKey.get(key(id, role)) ?? byKey.get(key(id, null));
      return prediction === undefined
        ? { kind: 'error', message: 'no prediction for this case and role' }
        : observe(prediction);
    },
  };
}

function key(id: string, role: string | null): string {
  return JSON.stringify([id, role]);
}

function observe(prediction: Prediction): Observation {
  const common =
    prediction.datasources === undefined ? {} : { datasources: prediction.datasources };
  switch (prediction.kind) {
    case 'text':
      return { ...common, ...sqlObservation(prediction.text) };
    case 'rows':
      return { ...common, kind: 'rows', result: prediction.result };
    case 'error':
      return { ...common, kind: 'error', message: prediction.message };
    default:
      return {
        ...common,
        kind: prediction.kind,
        ...(prediction.message === undefined ? {} : { message: prediction.message }),
      };
  }
}

/** The SQL in a model's text; several different candidates are not guessed among. */
function sqlObservation(text: string): Observation {
  const extracted = extractSql(text);
  switch (extracted.kind) {
    case 'sql':
      return { kind: 'sql', sql: extracted.sql };
    case 'several':
      return {
        kind: 'no-sql',
        reason: 'several-candidates',
        message: `the text holds ${extracted.candidates.length} different queries`,
      };
    case 'none':
      return { kind: 'no-sql', reason: 'no-sql', message: 'the text holds no SQL' };
  }
}
