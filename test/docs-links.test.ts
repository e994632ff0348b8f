import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { commands } from '../src/cli/commands.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

describe('the documentation', () => {
  it.each(pages)('%s links only to what is there', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const broken = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map((match) => match[1] ?? '')
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !existsSync(resolve(root, dirname(page), link)));
    expect(broken).toEqual([]);
  });

  it('names every command in the README', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const missing = commands.filter(({ name }) => {
      const [group, verb] = name.split(' ');
      return !(
        readme.includes(`\`${name}\``) ||
        (verb !== undefined && readme.includes(group ?? '') && readme.includes(`\`${verb}\``))
      );
    });
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});
