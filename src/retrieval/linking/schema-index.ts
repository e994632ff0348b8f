import type { Catalog, Column, Table } from '../../catalog/index.ts';
import { rootForm } from '../text/stem.ts';
import type { LinkingParameters } from './parameters.ts';
import { createPostingsBuilder, type Postings } from './postings.ts';
import { createNameAnalyzer } from './vocabulary.ts';

/** The words of a catalog, inverted: for each word the tables and columns it stands in, and how strongly. */
export interface SchemaIndex {
  readonly terms: readonly string[];
  readonly termIds: ReadonlyMap<string, number>;
  readonly termsByRoot: ReadonlyMap<string, readonly number[]>;
  readonly termsByLength: ReadonlyMap<number, readonly number[]>;
  /** Postings of term t are at `offsets[t] … offsets[t + 1]`. */
  readonly offsets: Int32Array;
  readonly postingTables: Int32Array;
  /** Saturated strength of the word in the table (BM25F over all fields), 0…1. */
  readonly postingStrengths: Float32Array;
  /** Share of the table's name that the word makes up, 0 when it is not in the name. */
  readonly postingNameShares: Float32Array;
  /** In how many table names each term stands. */
  readonly nameFrequencies: Int32Array;
  readonly columnOffsets: Int32Array;
  /** Global column numbers: `columnStarts[table] + place in the table`. */
  readonly postingColumns: Int32Array;
  readonly postingColumnStrengths: Float32Array;
  readonly columnStarts: Int32Array;
}

interface Counter {
  readonly frequencies: number[];
  readonly touched: number[];
}

/** An index and how its catalog's names split into its terms. */
export interface BuiltIndex {
  readonly index: SchemaIndex;
  readonly termsOf: (name: string) => readonly number[];
}

/** Indexes names, comments, enum labels and samples of a catalog. */
export function buildSchemaIndex(catalog: Catalog, parameters: LinkingParameters): BuiltIndex {
  const { tables } = catalog;
  const analyzer = createNameAnalyzer(new Set(namesOf(catalog)));
  const termIds = new Map<string, number>();
  const inTables = createPostingsBuilder();
  const inColumns = createPostingsBuilder();
  const body: Counter = { frequencies: [], touched: [] };
  const column: Counter = { frequencies: [], touched: [] };
  const intern = (term: string): number => {
    let id = termIds.get(term);
    if (id === undefined) {
      id = termIds.size;
      termIds.set(term, id);
      body.frequencies.push(0);
      column.frequencies.push(0);
    }
    return id;
  };
  const idsByName = new Map<string, readonly number[]>();
  const idsOf = (name: string): readonly number[] => {
    let ids = idsByName.get(name);
    if (ids === undefined) {
      ids = analyzer.words(name).map(intern);
      idsByName.set(name, ids);
    }
    return ids;
  };
  const count = (id: number, weight: number) => {
    const before = body.frequencies[id] ?? 0;
    if (before === 0) body.touched.push(id);
    body.frequencies[id] = before + weight;
  };
  const add = (id: number, weight: number, columnWeight: number) => {
    count(id, weight);
    const before = column.frequencies[id] ?? 0;
    if (before === 0) column.touched.push(id);
    if (columnWeight > before) column.frequencies[id] = columnWeight;
  };
  const nameTerms: (readonly number[])[] = [];
  const columnStarts = new Int32Array(tables.length + 1);
  const lengths = new Float64Array(tables.length);
  const hasSchemas = new Set(tables.map((table) => table.schema)).size > 1;
  const addColumn = ({ name, comment, enumValues, samples }: Column, place: number) => {
    const ids = idsOf(name);
    for (const id of ids) add(id, parameters.columnNameWeight, 1 / Math.sqrt(ids.length));
    if (comment !== null) {
      for (const word of analyzer.text(comment))
        add(intern(word), parameters.columnCommentWeight, 0.35);
    }
    for (const label of enumValues ?? []) {
      for (const word of analyzer.text(label)) add(intern(word), parameters.labelWeight, 0.4);
    }
    if (samples !== undefined) {
      // However often a word stands among the values of a column, it is one hint.
      for (const word of new Set(samples.flatMap((sample) => analyzer.text(sample)))) {
        add(intern(word), parameters.sampleWeight, 0.4);
      }
    }
    for (const id of column.touched) {
      inColumns.add(id, place, column.frequencies[id] ?? 0);
      column.frequencies[id] = 0;
    }
    column.touched.length = 0;
  };
  // Each step is a function of its own: a first build runs before a long one would be compiled.
  const addTable = (table: Table, position: number) => {
    const nameIds = [...new Set(idsOf(table.name))];
    nameTerms.push(nameIds);
    for (const id of nameIds) count(id, parameters.nameWeight);
    if (hasSchemas) for (const id of idsOf(table.schema)) count(id, parameters.schemaWeight);
    if (table.comment !== null) {
      for (const word of analyzer.text(table.comment))
        count(intern(word), parameters.tableCommentWeight);
    }
    let place = columnStarts[position] ?? 0;
    for (const column of table.columns) addColumn(column, place++);
    columnStarts[position + 1] = place;
    for (const key of table.foreignKeys) {
      for (const id of idsOf(key.referencedTable)) count(id, parameters.referenceWeight);
    }
  };
  const closeTable = (position: number) => {
    let length = 0;
    for (const id of body.touched) {
      const frequency = body.frequencies[id] ?? 0;
      length += frequency;
      inTables.add(id, position, frequency);
      body.frequencies[id] = 0;
    }
    body.touched.length = 0;
    lengths[position] = length;
  };
  for (const [position, table] of tables.entries()) {
    addTable(table, position);
    closeTable(position);
  }
  const index = pack(
    termIds,
    inTables.build(termIds.size),
    inColumns.build(termIds.size),
    columnStarts,
    lengths,
    nameTerms,
    parameters,
  );
  return { index, termsOf: (name) => idsByName.get(name) ?? [] };
}

function* namesOf(catalog: Catalog): Iterable<string> {
  for (const table of catalog.tables) {
    yield table.name;
    for (const column of table.columns) yield column.name;
  }
}

function pack(
  termIds: ReadonlyMap<string, number>,
  inTables: Postings,
  inColumns: Postings,
  columnStarts: Int32Array,
  lengths: Float64Array,
  nameTerms: readonly (readonly number[])[],
  { k1, b }: LinkingParameters,
): SchemaIndex {
  const termCount = termIds.size;
  const nameFrequencies = new Int32Array(termCount);
  for (const ids of nameTerms)
    for (const id of ids) nameFrequencies[id] = (nameFrequencies[id] ?? 0) + 1;
  const tableCount = lengths.length;
  const rarity = (id: number) =>
    Math.log(1 + (tableCount + 0.5) / ((nameFrequencies[id] ?? 0) + 0.5));
  let totalLength = 0;
  for (const length of lengths) totalLength += length;
  const averageLength = totalLength / Math.max(1, tableCount) || 1;
  const nameMass = nameTerms.map((ids) => ids.reduce((sum, id) => sum + rarity(id), 0));
  const { offsets, places: postingTables } = inTables;
  const postingStrengths = new Float32Array(postingTables.length);
  const postingNameShares = new Float32Array(postingTables.length);
  for (let id = 0; id < termCount; id += 1) {
    const end = offsets[id + 1] ?? 0;
    for (let place = offsets[id] ?? 0; place < end; place += 1) {
      const position = postingTables[place] ?? 0;
      const frequency = inTables.weights[place] ?? 0;
      const norm = 1 - b + (b * (lengths[position] ?? 0)) / averageLength;
      postingStrengths[place] = frequency / (frequency + k1 * norm);
      if (nameTerms[position]?.includes(id)) {
        postingNameShares[place] = rarity(id) / (nameMass[position] ?? 1);
      }
    }
  }
  const terms = [...termIds.keys()];
  const termsByRoot = new Map<string, number[]>();
  const termsByLength = new Map<number, number[]>();
  for (const [id, term] of terms.entries()) {
    const root = rootForm(term);
    const same = termsByRoot.get(root);
    if (same) same.push(id);
    else termsByRoot.set(root, [id]);
    const alike = termsByLength.get(term.length);
    if (alike) alike.push(id);
    else termsByLength.set(term.length, [id]);
  }
  return {
    terms,
    termIds,
    termsByRoot,
    termsByLength,
    offsets,
    postingTables,
    postingStrengths,
    postingNameShares,
    nameFrequencies,
    columnOffsets: inColumns.offsets,
    postingColumns: inColumns.places,
    postingColumnStrengths: Float32Array.from(inColumns.weights),
    columnStarts,
  };
}
