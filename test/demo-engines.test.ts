import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPostgresDatabase,
  hasMysql,
  hasPostgres,
  mysqlUrl,
  needsMysql,
  needsPostgres,
  queryMysql,
  runMysql,
  type TestDatabase,
} from './servers/index.ts';

/** The demo on every engine: made by the command line, its suites brought to the dialect, all of the gold right. */

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const ids = ['chinook', 'support', 'webanalytics'];

function nl2sql(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(root, 'dist/cli/main.js'), ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}

interface Engine {
  readonly title: string;
  readonly isHere: boolean;
  readonly open: (
    folder: string,
  ) => Promise<{ readonly url: string; readonly drop: () => Promise<void> }>;
  /** The datasource that `fixtures load` tells, with the password it leaves out. */
  readonly withPassword: (datasource: string, url: string) => string;
}

const keepPassword = (datasource: string, url: string) =>
  datasource.replace(':***@', `:${new URL(url).password}@`);

const engines: readonly Engine[] = [
  {
    title: 'SQLite',
    isHere: true,
    open: async (folder) => ({
      url: `sqlite:${join(folder, 'data')}`,
      drop: async () => undefined,
    }),
    withPassword: (datasource) => datasource,
  },
  {
    title: 'DuckDB',
    isHere: true,
    open: async (folder) => ({
      url: `duckdb:${join(folder, 'data')}`,
      drop: async () => undefined,
    }),
    withPassword: (datasource) => datasource,
  },
  {
    title: `PostgreSQL${needsPostgres}`,
    isHere: hasPostgres,
    open: async () => {
      const database: TestDatabase = await createPostgresDatabase();
      return { url: database.url, drop: () => database.drop() };
    },
    withPassword: keepPassword,
  },
  {
    title: `MySQL and MariaDB${needsMysql}`,
    isHere: hasMysql,
    open: async () => {
      const url = await mysqlUrl();
      const names = (await queryMysql(url, 'SHOW DATABASES')) as { Database: string }[];
      // On somebody's own server a database of this name is theirs, and stays.
      const own = ids.filter((id) => !names.some(({ Database }) => Database === id));
      return {
        url,
        drop: async () => {
          for (const id of own) await runMysql(url, `DROP DATABASE IF EXISTS ${id}`);
        },
      };
    },
    withPassword: keepPassword,
  },
];

for (const engine of engines) {
  describe.skipIf(!engine.isHere)(`the demo on ${engine.title}`, () => {
    let folder: string;
    let opened: Awaited<ReturnType<Engine['open']>>;
    let datasources: string[];

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'nl2sql-demo-'));
      opened = await engine.open(folder);
      const loaded = nl2sql('fixtures', 'load', opened.url, '--json');
      expect(loaded.stderr).toBe('');
      const { databases } = JSON.parse(loaded.stdout) as { databases: { datasource: string }[] };
      datasources = databases.flatMap(({ datasource }) => [
        '--datasource',
        engine.withPassword(datasource, opened.url),
      ]);
      cpSync(join(root, 'src/demo/suites'), join(folder, 'suites'), { recursive: true });
    }, 120_000);
    afterAll(async () => {
      await opened?.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('answers every question of its suites with the reviewed SQL', () => {
      const suites = ids.flatMap((id) => ['--suite', join(folder, 'suites', `${id}.yaml`)]);
      for (const id of ids) {
        const regenerated = nl2sql(
          'eval',
          'regenerate',
          join(folder, 'suites', `${id}.yaml`),
          ...datasources,
        );
        expect(regenerated.stderr).not.toContain('error');
        expect(regenerated.status).toBe(0);
      }
      const run = nl2sql(
        'eval',
        'run',
        '--mode',
        'gold',
        ...suites,
        ...datasources,
        '--json',
        '--fail-under',
        '1',
      );
      const { summary } = JSON.parse(run.stdout) as { summary: Record<string, number> };
      expect(summary).toMatchObject({ fail: 0, error: 0 });
      expect(summary['pass']).toBeGreaterThan(200);
      expect(run.status).toBe(0);
    }, 180_000);

    it('is made again only when told so', () => {
      const again = nl2sql('fixtures', 'load', opened.url);
      expect(again.status).toBe(2);
      expect(again.stderr).toMatch(/chinook.* is there already\n.*--force/);
      expect(nl2sql('fixtures', 'load', opened.url, '--force', '--quiet').status).toBe(0);
    }, 120_000);
  });
}
