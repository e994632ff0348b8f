import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProject } from '../config/index.ts';
import { loadSuite } from '../evaluation/suite/index.ts';
import { writeDemoProject, writeSkeleton } from './project-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-demo-project-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the demo project', () => {
  it('loads as it is written, with three datasources and one suite named', () => {
    const dir = join(folder, 'demo');
    const files = writeDemoProject({ dir });
    const project = loadProject(join(dir, 'nl2sql.yaml'), { env: {} });
    expect(project.datasources.map((datasource) => datasource.id)).toEqual([
      'chinook',
      'support',
      'webanalytics',
    ]);
    expect(project.evals.suites).toEqual(['evals/chinook.yaml']);
    const onDisk = readdirSync(dir, { recursive: true, withFileTypes: true });
    expect(onDisk.filter((entry) => entry.isFile())).toHaveLength(files.length);
  });

  it('has suites in which the loader finds nothing', async () => {
    const dir = join(folder, 'suites');
    writeDemoProject({ dir });
    for (const name of readdirSync(join(dir, 'evals'))) {
      const { findings } = await loadSuite(join(dir, 'evals', name));
      expect(findings, name).toEqual([]);
    }
  });

  it('is not written over files that are there, not even in part', () => {
    const dir = join(folder, 'taken');
    mkdirSync(dir);
    writeFileSync(join(dir, 'policies.yaml'), 'mine');
    expect(() => writeDemoProject({ dir })).toThrow(
      `${dir} already has policies.yaml; nothing was written`,
    );
    expect(readdirSync(dir)).toEqual(['policies.yaml']);
  });

  it('replaces its own files with force and leaves others alone', () => {
    const dir = join(folder, 'forced');
    mkdirSync(dir);
    writeFileSync(join(dir, 'policies.yaml'), 'mine');
    writeFileSync(join(dir, 'notes.txt'), 'mine');
    writeDemoProject({ dir, force: true });
    expect(readFileSync(join(dir, 'policies.yaml'), 'utf8')).toContain('analyst');
    expect(readFileSync(join(dir, 'notes.txt'), 'utf8')).toBe('mine');
  });
});

describe('the skeleton', () => {
  it('loads with no datasource named yet', async () => {
    const dir = join(folder, 'bare');
    expect(writeSkeleton({ dir, datasource: null })).toEqual(['evals/first.yaml', 'nl2sql.yaml']);
    const project = loadProject(join(dir, 'nl2sql.yaml'), { env: {} });
    expect(project.datasources).toEqual([]);
    expect((await loadSuite(join(dir, 'evals/first.yaml'))).findings).toEqual([]);
  });

  it('reads a URL with a password from the environment', () => {
    const dir = join(folder, 'secret');
    const datasource = {
      id: 'shop',
      type: 'postgres' as const,
      place: null,
      secretVariable: 'SHOP_URL',
    };
    writeSkeleton({ dir, datasource });
    const env = { SHOP_URL: 'postgres://ann:secret@db.example/shop' };
    const [shop] = loadProject(join(dir, 'nl2sql.yaml'), { env }).datasources;
    expect(shop?.spec.connection).toMatchObject({ type: 'postgres', url: env.SHOP_URL });
  });

  it('names a file that is there, also one with an apostrophe', () => {
    const dir = join(folder, 'file');
    const datasource = {
      id: 'ann',
      type: 'sqlite' as const,
      place: "ann's.sqlite",
      secretVariable: null,
    };
    writeSkeleton({ dir, datasource });
    const [found] = loadProject(join(dir, 'nl2sql.yaml'), { env: {} }).datasources;
    expect(found?.spec.connection).toEqual({ type: 'sqlite', path: join(dir, "ann's.sqlite") });
  });
});
