import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSuite } from '../../src/evaluation/suite/index.ts';
import { createEngine } from '../../src/index.ts';
import {
  createMysqlDatabase,
  createPostgresDatabase,
  hasMysql,
  hasPostgres,
  needsMysql,
  needsPostgres,
} from '../servers/index.ts';

const schema = [
  'CREATE TABLE town (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL, country VARCHAR(20))',
  'CREATE TABLE visit (id INT PRIMARY KEY, town_id INT, cost DECIMAL(8,2), paid BOOLEAN, started_at TIMESTAMP, FOREIGN KEY (town_id) REFERENCES town(id))',
  "INSERT INTO town VALUES (1,'Bonn','DE'), (2,'Ulm','DE'), (3,'Graz','AT'), (4,'Linz',NULL)",
  `INSERT INTO visit VALUES ${Array.from({ length: 9 }, (_, id) => `(${id}, ${1 + (id % 3)}, ${id}.25, ${id % 2 === 0}, '202${id % 4}-0${1 + (id % 5)}-03 10:00:00')`).join(', ')}`,
];

interface Engine {
  readonly title: string;
  readonly isHere: boolean;
  readonly open: (folder: string) => Promise<{ url: string; drop: () => Promise<void> }>;
}

const engines: readonly Engine[] = [
  {
    title: 'DuckDB',
    isHere: true,
    open: async (folder) => {
      const path = join(folder, 'x.duckdb');
      const instance = await DuckDBInstance.create(path);
      const connection = await instance.connect();
      for (const sql of schema) await connection.run(sql);
      connection.closeSync();
      instance.closeSync();
      return { url: `duckdb:${path}`, drop: async () => undefined };
    },
  },
  {
    title: `PostgreSQL${needsPostgres}`,
    isHere: hasPostgres,
    open: () => createPostgresDatabase(schema),
  },
  { title: `MariaDB${needsMysql}`, isHere: hasMysql, open: () => createMysqlDatabase(schema) },
];

/** How a project names it. */
function sourceOf(url: string): string {
  const [type = '', path = ''] = /^(\w+):(.*)$/.exec(url)?.slice(1) ?? [];
  const place = type === 'duckdb' ? `database: ${path}` : `url: ${JSON.stringify(url)}`;
  return `type: ${type}, connection: {${place}}`;
}

describe.each(engines)('seeding on $title', ({ isHere, open }) => {
  describe.skipIf(!isHere)('a database', () => {
    let folder = '';
    let database: Awaited<ReturnType<Engine['open']>>;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'nl2sql-seed-engine-'));
      database = await open(folder);
      writeFileSync(
        join(folder, 'nl2sql.yaml'),
        `version: 2\ndatasources:\n- {id: trips, ${sourceOf(database.url)}}\n`,
      );
    }, 120_000);
    afterAll(async () => {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('gives drafts that a check finds nothing in and that promote as they are', async () => {
      const config = join(folder, 'nl2sql.yaml');
      const { evals } = createEngine({ config });
      const report = await evals.seed({ datasource: 'trips', out: 'drafts.yaml', count: 100 });
      expect(report.tables).toEqual({ touched: 2, of: 2 });
      expect(report.dropped).toMatchObject({ invalid: 0, failed: 0 });
      const { suite } = await loadSuite(join(folder, 'drafts.yaml'));
      const patterns = new Set(suite.cases.map((draft) => draft.tags[1]));
      for (const pattern of [
        'date-bucket',
        'group-by-key',
        'anti-join',
        'sum',
        'average',
        'ratio',
      ]) {
        expect(patterns, pattern).toContain(pattern);
      }
      const promoted = await evals.promote({ drafts: 'drafts.yaml', to: 'suite.yaml', by: 'Ann' });
      expect(promoted.failed).toEqual([]);
      expect(promoted.promoted).toHaveLength(report.written);
      const run = await evals.run('suite.yaml');
      expect(run.summary).toMatchObject({ total: report.written, pass: report.written });
      const plans = await evals.run('suite.yaml', { mode: 'plans' });
      expect(plans.summary).toMatchObject({ total: report.written, pass: report.written });
    }, 120_000);
  });
});
