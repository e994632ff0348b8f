/**
 * Times the comparison on the shapes that bring comparers down. Prints one line per shape:
 *
 *     npm run bench -- compare [part of a name]
 *
 * Figures are of one run each, after one small run to warm up; memory is the peak of the process.
 */
import type { Cell, ResultSet } from '../src/catalog/index.ts';
import { compareResults } from '../src/evaluation/results/index.ts';

/** A small generator of pseudo-random numbers (mulberry32), so that every run times the same rows. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function resultOf(prefix: string, rows: readonly (readonly Cell[])[]): ResultSet {
  const columns = Array.from({ length: rows[0]?.length ?? 0 }, (_, index) => ({
    name: `${prefix}${index}`,
  }));
  // As a file or a driver hands rows over. A text put together here would still be a rope, and the first to
  // look at it, the comparison, would pay for that.
  return { columns, rows: JSON.parse(JSON.stringify(rows)) as Cell[][], truncated: false };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other] as Item, copy[last] as Item];
  }
  return copy;
}

function mixedRow(index: number, random: () => number): Cell[] {
  return [
    index,
    `customer ${index % 5000}`,
    Math.round(random() * 1e6) / 100,
    index % 7 === 0 ? null : `2024-01-${String((index % 28) + 1).padStart(2, '0')}`,
    index % 2,
    { $decimal: (index / 4).toFixed(2) },
    `city ${index % 300}`,
    random(),
  ];
}

interface Shape {
  readonly name: string;
  readonly mark: string;
  readonly expected: string;
  readonly gold: ResultSet;
  readonly predicted: ResultSet;
}

function* shapes(): Generator<Shape> {
  const random = createRandom(1);
  {
    const rows = Array.from({ length: 100_000 }, (_, index) => mixedRow(index, random));
    const order = [5, 2, 7, 0, 3, 6, 1, 4];
    const moved = shuffled(rows, random).map((row) => order.map((from) => row[from] ?? null));
    const mark = '< 1.5 s';
    const gold = resultOf('g', rows);
    yield {
      name: '100,000 × 8, rows shuffled, columns permuted',
      mark,
      expected: 'lenient',
      gold,
      predicted: resultOf('p', moved),
    };
    const wrong = moved.map((row, index) => (index === 99_999 ? [...row.slice(0, 7), 2] : row));
    yield {
      name: '100,000 × 8, the same with one cell wrong',
      mark,
      expected: 'different',
      gold,
      predicted: resultOf('p', wrong),
    };
  }
  {
    const rows = Array.from({ length: 1000 }, () => {
      const base = [0, 1, 2].map((size) => Math.floor(random() * (size + 2)));
      return Array.from({ length: 200 }, (_, column) => base[column % 3] ?? null);
    });
    yield {
      name: '100 gold against 200 predicted columns, three contents, 1,000 rows',
      mark: '< 0.3 s',
      expected: 'lenient',
      gold: resultOf(
        'g',
        rows.map((row) => row.slice(0, 100)),
      ),
      predicted: resultOf('p', shuffled(rows, random)),
    };
  }
  for (const width of [8, 10, 12]) {
    const rows = Array.from({ length: width }, (_, row) =>
      Array.from({ length: width }, (_, column) => ((row + 1) * (column + 1)) % (width + 1)),
    );
    const columns = shuffled(
      rows.map((_, index) => index),
      random,
    );
    const moved = shuffled(rows, random).map((row) => columns.map((from) => row[from] ?? null));
    yield {
      name: `${width} columns of one multiset, permuted`,
      mark: '< 0.1 s',
      expected: 'lenient',
      gold: resultOf('g', rows),
      predicted: resultOf('p', moved),
    };
    const wrong = moved.map((row) => [...row]);
    const [first, second] = wrong;
    if (first && second) [first[0], second[0]] = [second[0] ?? null, first[0] ?? null];
    yield {
      name: `${width} columns of one multiset, two cells swapped`,
      mark: '< 0.1 s',
      expected: 'different',
      gold: resultOf('g', rows),
      predicted: resultOf('p', wrong),
    };
  }
  {
    const bits = Array.from({ length: 32 }, () =>
      Array.from({ length: 12 }, () => Math.floor(random() * 2)),
    );
    const columns = shuffled([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], random);
    yield {
      name: '12 columns of 0 and 1, permuted',
      mark: '< 0.1 s',
      expected: 'lenient',
      gold: resultOf('g', bits),
      predicted: resultOf(
        'p',
        shuffled(bits, random).map((row) => columns.map((from) => row[from] ?? null)),
      ),
    };
  }
  {
    const exact = Array.from({ length: 100_000 }, (_, index): Cell[] => [
      `key ${index % 40_000}`,
      random() * 1000,
      random(),
    ]);
    const rounded = exact.map(([key, amount, share]): Cell[] => [
      key ?? null,
      Math.round(Number(amount) * 100) / 100 || { $float: '0' },
      Math.round(Number(share) * 1000) / 1000 || { $float: '0' },
    ]);
    yield {
      name: '100,000 rows rounded in gold, not in the prediction',
      mark: '< 6 s',
      expected: 'strict',
      gold: resultOf('g', rounded),
      predicted: resultOf('p', shuffled(exact, random)),
    };
    yield {
      name: '100,000 rows rounded, two numbers and no key',
      mark: '< 6 s',
      expected: 'strict',
      gold: resultOf(
        'g',
        rounded.map((row) => row.slice(1)),
      ),
      predicted: resultOf(
        'p',
        shuffled(exact, random).map((row) => row.slice(1)),
      ),
    };
    yield {
      name: '100,000 rows rounded, one number below 1',
      mark: '< 6 s',
      expected: 'strict',
      gold: resultOf(
        'g',
        rounded.map((row) => row.slice(2)),
      ),
      predicted: resultOf(
        'p',
        shuffled(exact, random).map((row) => row.slice(2)),
      ),
    };
  }
  {
    const rows = Array.from({ length: 1_000_000 }, (_, index): Cell[] => [
      index,
      `name ${index % 100_000}`,
      Math.round(random() * 1e8) / 100,
    ]);
    yield {
      name: '1,000,000 × 3, rows shuffled',
      mark: '< 6 s, < 1.5 GB',
      expected: 'strict',
      gold: resultOf('g', rows),
      predicted: resultOf('p', shuffled(rows, random)),
    };
  }
}

const small = Array.from({ length: 2000 }, (_, index) => mixedRow(index, createRandom(index)));
compareResults(resultOf('g', small), resultOf('p', small.toReversed()));
const only = process.argv[2];
for (const { name, mark, expected, gold, predicted } of shapes()) {
  if (only !== undefined && !name.includes(only)) continue;
  const start = performance.now();
  const before = process.cpuUsage();
  const { verdict } = compareResults(gold, predicted);
  const seconds = ((performance.now() - start) / 1000).toFixed(3);
  const cpu = process.cpuUsage(before).user / 1e6;
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  const note = verdict === expected ? '' : `  EXPECTED ${expected}`;
  console.log(
    `${seconds.padStart(7)} s  (cpu ${cpu.toFixed(2)})  ${mark.padEnd(16)} ${String(memory).padStart(5)} MB  ${verdict.padEnd(10)} ${name}${note}`,
  );
}
