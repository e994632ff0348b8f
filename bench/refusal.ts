/**
 * Measures whether the time of a refusal tells a denied table or column from one that is not there: raw
 * SQL and plans of one shape and one length, interleaved in one process, over tables of 1, 40 and 400
 * columns. `told apart` is the chance that the longer of two refusals is the denied one, taken for
 * whichever side it favours: 0.50 is a coin.
 *
 *     npm run bench -- refusal
 */
import { createScope, decideSql, parsePolicies } from '../src/access/index.ts';
import { type Catalog, parseSchemaFixture } from '../src/catalog/index.ts';
import { bindPlan, parsePlan } from '../src/plan/index.ts';

const rounds = 3000;
const widths = [1, 40, 400];

/** `open` shows its first columns, `payroll` nothing; `paydays` and `open.bay` are not there. */
function catalogOf(width: number): Catalog {
  const columns = Array.from({ length: width }, (_, index) => ({
    name: `c${index}`,
    data_type: 'integer',
  }));
  const tables = [
    { name: 'open', columns: [...columns, { name: 'pay', data_type: 'integer' }] },
    { name: 'payroll', columns },
  ];
  return parseSchemaFixture(JSON.stringify({ tables }), 'wide');
}

const reading = parsePolicies({
  roles: {
    clerk: { allow: ['shop'], deny: ['shop.*.payroll'], deny_columns: ['shop.*.open.pay'] },
  },
});
if (reading.status === 'invalid') throw new Error(JSON.stringify(reading.problems));
const { policies } = reading;

const planOf = (table: string, column: string) => {
  const parsed = parsePlan({
    tables: [{ name: table, alias: 't' }],
    select_items: [{ expr: { kind: 'column', alias: 't', column_name: column } }],
  });
  if (parsed.status === 'invalid') throw new Error(JSON.stringify(parsed.issues));
  return parsed.plan;
};

/** Two questions of one shape: the first for what is denied, the second for what is not there. */
const pairs = [
  ['SELECT c0 FROM ?', 'payroll', 'paydays'],
  ['SELECT * FROM ?', 'payroll', 'paydays'],
  ['SELECT ?.c0 FROM ? JOIN open ON ?.c0 = open.c0', 'payroll', 'paydays'],
  ['SELECT ? FROM open', 'pay', 'bay'],
  ['SELECT open.? FROM open ORDER BY open.?', 'pay', 'bay'],
] as const;

async function measure(ask: readonly (() => unknown)[]): Promise<number[][]> {
  const times: number[][] = ask.map(() => []);
  for (let round = -rounds / 10; round < rounds; round += 1) {
    // Each goes first as often as last.
    const order = [...ask.keys()];
    if (round % 2 !== 0) order.reverse();
    for (const index of order) {
      const from = process.hrtime.bigint();
      await ask[index]?.();
      const took = Number(process.hrtime.bigint() - from) / 1000;
      if (round >= 0) times[index]?.push(took);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b));
}

/** Both lists ascending: the chance that one of the first is longer than one of the second. */
function chanceLonger(first: readonly number[], second: readonly number[]): number {
  let below = 0;
  let wins = 0;
  for (const time of first) {
    while (below < second.length && (second[below] ?? 0) < time) below += 1;
    let same = below;
    while (same < second.length && second[same] === time) same += 1;
    wins += below + (same - below) / 2;
  }
  return wins / (first.length * second.length);
}

function report(title: string, [denied = [], absent = []]: readonly number[][]): void {
  const middle = (list: readonly number[]) => list[Math.floor(list.length / 2)] ?? 0;
  const chance = chanceLonger(denied, absent);
  console.log(
    `  ${title.padEnd(52)} denied ${middle(denied).toFixed(1)} µs, absent ${middle(absent).toFixed(1)} µs, ratio ${(middle(denied) / middle(absent)).toFixed(3)}, told apart ${Math.max(chance, 1 - chance).toFixed(3)}`,
  );
}

for (const width of widths) {
  console.log(`tables of ${width} columns, ${rounds} refusals of each`);
  const catalog = catalogOf(width);
  const scope = createScope(policies, 'clerk');
  for (const [shape, denied, absent] of pairs) {
    const asks = [denied, absent].map((name) => {
      const sql = shape.replaceAll('?', name);
      return () => decideSql(sql, { dialect: 'sqlite', catalog, scope, datasourceId: 'shop' });
    });
    report(`SQL ${shape}`, await measure(asks));
  }
  for (const [title, denied, absent] of [
    ['plan of a table', planOf('payroll', 'c0'), planOf('paydays', 'c0')],
    ['plan of a column', planOf('open', 'pay'), planOf('open', 'bay')],
  ] as const) {
    const asks = [denied, absent].map(
      (plan) => () => bindPlan(plan, { catalog, scope, datasourceId: 'shop' }),
    );
    report(title, await measure(asks));
  }
}
