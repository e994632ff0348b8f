import type { Cell } from '../../../catalog/index.ts';
import { pythonNumber, pythonText } from './python-value.ts';
import type { RuleSet } from './rule-set.ts';

/** PromptQuery's end-to-end check: the set of rows, each cell as JSON with `default=str`. */
export const promptquery: RuleSet = {
  name: 'promptquery',
  summary:
    'set of JSON rows: duplicates and order do not count, 1 is not 1.0, a decimal is its text',
  judge(gold, predicted) {
    const goldRows = new Set(gold.rows.map(rowKey));
    const predictedRows = new Set(predicted.rows.map(rowKey));
    return {
      match:
        goldRows.size === predictedRows.size &&
        [...goldRows].every((row) => predictedRows.has(row)),
    };
  },
};

function rowKey(row: readonly Cell[]): string {
  return JSON.stringify(row.map(cellJson));
}

function cellJson(cell: Cell): string {
  if (cell === null || typeof cell === 'boolean') return JSON.stringify(cell);
  if (pythonNumber(cell)) return pythonText(cell);
  if (isList(cell)) return `[${cell.map(cellJson).join(', ')}]`;
  if (typeof cell === 'object' && '$json' in cell) return JSON.stringify(cell.$json);
  return JSON.stringify(pythonText(cell));
}

function isList(cell: Cell): cell is readonly Cell[] {
  return Array.isArray(cell);
}
