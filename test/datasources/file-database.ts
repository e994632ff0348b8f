import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders = new Set<string>();
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder of its own for one database file, and what is in it; it goes with the test file at the latest. */
export function createDatabaseFolder(): {
  readonly folder: string;
  readonly fingerprint: () => Promise<string>;
  readonly drop: () => Promise<void>;
} {
  const folder = mkdtempSync(join(tmpdir(), 'nl2sql-file-test-'));
  folders.add(folder);
  return {
    folder,
    fingerprint: async () =>
      readdirSync(folder)
        .toSorted()
        .map((name) => {
          const content = readFileSync(join(folder, name));
          return `${name} ${createHash('sha256').update(content).digest('hex')}`;
        })
        .join('\n'),
    drop: async () => {
      folders.delete(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
