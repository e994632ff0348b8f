/**
 * Measures retrieval and its speed on the reference shop among invented tables, three seeds each.
 *
 *   npm run bench -- retrieval-noise
 */
import { tableName } from '../src/catalog/index.ts';
import {
  addNoise,
  createPromptQueryRetriever,
  createSchemaRetriever,
  type Retriever,
} from '../src/retrieval/index.ts';
import { type BenchSet, loadBenchSets, referenceSetsFolder } from './retrieval-sets.ts';

const seeds = [1, 2, 3];
const makers = {
  nl2sql: createSchemaRetriever,
  promptquery: createPromptQueryRetriever,
} as const;

const folder = referenceSetsFolder(process.cwd());
const [shop] = folder === null ? [] : loadBenchSets(folder, ['pq_shop']);
if (shop === undefined) {
  console.log('The reference sets (../shared/retrieval) are not here: nothing measured.');
  process.exit(0);
}
for (const count of [0, 100, 500, 1_000, 5_000]) {
  for (const [name, make] of Object.entries(makers)) {
    let [passed, recall, index, question] = [0, 0, 0, 0];
    for (const seed of seeds) {
      const questions = shop.questions.map(({ question: text }) => text);
      const catalog = addNoise(shop.catalog, { count, seed, questions });
      make(catalog);
      const start = performance.now();
      const retriever = make(catalog);
      index += performance.now() - start;
      const outcome = measure(shop, retriever);
      passed += outcome.passed;
      recall += outcome.recallAt5;
      question += outcome.milliseconds;
    }
    const mean = (value: number, digits: number) => (value / seeds.length).toFixed(digits);
    console.log(
      `${String(count).padStart(5)} ${name.padEnd(12)} pass ${mean(passed, 1)} of ${shop.questions.length}  R@5 ${mean(recall, 3)}  index ${mean(index, 0)} ms  question ${mean(question, 3)} ms`,
    );
  }
}

function measure(set: BenchSet, retriever: Retriever) {
  for (let warm = 0; warm < 5; warm += 1) {
    for (const { question } of set.questions) retriever.retrieve(question, { maxTables: 20 });
  }
  let [passed, recallAt5] = [0, 0];
  const start = performance.now();
  const selections = set.questions.map(({ question }) =>
    retriever.retrieve(question, { maxTables: 20 }),
  );
  const milliseconds = (performance.now() - start) / set.questions.length;
  for (const [place, selection] of selections.entries()) {
    const gold = (set.questions[place]?.tables ?? []).flatMap((position) => {
      const table = set.catalog.tables[position];
      return table === undefined ? [] : [tableName(table)];
    });
    const sent = new Set(selection.tables.map((table) => table.name));
    if (gold.every((name) => sent.has(name))) passed += 1;
    const top = selection.ranking.slice(0, 5);
    recallAt5 += gold.filter((name) => top.includes(name)).length / gold.length;
  }
  return { passed, recallAt5: recallAt5 / set.questions.length, milliseconds };
}
