import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSqliteDemo } from './sqlite-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-demo-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

describe('writeSqliteDemo', () => {
  it('writes three files and nothing beside them, the same bytes every time', () => {
    const files = writeSqliteDemo(join(folder, 'data'));
    expect(files.map((file) => file.id)).toEqual(['chinook', 'support', 'webanalytics']);
    expect(readdirSync(join(folder, 'data')).sort()).toEqual([
      'chinook.sqlite',
      'support.sqlite',
      'webanalytics.sqlite',
    ]);
    const first = files.map((file) => hash(file.path));
    const again = writeSqliteDemo(join(folder, 'data'));
    expect(again.map((file) => hash(file.path))).toEqual(first);
  });
});
