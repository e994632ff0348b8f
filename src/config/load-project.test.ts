import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasShared, sharedPath } from '../../test/shared.ts';
import { Nl2sqlError } from '../errors.ts';
import { findProjectFile, loadProject } from './load-project.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'nl2sql-config-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return join(dir, 'nl2sql.yaml');
}

function problemsOf(path: string, env: Record<string, string> = {}): string[] {
  try {
    loadProject(path, { env });
  } catch (error) {
    if (error instanceof Nl2sqlError && error.code === 'CONFIG_INVALID') {
      const { problems } = error.details as {
        problems: { line: number; path: string; message: string; suggestion?: string }[];
      };
      return problems.map(
        (p) => `${p.line} ${p.path}: ${p.message}${p.suggestion ? ` → ${p.suggestion}` : ''}`,
      );
    }
    throw error;
  }
  return [];
}

describe('loadProject', () => {
  it('reads sections inline, from a file and from a folder', () => {
    const path = write({
      'nl2sql.yaml':
        'version: 2\ndatasources: {file: sources/}\nevals: {file: evals.yaml}\nsettings: {routing: {candidates: 5}}\n',
      'sources/shop.yaml':
        'type: sqlite\nconnection: {database: data/shop.sqlite}\nlimits: {row_limit: 7}\n',
      'evals.yaml': 'suites: [a.yaml]\n',
    });
    const project = loadProject(path, { env: {} });
    expect(project.datasources[0]?.spec).toEqual({
      id: 'shop',
      connection: { type: 'sqlite', path: join(dir, 'data/shop.sqlite') },
    });
    expect(project.datasources[0]?.rowLimit).toBe(7);
    expect(project.evals.suites).toEqual(['a.yaml']);
    expect(project.settings.routing.candidates).toBe(5);
  });

  it('gives a datasource without a row limit the one of the settings, else 10,000', () => {
    const source = (id: string, limits: string) =>
      `- {id: ${id}, type: sqlite, connection: {path: x.sqlite}${limits}}\n`;
    const sources = `version: 2\ndatasources:\n${source('a', '')}${source('b', ', limits: {row_limit: 7}')}`;
    const limitsOf = (text: string) =>
      loadProject(write({ 'nl2sql.yaml': text }), { env: {} }).datasources.map(
        ({ rowLimit }) => rowLimit,
      );
    expect(limitsOf(sources)).toEqual([10_000, 7]);
    expect(limitsOf(`${sources}settings: {results: {row_limit: 50}}\n`)).toEqual([50, 7]);
  });

  it('reads a section file that repeats the name of its section', () => {
    const path = write({
      'nl2sql.yaml':
        'version: 2\npolicies: {file: who.yaml}\ndatasources: {file: data.yaml}\nevals: {file: evals.yaml}\nglossary: {file: words.yaml}\n',
      'who.yaml': 'policies:\n  roles:\n    clerk: {allow: [shop]}\n',
      'data.yaml': 'datasources:\n- {id: shop, type: sqlite, connection: {path: shop.sqlite}}\n',
      'evals.yaml': 'evals:\n  suites: [a.yaml]\n',
      // Here the word is an entry, not the section: what "glossary" means.
      'words.yaml': 'glossary: [term]\n',
    });
    const project = loadProject(path, { env: {} });
    expect([...(project.policies?.roles.keys() ?? [])]).toEqual(['clerk']);
    expect(project.datasources.map(({ id }) => id)).toEqual(['shop']);
    expect(project.evals.suites).toEqual(['a.yaml']);
    expect(project.glossary).toEqual({ glossary: ['term'] });
  });

  it('gives the line of a fault below the name of the section', () => {
    const path = write({
      'nl2sql.yaml': 'version: 2\nevals: {file: evals.yaml}\n',
      'evals.yaml': 'evals:\n  suits: [a.yaml]\n',
    });
    expect(problemsOf(path)).toEqual([
      expect.stringMatching(/^2 evals\.suits: unknown key "suits".* → suites$/),
    ]);
  });

  it('names every problem at once, with its line and the likely word', () => {
    const path = write({
      'nl2sql.yaml': [
        'version: 3',
        'datasource: []',
        'datasources:',
        '- id: shop',
        '  type: sqllite',
        '  connection: {path: x}',
        '- id: b',
        '  type: postgres',
        '  conection: {host: h}',
      ].join('\n'),
    });
    expect(problemsOf(path)).toEqual([
      '1 version: expected 2; found 3',
      '2 datasource: unknown section; known: version, policies, datasources, llm, embeddings, storage, curated, settings, evals, api, secrets, glossary, observers, hooks → datasources',
      '5 datasources[0].type: expected sqlite, duckdb, postgres, postgresql, mysql, mariadb, fixture; found "sqllite" → sqlite',
      '7 datasources[1].connection: missing; expected a map',
      expect.stringMatching(
        /^9 datasources\[1\]\.conection: unknown key "conection"; known: .* → connection$/,
      ),
    ]);
  });

  it('reads a secret from the environment and never prints it', () => {
    const path = write({
      'nl2sql.yaml':
        'datasources:\n- {id: d, type: postgres, connection: {host: h, password: "${env:PW}", port: "${env:PORT}"}}\n',
    });
    expect(problemsOf(path, { PW: 's3cret' })).toEqual([
      '2 datasources[0].connection.port: the environment variable PORT is not set',
    ]);
    const project = loadProject(path, { env: { PW: 's3cret', PORT: '5432' } });
    expect(project.datasources[0]?.spec.connection).toMatchObject({
      password: 's3cret',
      port: 5432,
    });
    expect(problemsOf(path, { PW: 's3cret', PORT: 's3cret' }).join()).not.toContain('s3cret');
  });

  it('says which secret reference is not the whole value', () => {
    const path = write({
      'nl2sql.yaml':
        'datasources:\n- {id: d, type: postgres, connection: {url: "postgres://u:${env:PW}@h/d"}}\n',
    });
    expect(problemsOf(path, { PW: 'x' })).toEqual([
      '2 datasources[0].connection.url: a ${…} reference must be the whole value',
    ]);
  });

  it('refuses duplicate keys, several documents and a missing section file', () => {
    expect(problemsOf(write({ 'nl2sql.yaml': 'version: 2\nversion: 2\n' }))[0]).toContain(
      '2 : not readable as YAML',
    );
    expect(problemsOf(write({ 'nl2sql.yaml': '---\nversion: 2\n---\nversion: 2\n' }))[0]).toContain(
      'several YAML documents',
    );
    expect(problemsOf(write({ 'nl2sql.yaml': 'evals: {file: nope.yaml}\n' }))[0]).toContain(
      'no such file or folder',
    );
  });

  it('reads policies and places what is wrong in them', () => {
    const good = write({
      'nl2sql.yaml': 'policies: {roles: {viewer: {allow: [shop.main.item]}}}\n',
    });
    expect([...(loadProject(good, { env: {} }).policies?.roles.keys() ?? [])]).toEqual(['viewer']);
    const bad = write({
      'nl2sql.yaml':
        'policies:\n  roles:\n    viewer:\n      allow:\n      - shop\n      - shop.item\n',
    });
    expect(problemsOf(bad)).toEqual([
      expect.stringMatching(/^6 policies\.roles\.viewer\.allow\[1\]: /),
    ]);
  });

  it('loads embeddings of version 0.7 and leaves them off until they are enabled', () => {
    const section = 'provider: openai, model: small, api_key: "${env:KEY}", dimension: 256';
    const off = write({ 'nl2sql.yaml': `embeddings: {${section}}\n` });
    expect(loadProject(off, { env: {} }).embeddings).toBeNull();
    const on = write({ 'nl2sql.yaml': `embeddings: {enabled: true, ${section}}\n` });
    expect(problemsOf(on)).toEqual([
      '1 embeddings.api_key: the environment variable KEY is not set',
    ]);
    expect(loadProject(on, { env: { KEY: 'k' } }).embeddings).toEqual({
      kind: 'provider',
      packageName: '@ai-sdk/openai',
      model: 'small',
      apiKey: 'k',
      dimension: 256,
      timeoutMs: 30_000,
    });
  });

  it('finds the folder of a local embedding model beside the project', () => {
    const path = write({
      'nl2sql.yaml': 'embeddings: {enabled: true, provider: local, model: models/minilm}\n',
    });
    expect(loadProject(path, { env: {} }).embeddings).toEqual({
      kind: 'onnx',
      folder: join(dir, 'models/minilm'),
    });
  });

  it('says what enabled embeddings lack, with the line', () => {
    const problems = (...lines: string[]) =>
      problemsOf(write({ 'nl2sql.yaml': ['embeddings:', '  enabled: true', ...lines].join('\n') }));
    expect(problems()).toEqual([
      '2 embeddings.provider: missing; expected local, openai, openai_compatible or ai_sdk',
    ]);
    expect(problems('  provider: local', '  api_key: k')).toEqual([
      '2 embeddings.model: missing; expected the folder of an ONNX model',
      '4 embeddings.api_key: does not apply to local, which runs here',
    ]);
    expect(problems('  provider: openai_compatible', '  model: m')).toEqual([
      '2 embeddings.base_url: missing; expected the address of the server, such as http://localhost:1234/v1',
    ]);
    expect(problems('  provider: ai_sdk', '  model: m', '  package: ../evil.js')).toEqual([
      '5 embeddings.package: expected the name of a package',
    ]);
    expect(problems('  provider: ai_sdk', '  model: m')).toEqual([
      '2 embeddings.package: missing; expected an AI SDK provider package, such as @ai-sdk/mistral',
    ]);
  });

  it('looks for nl2sql.yaml upward', () => {
    const path = write({ 'nl2sql.yaml': 'version: 2\n', 'a/b/c.txt': '' });
    expect(findProjectFile(join(dir, 'a/b'))).toBe(path);
  });

  describe.skipIf(!hasShared)('with the reference data', () => {
    it('loads a project of version 0.7 as it is', () => {
      const project = loadProject(sharedPath('reference/nl2sql/demo-project/nl2sql.yaml'), {
        env: {},
      });
      expect(project.datasources.map((source) => source.id)).toEqual([
        'chinook',
        'support',
        'webanalytics',
      ]);
      expect(project.evals.suites).toEqual(['evals/chinook.yaml']);
      expect(project.curated?.datasources['chinook']?.verified_queries).toHaveLength(6);
    });
  });
});
