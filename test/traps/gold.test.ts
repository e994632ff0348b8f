import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { hasShared, sharedPath } from '../shared.ts';

/** Traps that other tools fell into with their gold, read from the list they were collected in. */
interface Trap {
  readonly id: string;
  readonly input: { readonly gold_sql?: string };
}

const traps: readonly Trap[] = hasShared
  ? (JSON.parse(readFileSync(sharedPath('cases/known-traps.json'), 'utf8')) as Trap[])
  : [];

function goldSql(id: string): string {
  return traps.find((each) => each.id === id)?.input.gold_sql ?? '';
}

let folder = '';
let engine: Engine;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-gold-traps-'));
  const database = new DatabaseSync(join(folder, 'shop.sqlite'));
  database.exec(`
    CREATE TABLE t (a INTEGER, b TEXT); INSERT INTO t VALUES (1, 'x'), (1, 'y');
    CREATE TABLE p (id INTEGER, d TEXT); INSERT INTO p VALUES (1, 'SLE'), (2, 'none');
    CREATE TABLE sales (d TEXT); INSERT INTO sales VALUES ('2024-01-31');
  `);
  database.close();
  writeFileSync(
    join(folder, 'nl2sql.yaml'),
    'version: 2\ndatasources:\n- {id: shop, type: sqlite, connection: {path: shop.sqlite}, limits: {timeout_ms: 1000}}\n',
  );
  engine = createEngine({ config: join(folder, 'nl2sql.yaml') });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function writeSuite(sql: string): string {
  const path = join(folder, 'suite.yaml');
  writeFileSync(
    path,
    `version: 1\ncases:\n- id: a\n  question: q\n  datasources: [shop]\n  status: approved\n  outcome: {admin: allowed}\n  sql: |\n    ${sql}\n  rows:\n  - {n: 2}\n`,
  );
  return path;
}

async function lintsOf(sql: string, run = false): Promise<string[]> {
  const { findings } = await engine.evals.check(writeSuite(sql), { run });
  return findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code);
}

describe.skipIf(!hasShared)('traps of gold (needs the reference data)', () => {
  it('G045, G058: gold that does not run is found by the check, and an error of gold in a run', async () => {
    const sql = goldSql('G058');
    expect(await lintsOf(sql)).toContain('unknown-name');
    expect(await lintsOf(sql, true)).toContain('sql-rejected');
    const report = await engine.evals.run(writeSuite(sql), { gold: 'executed' });
    expect(report.cases[0]).toMatchObject({ status: 'error', errorKind: 'gold' });
    expect(report.summary.fail).toBe(0);
  });

  it('G046: gold past its deadline is an error of gold, never a wrong answer', async () => {
    const slow =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS n FROM n';
    expect(await lintsOf(slow, true)).toContain('timeout');
    const regenerated = await engine.evals.regenerate(writeSuite(slow));
    expect(regenerated.failed).toMatchObject([{ case: 'a', code: 'timeout' }]);
  });

  it('G051: nothing is taken out of gold by its text: DISTINCT counts', async () => {
    const sql = goldSql('G051')
      .replace("string_agg(DISTINCT b, ',' ORDER BY b)", 'count(DISTINCT b)')
      .replace(') FROM', ') AS m FROM');
    await engine.evals.regenerate(
      writeSuite(sql.replace('count(DISTINCT a)', 'count(DISTINCT a) AS n')),
    );
    expect(readFileSync(join(folder, 'suite.yaml'), 'utf8')).toContain('{n: 1, m: 2}');
  });

  it('G052: gold that depends on the day is flagged, and not regenerated', async () => {
    const sql = goldSql('G052').replace(
      "CURRENT_DATE - INTERVAL '30 days'",
      "date(CURRENT_DATE, '-30 days')",
    );
    expect(await lintsOf(sql)).toContain('volatile');
    expect((await engine.evals.regenerate(writeSuite(sql))).failed).toMatchObject([
      { code: 'volatile' },
    ]);
  });

  it('G055: COUNT over CASE … ELSE 0 is flagged', async () => {
    expect(await lintsOf(goldSql('G055'))).toContain('count-else');
  });
});
