/**
 * Measures how fast retrieval is and prints each figure beside its mark: the reference shop, and the shop
 * among invented tables. Run it on an idle machine; the fastest of the runs tells what a busy one would do if idle.
 *
 *   npm run bench -- retrieval-speed
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Catalog, parseSchemaFixture, schemaFixtureOf } from '../src/catalog/index.ts';
import {
  addNoise,
  createSchemaRetriever,
  loadTokenCounter,
  type Retriever,
  schemaText,
} from '../src/retrieval/index.ts';
import { median } from './measured-process.ts';
import { loadBenchSets, referenceSetsFolder } from './retrieval-sets.ts';

const folder = referenceSetsFolder(process.cwd());
const [shop] = folder === null ? [] : loadBenchSets(folder, ['pq_shop']);
if (shop === undefined) {
  console.log('The reference sets (../shared/retrieval) are not here: nothing measured.');
  process.exit(0);
}
const questions = shop.questions.map(({ question }) => question);
/** As a file hands it over: names that the generator has just put together are slower to read at first. */
const among = (tables: number) => {
  const count = tables - shop.catalog.tables.length;
  const large = addNoise(shop.catalog, { count, seed: 1, questions });
  return parseSchemaFixture(JSON.stringify(schemaFixtureOf(large)), `${tables} tables`);
};
const askAll = (retriever: Retriever) =>
  questions.map((question) => retriever.retrieve(question, { maxTables: 20 }));

/** The times of several runs, in milliseconds, each divided among what it did. */
function time(runs: number, work: () => unknown, parts = 1): number[] {
  return Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return (performance.now() - start) / parts;
  });
}

/** The middle run and the fastest: on a busy machine only the fastest tells of an idle one. */
function print(name: string, values: readonly number[], unit: string, mark: number): void {
  const [middle, fastest] = [median(values), Math.min(...values)];
  const verdict = middle < mark ? 'met' : fastest < mark ? 'met by the fastest run' : 'missed';
  console.log(
    `${name.padEnd(48)} ${middle.toFixed(2).padStart(8)} ${unit}, fastest ${fastest.toFixed(2).padStart(7)}  mark < ${mark}  ${verdict}`,
  );
}

const buildAndAsk = () => askAll(createSchemaRetriever(shop.catalog));
for (let run = 0; run < 2_000; run += 1) buildAndAsk();
print('shop: index build and 25 questions', time(501, buildAndAsk), 'ms', 1.5);

const large = among(5_000);
const firstStart = performance.now();
let retriever = createSchemaRetriever(large);
const firstBuild = performance.now() - firstStart;
const peakMb = process.resourceUsage().maxRSS / 1024;
print('5,000 tables: first index build of the process', [firstBuild], 'ms', 400);
print('5,000 tables: whole process at its peak', [peakMb], 'MB', 300);
print(
  '5,000 tables: index build, warm',
  time(9, () => createSchemaRetriever(large)),
  'ms',
  400,
);
const cacheDir = mkdtempSync(join(tmpdir(), 'nl2sql-bench-'));
try {
  createSchemaRetriever(large, { cacheDir });
  const cached = time(9, () => createSchemaRetriever(large, { cacheDir }));
  print('5,000 tables: index from the cache', cached, 'ms', 100);
} finally {
  rmSync(cacheDir, { recursive: true });
}
const ask = (tables: Catalog, runs: number) => {
  retriever = createSchemaRetriever(tables);
  for (let run = 0; run < 5; run += 1) askAll(retriever);
  return time(runs, () => askAll(retriever), questions.length);
};
print('5,000 tables: a question', ask(large, 21), 'ms', 2.5);
print('1,200 tables: a question', ask(among(1_200), 41), 'ms', 1);
const countTokens = await loadTokenCounter();
const texts = askAll(createSchemaRetriever(large)).map((selection) => schemaText(selection, large));
const countAll = () => texts.map((text) => countTokens(text));
const first = median(time(1, countAll, texts.length));
const again = median(time(9, countAll, texts.length));
console.log(
  `5,000 tables: tokens of a question counted in ${first.toFixed(2)} ms at first, ${again.toFixed(2)} ms when its lines were seen`,
);
