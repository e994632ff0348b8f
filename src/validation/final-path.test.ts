import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finalPath } from './final-path.ts';

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'nl2sql-path-')));
  mkdirSync(join(folder, 'evals'));
  writeFileSync(join(folder, 'evals/there.yaml'), '');
  symlinkSync('evals', join(folder, 'folder-link'));
  symlinkSync('evals/there.yaml', join(folder, 'link.yaml'));
  symlinkSync('folder-link/missing.yaml', join(folder, 'dangling.yaml'));
  symlinkSync('dangling.yaml', join(folder, 'twice.yaml'));
  symlinkSync('loop.yaml', join(folder, 'loop.yaml'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the file a path means', () => {
  it.each([
    ['evals/../evals/there.yaml', 'evals/there.yaml'],
    ['link.yaml', 'evals/there.yaml'],
    ['folder-link/new.yaml', 'evals/new.yaml'],
    ['dangling.yaml', 'evals/missing.yaml'],
    ['twice.yaml', 'evals/missing.yaml'],
    ['no/such/folder/x.yaml', 'no/such/folder/x.yaml'],
  ])('%s is %s', async (path, real) => {
    expect(await finalPath(join(folder, path))).toBe(join(folder, real));
  });

  it('ends on a link that leads to itself', async () => {
    expect(await finalPath(join(folder, 'loop.yaml'))).toContain('loop.yaml');
  });
});
