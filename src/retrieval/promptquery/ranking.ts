import type { Table } from '../../catalog/index.ts';
import { tokenize } from './tokenize.ts';

/** A table's place in the catalog and how near it is to the question (cosine, 0…1). */
export interface RankedTable {
  readonly position: number;
  readonly score: number;
}

/** Ranks every table of a catalog for a question. */
export interface TfIdfRanking {
  /** All tables, nearest first; tables of one score keep their order in the catalog. */
  rank(question: string): RankedTable[];
}

/**
 * PromptQuery's TF-IDF: raw counts times `ln((N+1)/(df+1)) + 1`, cosine, everything in one field.
 *
 * Column comments, types, enum labels and values are not in its documents.
 */
export function createTfIdfRanking(tables: readonly Table[]): TfIdfRanking {
  const documents = tables.map(countWords);
  const documentFrequency = new Map<string, number>();
  for (const document of documents) {
    for (const term of document.keys()) {
      documentFrequency.set(term, (documentFrequency.get(term) ?? 0) + 1);
    }
  }
  const total = Math.max(tables.length, 1);
  const idf = (term: string) =>
    Math.log((total + 1) / ((documentFrequency.get(term) ?? 0) + 1)) + 1;
  const postings = new Map<string, { position: number; weight: number }[]>();
  const norms = documents.map((document, position) => {
    let sum = 0;
    for (const [term, count] of document) {
      const weight = count * idf(term);
      sum += weight * weight;
      const list = postings.get(term);
      if (list) list.push({ position, weight });
      else postings.set(term, [{ position, weight }]);
    }
    return Math.sqrt(sum) || 1;
  });
  return {
    rank(question) {
      const query = countTokens(new Map(), tokenize(question), 1);
      const scores = new Float64Array(tables.length);
      let querySum = 0;
      for (const [term, count] of query) {
        const weight = count * idf(term);
        querySum += weight * weight;
        for (const posting of postings.get(term) ?? []) {
          scores[posting.position] = (scores[posting.position] ?? 0) + weight * posting.weight;
        }
      }
      const queryNorm = Math.sqrt(querySum) || 1;
      const ranked = tables.map((_, position) => ({
        position,
        score: (scores[position] ?? 0) / (queryNorm * (norms[position] ?? 1)),
      }));
      return ranked.sort((a, b) => b.score - a.score);
    },
  };
}

/** The table's one document: name ×3, schema ×1, comment ×2, column names ×1, names of referenced tables ×1. */
function countWords(table: Table): Map<string, number> {
  const counts = new Map<string, number>();
  countTokens(counts, tokenize(table.name), 3);
  countTokens(counts, tokenize(table.schema), 1);
  countTokens(counts, tokenize(table.comment ?? ''), 2);
  for (const column of table.columns) countTokens(counts, tokenize(column.name), 1);
  for (const key of table.foreignKeys) {
    // The original holds a composite key as one entry per column.
    countTokens(counts, tokenize(key.referencedTable), key.columns.length);
  }
  return counts;
}

function countTokens(
  counts: Map<string, number>,
  tokens: readonly string[],
  times: number,
): Map<string, number> {
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + times);
  return counts;
}
