import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * The import table is the architecture. A folder may import itself, `errors.ts`, `validation/`, and
 * what its row lists, always through the other folder's `index.ts`. A change of this table is a change of the
 * architecture: say why in `docs/decisions/`.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'errors.ts': [],
  'package-files.ts': [],
  validation: [],
  catalog: [],
  sql: ['catalog'],
  datasources: ['catalog', 'sql'],
  config: ['catalog', 'sql', 'datasources', 'access', 'llm'],
  expression: ['catalog'],
  access: ['catalog', 'sql', 'expression'],
  plan: ['catalog', 'sql', 'expression', 'access'],
  retrieval: ['catalog', 'access', 'llm'],
  llm: [],
  engine: [
    'catalog',
    'sql',
    'datasources',
    'config',
    'expression',
    'access',
    'plan',
    'retrieval',
    'llm',
  ],
  feedback: ['catalog'],
  'evaluation/suite': ['catalog', 'datasources', 'sql', 'evaluation/results'],
  'evaluation/results': ['catalog', 'sql'],
  'evaluation/systems': ['catalog', 'sql', 'evaluation/suite'],
  'evaluation/importers': ['catalog', 'sql', 'evaluation/suite'],
  'evaluation/runner': [
    'catalog',
    'datasources',
    'sql',
    'evaluation/suite',
    'evaluation/systems',
    'evaluation/results',
  ],
  'evaluation/scorers': [
    'catalog',
    'evaluation/suite',
    'evaluation/systems',
    'evaluation/results',
    'evaluation/runner',
  ],
  'evaluation/metrics': ['catalog', 'evaluation/suite', 'evaluation/scorers'],
  'evaluation/records': [
    'catalog',
    'evaluation/suite',
    'evaluation/systems',
    'evaluation/results',
    'evaluation/runner',
    'evaluation/scorers',
    'evaluation/metrics',
  ],
  'evaluation/gate': ['catalog', 'evaluation/records', 'evaluation/metrics'],
  'evaluation/reports': [
    'catalog',
    'evaluation/suite',
    'evaluation/results',
    'evaluation/metrics',
    'evaluation/records',
    'evaluation/gate',
  ],
  'evaluation/drafting': [
    'catalog',
    'datasources',
    'sql',
    'evaluation/suite',
    'evaluation/results',
  ],
  demo: ['catalog', 'sql', 'datasources'],
  'engine-system.ts': ['*'],
  'index.ts': ['*'],
  evals: ['*'],
  cli: ['*'],
  server: ['*'],
  testing: ['*'],
};

/** What any folder may import: errors, where the package's files lie, checking the shape of a value from a file. */
const everyone = ['errors.ts', 'package-files.ts', 'validation'];

/** Packages any folder may use. */
const commonPackages = ['zod', 'yaml', 'fastest-levenshtein', 'lossless-json', 'picocolors'];

/** Packages that belong to one folder; `lazy` ones only by `await import()` (or in a process of their own). */
const ownPackages: Readonly<Record<string, { readonly folder: string; readonly lazy: boolean }>> = {
  commander: { folder: 'cli', lazy: false },
  'csv-parse': { folder: 'evaluation', lazy: true },
  '@photostructure/sqlite': { folder: '*', lazy: false },
  '@duckdb/node-api': { folder: 'datasources', lazy: true },
  pg: { folder: 'datasources', lazy: true },
  'pg-cursor': { folder: 'datasources', lazy: true },
  mysql2: { folder: 'datasources', lazy: true },
  'libpg-query': { folder: 'sql', lazy: true },
  'gpt-tokenizer': { folder: 'retrieval', lazy: true },
};

const source = join(dirname(fileURLToPath(import.meta.url)), '../src');

interface Import {
  readonly from: string;
  readonly specifier: string;
  readonly isLazy: boolean;
  readonly isType: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  const found: Import[] = [];
  for (const match of text.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm,
  )) {
    found.push({
      from: file,
      specifier: match[2] ?? '',
      isLazy: false,
      isType: match[1] !== undefined,
    });
  }
  for (const match of text.matchAll(/\b(typeof\s+)?import\(\s*'([^']+)'\s*\)/g)) {
    found.push({
      from: file,
      specifier: match[2] ?? '',
      isLazy: true,
      isType: match[1] !== undefined,
    });
  }
  return found;
}

function folderOf(file: string): string {
  const path = relative(source, file).replaceAll('\\', '/');
  const row = Object.keys(mayImport)
    .filter((name) => path === name || path.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0];
  return row ?? path;
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => join(source, name));
const allImports = files.flatMap(importsOf);

describe('architecture', () => {
  it('has a row for every file', () => {
    expect(files.map(folderOf).filter((folder) => !(folder in mayImport))).toEqual([]);
  });

  it('imports only what the table allows', () => {
    const wrong: string[] = [];
    for (const { from, specifier } of allImports) {
      if (!specifier.startsWith('.')) continue;
      const own = folderOf(from);
      const target = folderOf(resolve(dirname(from), specifier));
      const allowed = mayImport[own] ?? [];
      if (target === own || everyone.includes(target) || allowed.includes('*')) continue;
      if (!allowed.includes(target)) wrong.push(`${relative(source, from)} imports ${target}`);
    }
    expect(wrong).toEqual([]);
  });

  it('enters another folder by its index.ts', () => {
    const wrong: string[] = [];
    for (const { from, specifier } of allImports) {
      if (!specifier.startsWith('.')) continue;
      const path = resolve(dirname(from), specifier);
      const target = folderOf(path);
      if (target === folderOf(from) || target.endsWith('.ts')) continue;
      if (relative(source, path) !== `${target}/index.ts`) {
        wrong.push(`${relative(source, from)} imports ${relative(source, path)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('keeps each package in its folder, heavy ones lazy', () => {
    const wrong: string[] = [];
    for (const { from, specifier, isLazy, isType } of allImports) {
      if (specifier.startsWith('.') || specifier.startsWith('node:')) continue;
      const name = specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');
      if (commonPackages.includes(name)) continue;
      const rule = ownPackages[name];
      const place = relative(source, from);
      if (!rule) wrong.push(`${place}: ${name} is in no row`);
      else if (rule.folder !== '*' && !place.startsWith(`${rule.folder}/`)) {
        wrong.push(`${place}: ${name} belongs to ${rule.folder}`);
      } else if (rule.lazy && !isLazy && !isType && !place.endsWith('-process.ts')) {
        wrong.push(`${place}: ${name} must be imported lazily`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('imports a package by a name it is given only where optional packages are loaded', () => {
    const wrong = files.filter((file) => /\bimport\(\s*[^'\s)]/.test(readFileSync(file, 'utf8')));
    expect(wrong.map((file) => relative(source, file))).toEqual(['llm/optional-package.ts']);
  });

  it('throws no plain Error and uses no any', () => {
    const wrong = files.filter((file) =>
      /throw new (?:Error|TypeError|RangeError)\(|: any\b|\bas any\b|<any>/.test(
        readFileSync(file, 'utf8'),
      ),
    );
    expect(wrong.map((file) => relative(source, file))).toEqual([]);
  });
});
