/**
 * Measures retrieval over the reference sets beside the checkout: ours, PromptQuery padded to the
 * same number of tables, and chance. With a folder of a local embedding model ours again with it, its
 * wins and losses counted against ours by words alone. Packages that are not installed here are taken
 * from those of the folder --packages.
 *
 *   npm run bench -- retrieval [SET]… [--at 5,10,20] [--columns N] [--misses K]
 *     [--embeddings MODEL_FOLDER] [--packages FOLDER]
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type EmbeddingModel, openEmbeddingModel } from '../src/llm/index.ts';
import {
  createPromptQueryRetriever,
  createRandomRetriever,
  createSchemaRetriever,
  embedTables,
  type Retriever,
} from '../src/retrieval/index.ts';
import { type BenchSet, loadBenchSets, referenceSetsFolder } from './retrieval-sets.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    at: { type: 'string', default: '5,10,20' },
    columns: { type: 'string' },
    misses: { type: 'string' },
    embeddings: { type: 'string' },
    packages: { type: 'string', default: '.' },
  },
});
const tableBudgets = values.at.split(',').map(Number);
const maxColumns = values.columns === undefined ? undefined : Number(values.columns);

interface Outcome {
  /** Per question: whether every gold table was sent. */
  readonly passed: readonly boolean[];
  readonly recall: number;
  readonly columnRecall: number | null;
  readonly precision: number;
  readonly tables: number;
  readonly columns: number;
  readonly msPerQuestion: number;
  readonly missed: readonly (readonly number[])[];
}

/** A retriever, and for one with embeddings what they say of each question and how long that took. */
interface Contender {
  readonly name: string;
  readonly retriever: Retriever;
  readonly meanings?: ReadonlyMap<string, Meaning>;
}

interface Meaning {
  readonly similarities: Float32Array;
  readonly milliseconds: number;
}

function measure(set: BenchSet, { retriever, meanings }: Contender, maxTables: number): Outcome {
  const budget = { maxTables, ...(maxColumns === undefined ? {} : { maxColumns }) };
  const passed: boolean[] = [];
  const missed: number[][] = [];
  let [recall, precision, tables, columns, columnRecall, withColumns] = [0, 0, 0, 0, 0, 0];
  for (const { question } of set.questions.slice(0, 20)) retriever.retrieve(question, budget);
  let milliseconds = 0;
  for (const { question, tables: gold, columns: goldColumns } of set.questions) {
    const meaning = meanings?.get(question);
    const start = performance.now();
    const selection = retriever.retrieve(question, budget, meaning?.similarities);
    milliseconds += performance.now() - start + (meaning?.milliseconds ?? 0);
    const sent = new Set(selection.tables.map((table) => table.position));
    const lacking = gold.filter((position) => !sent.has(position));
    missed.push(lacking);
    passed.push(lacking.length === 0);
    recall += 1 - lacking.length / gold.length;
    precision += sent.size === 0 ? 0 : (gold.length - lacking.length) / sent.size;
    tables += sent.size;
    const sentColumns = new Set(
      selection.tables.flatMap((table) =>
        table.columns.map((column) => `${table.position}.${column.name.toLowerCase()}`),
      ),
    );
    columns += sentColumns.size;
    if (goldColumns.length > 0) {
      withColumns += 1;
      columnRecall +=
        goldColumns.filter((column) => sentColumns.has(column)).length / goldColumns.length;
    }
  }
  const count = set.questions.length;
  return {
    passed,
    missed,
    recall: recall / count,
    columnRecall: withColumns === 0 ? null : columnRecall / withColumns,
    precision: precision / count,
    tables: tables / count,
    columns: columns / count,
    msPerQuestion: milliseconds / count,
  };
}

/** Embeds a set's tables, then its questions one by one as they would be asked. */
async function embedSet({ catalog, questions }: BenchSet, model: EmbeddingModel) {
  const started = performance.now();
  const vectors = await embedTables(catalog, model);
  const indexMs = performance.now() - started;
  const meanings = new Map<string, Meaning>();
  for (const { question } of questions) {
    const start = performance.now();
    const [vector = new Float32Array()] = await model.embed([question], 'question');
    const similarities = vectors.similarities(vector);
    meanings.set(question, { similarities, milliseconds: performance.now() - start });
  }
  return { meanings, indexMs };
}

const percent = (share: number) => (share * 100).toFixed(1).padStart(5);

const folder = referenceSetsFolder(process.cwd());
if (folder === null) {
  console.log('The reference sets (../shared/retrieval) are not here: nothing measured.');
  process.exit(0);
}
const model =
  values.embeddings === undefined
    ? null
    : await openEmbeddingModel(
        { kind: 'onnx', folder: resolve(values.embeddings) },
        resolve(values.packages),
      );
for (const set of loadBenchSets(folder, positionals)) {
  const { catalog } = set;
  const started = performance.now();
  const ours = createSchemaRetriever(catalog);
  const retrievers: Contender[] = [
    createPromptQueryRetriever(catalog, { pad: true }),
    ours,
    createRandomRetriever(catalog, { seed: 1 }),
  ].map((retriever) => ({ name: retriever.name, retriever }));
  console.log(
    `\n${set.name}: ${catalog.tables.length} tables, ${set.questions.length} questions (indexes ${(performance.now() - started).toFixed(0)} ms)`,
  );
  if (model !== null) {
    const { meanings, indexMs } = await embedSet(set, model);
    console.log(`  vectors of the tables ${indexMs.toFixed(0)} ms`);
    retrievers.push({ name: '+embeddings', retriever: ours, meanings });
  }
  for (const maxTables of tableBudgets) {
    let baseline: Outcome | undefined;
    let lexical: Outcome | undefined;
    for (const retriever of retrievers) {
      const outcome = measure(set, retriever, maxTables);
      if (retriever.name === ours.name) lexical = outcome;
      const share = outcome.passed.filter(Boolean).length / outcome.passed.length;
      let paired = '';
      if (baseline === undefined) baseline = outcome;
      else {
        const other = (retriever.meanings === undefined ? baseline : lexical)?.passed ?? [];
        const won = outcome.passed.filter((pass, index) => pass && !other[index]).length;
        const lost = outcome.passed.filter((pass, index) => !pass && other[index]).length;
        paired = `  +${won} -${lost}`;
      }
      console.log(
        `  @${String(maxTables).padEnd(3)} ${retriever.name.padEnd(12)} all ${percent(share)}  recall ${percent(outcome.recall)}  precision ${percent(outcome.precision)}  columns ${outcome.columnRecall === null ? '    -' : percent(outcome.columnRecall)}  sent ${outcome.tables.toFixed(1)} tables ${outcome.columns.toFixed(0)} columns  ${outcome.msPerQuestion.toFixed(3)} ms${paired}`,
      );
      if (values.misses === String(maxTables)) {
        for (const [index, question] of set.questions.entries()) {
          const lacking = outcome.missed[index] ?? [];
          if (lacking.length === 0) continue;
          const names = lacking.map((position) => catalog.tables[position]?.name);
          console.log(`      ${question.id}: ${question.question.slice(0, 150)} => ${names}`);
        }
      }
    }
  }
}
await model?.close();
