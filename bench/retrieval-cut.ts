/**
 * Measures what a cut by score costs over the reference sets: the mean recall of tables and the tables
 * sent, for each share of the best score and each limit of tables. `expectedRecall` holds the means.
 *
 *   npm run bench -- retrieval-cut
 */
import { createSchemaRetriever } from '../src/retrieval/index.ts';
import { loadBenchSets, referenceSetsFolder } from './retrieval-sets.ts';

const cuts = [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1];
const limits = [1, 2, 3, 5, 10, 20, 40];

const folder = referenceSetsFolder(process.cwd());
if (folder === null) {
  console.log('The reference sets (../shared/retrieval) are not here: nothing measured.');
  process.exit(0);
}
/** Per set, its mean recall and tables sent by `limit cut`. */
const measured = loadBenchSets(folder, []).map(({ catalog, questions }) => {
  const retriever = createSchemaRetriever(catalog);
  const sums = new Map<string, { recall: number; tables: number }>();
  for (const { question, tables: gold } of questions) {
    const found = retriever.retrieve(question, { maxTables: Math.max(...limits) }).tables;
    for (const limit of limits) {
      for (const cut of cuts) {
        const sent = found.slice(0, limit).filter(({ score }) => score >= cut);
        const hits = gold.filter((position) => sent.some((table) => table.position === position));
        const key = `${limit} ${cut}`;
        const sum = sums.get(key) ?? { recall: 0, tables: 0 };
        sum.recall += hits.length / gold.length / questions.length;
        sum.tables += sent.length / questions.length;
        sums.set(key, sum);
      }
    }
  }
  return sums;
});

console.log(`cut at   ${cuts.map((cut) => cut.toFixed(2).padStart(6)).join('')}`);
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
for (const limit of limits) {
  const at = (cut: number) => measured.flatMap((set) => set.get(`${limit} ${cut}`) ?? []);
  const line = (name: string, digits: number, figure: (cut: number) => number) =>
    console.log(
      `${name.padEnd(9)}${cuts.map((cut) => figure(cut).toFixed(digits).padStart(6)).join('')}`,
    );
  console.log(`at most ${limit} tables, mean of ${measured.length} sets`);
  line('recall', 3, (cut) => mean(at(cut).map(({ recall }) => recall)));
  line('lowest', 3, (cut) => Math.min(...at(cut).map(({ recall }) => recall)));
  line('tables', 1, (cut) => mean(at(cut).map(({ tables }) => tables)));
}
