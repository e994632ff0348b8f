import { isHashable, pythonRowKey } from './python-value.ts';
import type { RuleSet } from './rule-set.ts';

/** BIRD's execution accuracy: `set(predicted) == set(gold)` over the driver's tuples. */
export const bird: RuleSet = {
  name: 'bird',
  summary: 'set of rows: duplicates and order do not count, columns by position, no tolerance',
  judge(gold, predicted) {
    if (![...gold.rows, ...predicted.rows].every((row) => row.every(isHashable))) {
      return {
        match: false,
        detail: 'a list or JSON value cannot be in a set: scored as an error',
      };
    }
    const goldRows = new Set(gold.rows.map(pythonRowKey));
    const predictedRows = new Set(predicted.rows.map(pythonRowKey));
    return {
      match:
        goldRows.size === predictedRows.size &&
        [...goldRows].every((row) => predictedRows.has(row)),
    };
  },
};
