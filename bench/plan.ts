/**
 * Measures plans: parse, bind and generate without a database, a plan of ten joins, and mode plans of
 * the reference project as a whole process.
 *
 *   npm run bench -- plan
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScope, parsePolicies } from '../src/access/index.ts';
import { type Catalog, parseSchemaFixture } from '../src/catalog/index.ts';
import { bindPlan, generateSql, parsePlan } from '../src/plan/index.ts';
import { cliMain, measureProcess } from './measured-process.ts';

const joins = 10;
const runs = 10_000;
/** Processor time differs much from run to run where others use the machine, too. */
const repeats = 9;

/** `t0 … t10`, each with a key to the one before. */
function chain(): Catalog {
  const tables = Array.from({ length: joins + 1 }, (_, index) => ({
    schema: 'main',
    name: `t${index}`,
    columns: [
      { name: 'id', data_type: 'integer', is_primary_key: true },
      { name: 'parent_id', data_type: 'integer' },
      { name: 'name', data_type: 'text' },
      { name: 'amount', data_type: 'numeric(10,2)' },
    ],
    foreign_keys:
      index === 0
        ? []
        : [{ column: 'parent_id', referenced_table: `t${index - 1}`, referenced_column: 'id' }],
  }));
  return parseSchemaFixture(JSON.stringify({ tables }), 'chain');
}

const column = (alias: string, name: string) => ({ kind: 'column', alias, column_name: name });

/** A sum per name over a chain of so many joins. */
function plan(count: number): unknown {
  return {
    tables: Array.from({ length: count + 1 }, (_, index) => ({
      name: `t${index}`,
      alias: `a${index}`,
    })),
    joins: Array.from({ length: count }, (_, index) => ({
      left_alias: `a${index}`,
      right_alias: `a${index + 1}`,
      condition: {
        kind: 'binary',
        op: '=',
        left: column(`a${index}`, 'id'),
        right: column(`a${index + 1}`, 'parent_id'),
      },
    })),
    select_items: [
      { alias: 'name', expr: column('a0', 'name') },
      {
        alias: 'total',
        expr: { kind: 'func', func_name: 'SUM', args: [column(`a${count}`, 'amount')] },
      },
    ],
    where: {
      kind: 'binary',
      op: 'LIKE',
      left: column('a0', 'name'),
      right: { kind: 'literal', value: 'a%' },
    },
    group_by: [{ expr: column('a0', 'name') }],
    order_by: [{ expr: column('a0', 'name') }],
    limit: 10,
  };
}

const catalog = chain();
const reading = parsePolicies({ roles: { r: { allow: ['shop'], deny: ['shop.main.other'] } } });
const scope = createScope(reading.status === 'parsed' ? reading.policies : null, 'r');

function once(value: unknown): void {
  const parsed = parsePlan(value);
  if (parsed.status === 'invalid') throw new Error(JSON.stringify(parsed.issues));
  const bound = bindPlan(parsed.plan, { catalog, scope, datasourceId: 'shop' });
  if (bound.status !== 'bound') throw new Error(JSON.stringify(bound));
  generateSql(bound.plan, 'sqlite');
}

const two = plan(2);
for (let index = 0; index < 500; index += 1) once(two);
const started = process.cpuUsage();
for (let index = 0; index < runs; index += 1) once(two);
const used = process.cpuUsage(started);
const seconds = (used.user + used.system) / 1e6;
console.log(
  `plans of two joins, parsed, bound and generated: ${Math.round(runs / seconds)} per second and core (mark: over 2000)`,
);

const parsedTen = parsePlan(plan(joins));
if (parsedTen.status === 'invalid') throw new Error(JSON.stringify(parsedTen.issues));
const times: number[] = [];
for (let index = 0; index < 500; index += 1) {
  const from = performance.now();
  const bound = bindPlan(parsedTen.plan, { catalog, scope, datasourceId: 'shop' });
  if (bound.status === 'bound') generateSql(bound.plan, 'postgres');
  times.push(performance.now() - from);
}
times.sort((a, b) => a - b);
console.log(
  `a plan of ten joins, bound and generated: median ${(times[250] ?? 0).toFixed(3)} ms (mark: under 1 ms)`,
);

/** What a node process and its children take of all processors: the last line of the shell's `times`. */
function processorSeconds(args: readonly string[], cwd: string): number {
  const script = '"$0" "$@" > /dev/null 2>&1; times';
  const printed = execFileSync('sh', ['-c', script, process.execPath, ...args], { cwd });
  const parts = (printed.toString().trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g);
  return [...parts].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

const reference = join(process.cwd(), '../shared/reference/nl2sql/demo-project');
if (existsSync(reference)) {
  const folder = mkdtempSync(join(tmpdir(), 'nl2sql-bench-'));
  try {
    cpSync(reference, folder, { recursive: true });
    const command = [cliMain, 'eval', 'run', '--mode', 'plans', '--quiet'];
    const measured = await measureProcess(command, { cwd: folder });
    const times = Array.from({ length: repeats }, () => processorSeconds(command, folder));
    times.sort((a, b) => a - b);
    const [lowest = 0] = times;
    const middle = times[Math.floor(repeats / 2)] ?? 0;
    console.log(
      `141 runs of the reference project: processor time median ${middle.toFixed(2)} s, lowest ${lowest.toFixed(2)} s of ${repeats} (user and system, children too; mark: under 2 s), ${measured.wallMs.toFixed(0)} ms, peak ${measured.peakMb?.toFixed(0)} MB (mark: 250)`,
    );
    console.log(`  ${measured.stdout.trim()}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
