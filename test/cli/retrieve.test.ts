import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'nl2sql-retrieve-'));
  const column = (name: string) => ({ name, data_type: 'text' });
  writeFileSync(
    join(cwd, 'schema.json'),
    JSON.stringify({
      tables: [
        { name: 'orders', columns: [column('id'), column('placed_at')] },
        { name: 'refunds', columns: [column('order_id'), column('reason')] },
      ],
    }),
  );
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('nl2sql retrieve', () => {
  it('writes tables with reasons, datasources and tokens as JSON', async () => {
    const run = await runCli(['retrieve', 'refunded', '--fixture', 'schema.json', '--json'], {
      cwd,
    });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    const result = JSON.parse(run.stdout);
    expect(Object.keys(result)).toEqual(['tables', 'datasources', 'tokens', 'expectedRecall']);
    expect(result.tables[0]).toMatchObject({ name: 'public.refunds', score: 1 });
    expect(result.tables[0].why[0]).toBe('"refunded" (derivation: refund) in its name');
    expect(result.tables[0].columns.map((column: { name: string }) => column.name)).toEqual([
      'order_id',
      'reason',
    ]);
    expect(result.datasources).toEqual([{ id: 'fixture', score: 1 }]);
    expect(result.tokens).toBeGreaterThan(5);
  });

  it('explains and prints what a model would be shown', async () => {
    const run = await runCli(['retrieve', 'orders', '--fixture', 'schema.json', '--explain'], {
      cwd,
    });
    expect(run.stdout).toContain('"orders" in its name');
    expect(run.stdout).toContain('public.orders\n  id text\n  placed_at text\n');
  });

  it('says which of several datasources it chose', async () => {
    writeFileSync(
      join(cwd, 'nl2sql.yaml'),
      `version: 2
datasources:
- {id: shop, type: fixture, connection: {database: schema.json}}
- {id: zoo, type: fixture, connection: {database: zoo.json}}
`,
    );
    const animals = { name: 'animals', columns: [{ name: 'species', data_type: 'text' }] };
    writeFileSync(join(cwd, 'zoo.json'), JSON.stringify({ tables: [animals] }));
    const run = await runCli(['retrieve', 'animals'], { cwd });
    rmSync(join(cwd, 'nl2sql.yaml'));
    expect(run.stdout).toMatch(/^Datasources?: zoo \d\.\d\d.*\n +1 +1\.00 +public\.animals/);
  });

  it('keeps to --max-tokens', async () => {
    const args = ['retrieve', 'orders', '--fixture', 'schema.json', '--json'];
    const whole = JSON.parse((await runCli(args, { cwd })).stdout);
    expect(whole.tables).toHaveLength(2);
    const run = await runCli([...args, '--max-tokens', String(whole.tokens - 1)], { cwd });
    const cut = JSON.parse(run.stdout);
    expect(cut.tokens).toBeLessThan(whole.tokens);
    expect(cut.tables[0].name).toBe('public.orders');
    const wrong = await runCli([...args, '--max-tokens', 'few'], { cwd });
    expect(wrong).toMatchObject({ exitCode: 2 });
    expect(wrong.stdout).toContain('--max-tokens expects a whole number from 1; found ');
  });

  it('cuts by --min-score and says the expected recall', async () => {
    const args = ['retrieve', 'refunded', '--fixture', 'schema.json', '--min-score', '0.3'];
    const cut = JSON.parse((await runCli([...args, '--json'], { cwd })).stdout);
    expect(cut.tables.map(({ name }: { name: string }) => name)).toEqual(['public.refunds']);
    expect(cut.expectedRecall).toBeGreaterThan(0.5);
    expect(cut.expectedRecall).toBeLessThan(1);
    const { stdout } = await runCli(args, { cwd });
    const percent = (cut.expectedRecall * 100).toFixed(1);
    expect(stdout).toContain(`Such a selection holds ${percent} % of the needed tables on average`);
    const wrong = await runCli([...args.slice(0, -1), '30'], { cwd });
    expect(wrong).toMatchObject({ exitCode: 2 });
    expect(wrong.stderr).toContain('--min-score expects a share from 0 to 1; found "30"');
  });

  it('says so and exits 1 when nothing matches', async () => {
    const run = await runCli(['retrieve', '¿?', '--fixture', 'schema.json'], { cwd });
    expect(run).toMatchObject({ exitCode: 1 });
    expect(run.stdout).toContain('Nothing in the schema matches the question.');
  });

  it('names what is missing', async () => {
    const none = await runCli(['retrieve', 'orders'], { cwd });
    expect(none.exitCode).toBe(2);
    expect(none.stderr).toContain('no schema to search: the project has no datasource');
    const absent = await runCli(['retrieve', 'orders', '--fixture', 'absent.json'], { cwd });
    expect(absent.exitCode).toBe(2);
    expect(absent.stderr).toMatch(/Schema fixture .*absent\.json: /);
  });
});
