import type { Catalog } from '../../catalog/index.ts';
import { splitName } from '../text/words.ts';
import { labelColumn } from './column-scores.ts';
import type { ConceptTarget } from './question-concepts.ts';

/** Finds values of the data in a question; empty where no values may be read. */
export interface ValueIndex {
  /** Columns that hold a value which starts at a place of the question, longest value first. */
  match(words: readonly string[], place: number): ValueMatch | null;
}

export interface ValueMatch {
  readonly length: number;
  readonly targets: readonly ConceptTarget[];
}

/** A value in more columns than this tells nothing. */
const mostHolders = 3;
const longestValue = 5;
/** A value names the rows of a table where it stands in their label, and less surely elsewhere. */
const besideLabel = 0.4;

/** Indexes the samples of a catalog as whole values, so that a name of several words is met as one. */
export function createValueIndex(catalog: Catalog): ValueIndex {
  const values = new Map<string, ConceptTarget[]>();
  for (const [table, content] of catalog.tables.entries()) {
    if (!content.columns.some(({ samples }) => samples !== undefined)) continue;
    const label = labelColumn(content);
    for (const [column, { samples }] of content.columns.entries()) {
      for (const sample of samples ?? []) {
        const words = splitName(sample);
        if (words.length === 0 || words.length > longestValue) continue;
        const key = words.join(' ');
        if (key.length < 3 || /^[\d ]+$/.test(key)) continue;
        const holders = values.get(key);
        const target: ConceptTarget = {
          table,
          column,
          certainty: column === label ? 1 : besideLabel,
          isValue: true,
        };
        if (holders) holders.push(target);
        else values.set(key, [target]);
      }
    }
  }
  return {
    match(words, place) {
      if (values.size === 0) return null;
      for (let length = Math.min(longestValue, words.length - place); length > 0; length -= 1) {
        const targets = values.get(words.slice(place, place + length).join(' '));
        if (targets !== undefined && targets.length <= mostHolders) return { length, targets };
      }
      return null;
    },
  };
}
