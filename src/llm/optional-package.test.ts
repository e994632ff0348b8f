import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exportOf, loadOptionalPackage } from './optional-package.ts';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'nl2sql-package-'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function install(name: string, code: string): void {
  const folder = join(project, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, main: 'main.cjs' }));
  writeFileSync(join(folder, 'main.cjs'), code);
}

it('finds a package that only the project has installed', async () => {
  install('only-here', 'module.exports = Object.assign({}, { answer: 42 });');
  const module = await loadOptionalPackage('only-here', project);
  expect(module && exportOf(module, 'answer')).toBe(42);
});

it('gives null for a package that is in neither place', async () => {
  expect(await loadOptionalPackage('nowhere-at-all', project)).toBeNull();
});

it('does not take a package that fails to load for one that is absent', async () => {
  install('broken', "require('nowhere-at-all');");
  await expect(loadOptionalPackage('broken', project)).rejects.toThrow('nowhere-at-all');
});
