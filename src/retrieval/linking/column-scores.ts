import type { Catalog, Column, Table } from '../../catalog/index.ts';
import { splitName } from '../text/words.ts';
import type { JoinGraph } from './join-graph.ts';
import type { LinkingParameters } from './parameters.ts';
import type { Concept } from './question-concepts.ts';
import type { SchemaIndex } from './schema-index.ts';

/** How useful a column of a selected table is, and why. */
export interface ScoredColumn {
  readonly table: number;
  readonly place: number;
  readonly score: number;
  readonly why: string;
  /** A word asks for it, a join needs it, or it is the primary key. */
  readonly isNeeded: boolean;
}

/** What a question asks of values beside its words: a point in time, a quantity. */
export interface ValueNeeds {
  readonly time: boolean;
  readonly quantity: boolean;
}

const timeWords =
  /\b(?:when|date|day|week|month|quarter|year|hour|minute|time|recent|latest|newest|oldest|earliest|last|since|before|after|until|between|during|today|yesterday|ago|daily|weekly|monthly|yearly|annual|quarterly|(?:19|20)\d\d)s?\b/i;
const quantityWords =
  /\b(?:how much|how long|total|sum|average|avg|mean|median|most|least|more than|less than|highest|lowest|top|bottom|max|min|maximum|minimum|largest|smallest|biggest|longest|shortest|amount|worth|spend|spent|earn|cost|price|revenue|sales|percent|percentage|ratio|share|growth|rank)\b/i;

export function readValueNeeds(question: string): ValueNeeds {
  return { time: timeWords.test(question), quantity: quantityWords.test(question) };
}

/** Scores every column of the selected tables; the caller weighs them by their table and cuts. */
export function scoreColumns(
  selected: readonly number[],
  concepts: readonly Concept[],
  needs: ValueNeeds,
  index: SchemaIndex,
  graph: JoinGraph,
  catalog: Catalog,
  parameters: LinkingParameters,
): ScoredColumn[] {
  const matched = matchColumns(selected, concepts, index);
  const chosen = new Set(selected);
  const scored: ScoredColumn[] = [];
  for (const position of selected) {
    const table = catalog.tables[position];
    if (table === undefined) continue;
    const joins = new Map<string, { score: number; why: string; isSent: boolean }>();
    const offer = (columns: readonly string[], score: number, why: string, isSent: boolean) => {
      for (const name of columns) {
        if ((joins.get(name)?.score ?? 0) < score) joins.set(name, { score, why, isSent });
      }
    };
    for (const edge of graph.outward[position] ?? []) {
      const target = catalog.tables[edge.to]?.name ?? '';
      const isSent = chosen.has(edge.to) && edge.to !== position;
      const sure = edge.declared ? 1 : 0.7;
      offer(
        edge.columns,
        sure * (isSent ? parameters.joinColumn : parameters.otherKey) * Math.max(0.3, edge.weight),
        isSent ? `joins ${target}` : `key to ${target}`,
        isSent,
      );
    }
    for (const edge of graph.inward[position] ?? []) {
      if (!chosen.has(edge.from) || edge.from === position) continue;
      const source = catalog.tables[edge.from]?.name ?? '';
      offer(
        edge.toColumns,
        (edge.declared ? 1 : 0.7) * parameters.joinColumn * Math.max(0.3, edge.weight),
        `joined by ${source}`,
        true,
      );
    }
    const label = labelColumn(table);
    const start = index.columnStarts[position] ?? 0;
    for (const [place, column] of table.columns.entries()) {
      const match = matched.get(start + place);
      const join = joins.get(column.name);
      let score = (match?.score ?? 0) + (join?.score ?? 0);
      const why: string[] = [];
      if (match !== undefined) why.push(`matches ${[...match.words].join(', ')}`);
      if (join !== undefined) why.push(join.why);
      if (column.isPrimaryKey) {
        score += parameters.primaryKeyColumn;
        why.push('primary key');
      }
      if (place === label) {
        score += parameters.labelColumn;
        why.push('names the row');
      }
      if (needs.time && isTime(column)) {
        score += parameters.timeColumn;
        why.push('a point in time');
      }
      if (needs.quantity && isQuantity(column) && join === undefined) {
        score += parameters.quantityColumn;
        why.push('a quantity');
      }
      const isNeeded = match !== undefined || join?.isSent === true || column.isPrimaryKey;
      scored.push({
        table: position,
        place,
        score,
        why: why.join('; ') || 'fills the budget',
        isNeeded,
      });
    }
  }
  return scored;
}

function matchColumns(
  selected: readonly number[],
  concepts: readonly Concept[],
  index: SchemaIndex,
) {
  const columnCount = index.columnStarts.at(-1) ?? 0;
  const ranges = [...selected]
    .sort((a, b) => a - b)
    .map(
      (position) =>
        [index.columnStarts[position] ?? 0, index.columnStarts[position + 1] ?? 0] as const,
    );
  const matched = new Map<
    number,
    { score: number; words: Set<string>; concept: number; best: number }
  >();
  for (const [number, concept] of concepts.entries()) {
    let frequency = 0;
    for (const { term } of concept.matches) {
      frequency = Math.max(
        frequency,
        (index.columnOffsets[term + 1] ?? 0) - (index.columnOffsets[term] ?? 0),
      );
    }
    const rarity = Math.log(1 + columnCount / (1 + frequency)) / Math.log(1 + columnCount);
    const weight = Math.max(concept.weight, 0.35) * rarity;
    for (const { term, certainty } of concept.matches) {
      const end = index.columnOffsets[term + 1] ?? 0;
      let place = index.columnOffsets[term] ?? 0;
      for (const [from, to] of ranges) {
        place = firstNotBelow(index.postingColumns, place, end, from);
        for (; place < end && (index.postingColumns[place] ?? 0) < to; place += 1) {
          const column = index.postingColumns[place] ?? 0;
          const value = weight * certainty * (index.postingColumnStrengths[place] ?? 0);
          const known = matched.get(column);
          if (known === undefined) {
            matched.set(column, {
              score: value,
              words: new Set([concept.word]),
              concept: number,
              best: value,
            });
          } else if (known.concept !== number) {
            known.score += value;
            known.words.add(concept.word);
            known.concept = number;
            known.best = value;
          } else if (value > known.best) {
            known.score += value - known.best;
            known.best = value;
          }
        }
      }
    }
  }
  for (const concept of concepts) {
    for (const { table, column } of concept.targets) {
      if (column === null) continue;
      const place = (index.columnStarts[table] ?? 0) + column;
      const known = matched.get(place);
      if (known === undefined) {
        const words = new Set([concept.word]);
        matched.set(place, { score: concept.weight, words, concept: -1, best: 0 });
      } else {
        known.score += concept.weight;
        known.words.add(concept.word);
      }
    }
  }
  return matched;
}

/** The first place in a sorted range whose value is not below the limit. */
function firstNotBelow(values: Int32Array, from: number, end: number, limit: number): number {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

const labelWords = ['name', 'title', 'label', 'subject', 'description', 'code', 'symbol', 'number'];

/** The column by which people tell the rows of a table apart, or -1. */
export function labelColumn(table: Table): number {
  const last = table.columns.map((column) =>
    column.isPrimaryKey || isTime(column) ? '' : (splitName(column.name).at(-1) ?? ''),
  );
  for (const word of labelWords) {
    const exact = table.columns.findIndex((column) => column.name.toLowerCase() === word);
    if (exact !== -1) return exact;
    const ending = last.findIndex(
      (text) => text === word || (word.length > 3 && text.endsWith(word)),
    );
    if (ending !== -1) return ending;
  }
  return -1;
}

function isTime(column: Column): boolean {
  return (
    /date|time/i.test(column.dataType) ||
    /(?:^|_)(?:date|time|year|month|day|at|on)$|(?:Date|Time|Year)$/i.test(column.name)
  );
}

function isQuantity(column: Column): boolean {
  return (
    !column.isPrimaryKey &&
    /int|num|dec|real|float|double|money|numeric/i.test(column.dataType) &&
    !/(?:^|_)(?:id|key|code|no|uuid)$|Id$/i.test(column.name)
  );
}
