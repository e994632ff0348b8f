import type { Catalog, Table } from '../../catalog/index.ts';
import type { JoinEdge } from './join-graph.ts';
import type { Concept, TermMatch } from './question-concepts.ts';
import type { SchemaIndex } from './schema-index.ts';

/** Why a table is in a selection: which words met what of it, and which key brought it. */
export function explainTable(
  position: number,
  concepts: readonly Concept[],
  edge: JoinEdge | undefined,
  index: SchemaIndex,
  catalog: Catalog,
  meaning: { readonly similarity: number; readonly isNear: boolean },
): string[] {
  const table = catalog.tables[position];
  if (table === undefined) return [];
  const why: string[] = [];
  for (const concept of concepts) {
    const target = concept.targets.find((candidate) => candidate.table === position);
    if (target?.isValue === true) {
      why.push(`"${concept.word}" is a value of ${table.columns[target.column ?? 0]?.name ?? ''}`);
    } else if (target !== undefined) {
      why.push(`the glossary says so for "${concept.word}"`);
    }
    const met = concept.matches.flatMap((match) => {
      const place = findPosting(index, match.term, position);
      return place === -1 ? [] : [{ match, place }];
    });
    const [best] = met.sort((a, b) => b.match.certainty - a.match.certainty);
    if (best === undefined) continue;
    const inName = (index.postingNameShares[best.place] ?? 0) > 0;
    const field = inName ? 'its name' : fieldOf(table, position, best.match.term, index);
    why.push(`${wordText(concept, best.match, index)} in ${field}`);
  }
  if (edge !== undefined) why.push(describeEdge(edge, position, catalog));
  if (meaning.isNear) why.push(`near in meaning (${meaning.similarity.toFixed(2)})`);
  return why.length > 0 ? why : ['fills the budget'];
}

function wordText(concept: Concept, match: TermMatch, index: SchemaIndex): string {
  const term = index.terms[match.term] ?? '';
  return match.how === 'word' ? `"${concept.word}"` : `"${concept.word}" (${match.how}: ${term})`;
}

/** The column the word stands in, else the comment or another text of the table. */
function fieldOf(table: Table, position: number, term: number, index: SchemaIndex): string {
  const start = index.columnStarts[position] ?? 0;
  const end = index.columnStarts[position + 1] ?? 0;
  const stop = index.columnOffsets[term + 1] ?? 0;
  for (let place = index.columnOffsets[term] ?? 0; place < stop; place += 1) {
    const column = index.postingColumns[place] ?? 0;
    if (column >= start && column < end)
      return `column ${table.columns[column - start]?.name ?? ''}`;
  }
  return table.comment === null ? 'its schema or keys' : 'its comment';
}

function describeEdge(edge: JoinEdge, position: number, catalog: Catalog): string {
  const from = catalog.tables[edge.from]?.name ?? '';
  const to = catalog.tables[edge.to]?.name ?? '';
  const how = edge.declared ? '' : ' (inferred)';
  const columns = edge.columns.join(', ');
  return edge.to === position
    ? `${from}.${columns} points at it${how}`
    : `its ${columns} points at ${to}${how}`;
}

function findPosting(index: SchemaIndex, term: number, position: number): number {
  let low = index.offsets[term] ?? 0;
  let high = (index.offsets[term + 1] ?? 0) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = index.postingTables[middle] ?? 0;
    if (found === position) return middle;
    if (found < position) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
