import type { Catalog } from '../../catalog/index.ts';
import { rootForm } from '../text/stem.ts';
import { type CatalogNames, readCatalogNames } from './catalog-names.ts';
import { readCatalogTerms } from './catalog-terms.ts';
import type { LinkingParameters } from './parameters.ts';
import { invert, type Postings, type WeightedTerms } from './postings.ts';

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

/** An index and how its catalog's names split into its terms. */
export interface BuiltIndex {
  readonly index: SchemaIndex;
  readonly termsOf: (name: string) => readonly number[];
}

/** Indexes names, comments, enum labels and samples of a catalog. */
export function buildSchemaIndex(
  catalog: Catalog,
  parameters: LinkingParameters,
  names: CatalogNames = readCatalogNames(catalog),
): BuiltIndex {
  const { termIds, tableTexts, columnTexts, nameTerms, termsOf } = readCatalogTerms(
    catalog,
    names,
    parameters,
  );
  const terms = [...termIds.keys()];
  const inTables = invert(tableTexts, terms.length);
  const inColumns = invert(columnTexts, terms.length);
  const nameFrequencies = new Int32Array(terms.length);
  for (const ids of nameTerms)
    for (const id of ids) nameFrequencies[id] = (nameFrequencies[id] ?? 0) + 1;
  const index = {
    terms,
    termIds,
    ...groupTerms(terms),
    offsets: inTables.offsets,
    postingTables: inTables.places,
    postingStrengths: saturate(inTables, tableTexts, parameters),
    postingNameShares: shareNames(inTables, nameTerms, nameFrequencies),
    nameFrequencies,
    columnOffsets: inColumns.offsets,
    postingColumns: inColumns.places,
    postingColumnStrengths: new Float32Array(inColumns.weights),
    columnStarts: names.columnStarts,
  };
  return { index, termsOf };
}

/** BM25F: what a term counts in a table, less where the table says much, and never above 1. */
function saturate(
  { places, weights }: Postings,
  texts: readonly WeightedTerms[],
  { k1, b }: LinkingParameters,
): Float32Array {
  const lengths = Float64Array.from(texts, (text) => sum(text.weights));
  const averageLength = sum(lengths) / Math.max(1, texts.length) || 1;
  const norms = lengths.map((length) => k1 * (1 - b + (b * length) / averageLength));
  const strengths = new Float32Array(places.length);
  for (let entry = 0; entry < places.length; entry += 1) {
    const weight = weights[entry] ?? 0;
    strengths[entry] = weight / (weight + (norms[places[entry] ?? 0] ?? 0));
  }
  return strengths;
}

/** The share of a table's name that each term makes up, rare terms more; 0 for terms that stand elsewhere. */
function shareNames(
  { offsets, places }: Postings,
  nameTerms: readonly (readonly number[])[],
  nameFrequencies: Int32Array,
): Float32Array {
  const rarities = Float64Array.from(nameFrequencies, (frequency) =>
    Math.log(1 + (nameTerms.length + 0.5) / (frequency + 0.5)),
  );
  const masses = Float64Array.from(nameTerms, (ids) => sum(ids.map((id) => rarities[id] ?? 0)));
  const shares = new Float32Array(places.length);
  for (let id = 0; id < rarities.length; id += 1) {
    const end = offsets[id + 1] ?? 0;
    for (let entry = offsets[id] ?? 0; entry < end; entry += 1) {
      const position = places[entry] ?? 0;
      if (nameTerms[position]?.includes(id))
        shares[entry] = (rarities[id] ?? 0) / (masses[position] ?? 1);
    }
  }
  return shares;
}

function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let place = 0; place < values.length; place += 1) total += values[place] ?? 0;
  return total;
}

function groupTerms(terms: readonly string[]): Pick<SchemaIndex, 'termsByRoot' | 'termsByLength'> {
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
  return { termsByRoot, termsByLength };
}
