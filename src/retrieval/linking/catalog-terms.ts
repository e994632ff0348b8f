import type { Catalog, Column, Table } from '../../catalog/index.ts';
import { baseForm } from '../text/stem.ts';
import { splitName } from '../text/words.ts';
import type { CatalogNames } from './catalog-names.ts';
import type { LinkingParameters } from './parameters.ts';
import type { WeightedTerms } from './postings.ts';
import { createTally } from './tally.ts';
import { createWordAnalyzer } from './vocabulary.ts';

/** What the tables and columns of a catalog say, as numbered terms. */
export interface CatalogTerms {
  /** The number of each term, in the order they were met. */
  readonly termIds: ReadonlyMap<string, number>;
  readonly tableTexts: readonly WeightedTerms[];
  /** By global column number. */
  readonly columnTexts: readonly WeightedTerms[];
  /** The terms of each table's name, each once. */
  readonly nameTerms: readonly (readonly number[])[];
  /** The terms of a table's or column's name. */
  readonly termsOf: (name: string) => readonly number[];
}

/** What a column says: its terms by what they count for the column, and for its table. */
interface ColumnTerms {
  readonly own: WeightedTerms;
  readonly table: WeightedTerms;
}

/** Reads the terms of names, comments, enum labels and samples, each with what it counts. */
export function readCatalogTerms(
  { tables }: Catalog,
  names: CatalogNames,
  parameters: LinkingParameters,
): CatalogTerms {
  const analyze = createWordAnalyzer(names.words);
  const termIds = new Map<string, number>();
  const intern = (term: string): number => {
    let id = termIds.get(term);
    if (id === undefined) {
      id = termIds.size;
      termIds.set(term, id);
    }
    return id;
  };
  const termsByName: (readonly number[] | undefined)[] = [];
  const termsOfNumber = (number: number): readonly number[] => {
    let ids = termsByName[number];
    if (ids === undefined) {
      ids = analyze(names.words[number] ?? []).map(intern);
      termsByName[number] = ids;
    }
    return ids;
  };
  const otherNames = new Map<string, readonly number[]>();
  const termsOfName = (name: string): readonly number[] => {
    const number = names.numbers.get(name);
    if (number !== undefined) return termsOfNumber(number);
    const ids = otherNames.get(name) ?? analyze(splitName(name)).map(intern);
    otherNames.set(name, ids);
    return ids;
  };
  const termsOfText = (text: string) => splitName(text).map((word) => intern(baseForm(word)));

  const inColumn = createTally();
  const ofColumn = createTally();
  const addToColumn = (ids: Iterable<number>, weight: number, columnWeight: number) => {
    for (const id of ids) {
      ofColumn.add(id, weight);
      inColumn.raise(id, columnWeight);
    }
  };
  const readColumn = (
    ids: readonly number[],
    { comment, enumValues, samples }: Column,
  ): ColumnTerms => {
    addToColumn(ids, parameters.columnNameWeight, 1 / Math.sqrt(ids.length));
    if (comment !== null) addToColumn(termsOfText(comment), parameters.columnCommentWeight, 0.35);
    for (const label of enumValues ?? [])
      addToColumn(termsOfText(label), parameters.labelWeight, 0.4);
    // However often a word stands among the values of a column, it is one hint.
    if (samples !== undefined)
      addToColumn(new Set(samples.flatMap(termsOfText)), parameters.sampleWeight, 0.4);
    return { own: inColumn.take(), table: ofColumn.take() };
  };
  // Columns that say nothing but their name are read once per name.
  const plainColumns: (ColumnTerms | undefined)[] = [];
  const termsOfColumn = (column: Column, number: number): ColumnTerms => {
    if (column.comment !== null || column.enumValues || column.samples !== undefined) {
      return readColumn(termsOfNumber(number), column);
    }
    let terms = plainColumns[number];
    if (terms === undefined) {
      terms = readColumn(termsOfNumber(number), column);
      plainColumns[number] = terms;
    }
    return terms;
  };

  const tableTexts: WeightedTerms[] = [];
  const columnTexts: WeightedTerms[] = [];
  const nameTerms: (readonly number[])[] = [];
  const ofTable = createTally();
  const addToTable = (ids: readonly number[], weight: number) => {
    for (let place = 0; place < ids.length; place += 1) ofTable.add(ids[place] ?? 0, weight);
  };
  const hasSchemas = tables.some(({ schema }) => schema !== tables[0]?.schema);
  // Each step is a function of its own: a first build runs before a long one would be compiled.
  const addColumns = ({ columns }: Table, start: number) => {
    for (let place = 0; place < columns.length; place += 1) {
      const column = columns[place];
      if (column === undefined) continue;
      const { own, table } = termsOfColumn(column, names.ofColumns[start + place] ?? 0);
      columnTexts.push(own);
      for (let entry = 0; entry < table.ids.length; entry += 1)
        ofTable.add(table.ids[entry] ?? 0, table.weights[entry] ?? 0);
    }
  };
  const addTable = (table: Table, position: number) => {
    const nameIds = distinct(termsOfNumber(names.ofTables[position] ?? 0));
    nameTerms.push(nameIds);
    addToTable(nameIds, parameters.nameWeight);
    if (hasSchemas) addToTable(termsOfName(table.schema), parameters.schemaWeight);
    if (table.comment !== null)
      addToTable(termsOfText(table.comment), parameters.tableCommentWeight);
    addColumns(table, names.columnStarts[position] ?? 0);
    for (const key of table.foreignKeys)
      addToTable(termsOfName(key.referencedTable), parameters.referenceWeight);
    tableTexts.push(ofTable.take());
  };
  for (const [position, table] of tables.entries()) addTable(table, position);

  const termsOf = (name: string) => termsByName[names.numbers.get(name) ?? -1] ?? [];
  return { termIds, tableTexts, columnTexts, nameTerms, termsOf };
}

function distinct(ids: readonly number[]): readonly number[] {
  return ids.filter((id, place) => ids.indexOf(id) === place);
}
