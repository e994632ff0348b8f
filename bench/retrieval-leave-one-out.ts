/**
 * Measures how much of retrieval's figures is fitted to the reference sets: for each set the weights are
 * chosen on the other sets only, among seeded random ones from half to double of those shipped, and judged
 * on the set left out. Shipped weights far above the chosen ones would be overfitted.
 *
 *   npm run bench -- retrieval-leave-one-out [--weights 60]
 */
import { parseArgs } from 'node:util';
import { createSchemaRetriever } from '../src/retrieval/index.ts';
import { type LinkingParameters, linkingParameters } from '../src/retrieval/linking/parameters.ts';
import { createSeededRandom } from '../src/retrieval/seeded-random.ts';
import { type BenchSet, loadBenchSets, referenceSetsFolder } from './retrieval-sets.ts';

const { values } = parseArgs({ options: { weights: { type: 'string', default: '60' } } });
const limits = [10, 20] as const;

const folder = referenceSetsFolder(process.cwd());
if (folder === null) {
  console.log('The reference sets (../shared/retrieval) are not here: nothing measured.');
  process.exit(0);
}
const sets = loadBenchSets(folder, []);

/** For each limit the share of questions with every gold table sent. */
type Shares = readonly number[];

function measure(set: BenchSet, parameters: LinkingParameters): Shares {
  const retriever = createSchemaRetriever(set.catalog, { parameters });
  const passed = limits.map(() => 0);
  for (const { question, tables } of set.questions) {
    const { tables: found } = retriever.retrieve(question, { maxTables: Math.max(...limits) });
    for (const [place, limit] of limits.entries()) {
      const sent = new Set(found.slice(0, limit).map(({ position }) => position));
      if (tables.every((table) => sent.has(table))) passed[place] = (passed[place] ?? 0) + 1;
    }
  }
  return passed.map((count) => count / set.questions.length);
}

const random = createSeededRandom(1);
/** Counts stay counts, shares stay shares. */
function vary(): LinkingParameters {
  const varied = Object.entries(linkingParameters).map(([name, value]) => {
    const changed = value * 2 ** (2 * random.next() - 1);
    if (Number.isInteger(value) && value > 1) return [name, Math.max(2, Math.round(changed))];
    return [name, value < 1 ? Math.min(1, changed) : changed];
  });
  return { ...linkingParameters, ...Object.fromEntries(varied) };
}

const mean = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length;
const shipped = sets.map((set) => measure(set, linkingParameters));
const candidates = Array.from({ length: Number(values.weights) }, () => {
  const parameters = vary();
  return sets.map((set) => measure(set, parameters));
});
const percent = (share: number) => (share * 100).toFixed(1).padStart(6);

console.log(
  'every gold table sent at 10 and 20 tables; weights shipped, chosen without the set, and the mean of all tried',
);
const chosen = sets.map((set, left) => {
  const elsewhere = (shares: readonly Shares[]) =>
    mean(shares.filter((_, place) => place !== left).map(mean));
  const best = candidates.reduce((a, b) => (elsewhere(b) > elsewhere(a) ? b : a));
  const tried = limits.map((_, place) => mean(candidates.map((each) => each[left]?.[place] ?? 0)));
  const line = [shipped[left] ?? [], best[left] ?? [], tried].map((shares) =>
    shares.map(percent).join(''),
  );
  console.log(`${set.name.padEnd(20)} ${line.join('  ')}`);
  return best[left] ?? [];
});
const total = (shares: readonly Shares[]) =>
  limits.map((_, place) => percent(mean(shares.map((each) => each[place] ?? 0)))).join('');
console.log(`${'mean'.padEnd(20)} ${total(shipped)}  ${total(chosen)}`);
