import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFileAtomically } from './write-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-write-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('writing a file whole or not at all', () => {
  it('creates and replaces, keeps the mode, leaves nothing beside it', async () => {
    const path = join(folder, 'a.yaml');
    await writeFileAtomically(path, 'one\n');
    chmodSync(path, 0o640);
    await writeFileAtomically(path, 'two\n');
    expect(readFileSync(path, 'utf8')).toBe('two\n');
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['a.yaml']);
  });

  it('follows a link to the file it stands for', async () => {
    mkdirSync(join(folder, 'real'));
    writeFileSync(join(folder, 'real/a.yaml'), 'one\n');
    symlinkSync(join(folder, 'real/a.yaml'), join(folder, 'link.yaml'));
    await writeFileAtomically(join(folder, 'link.yaml'), 'two\n');
    expect(readFileSync(join(folder, 'real/a.yaml'), 'utf8')).toBe('two\n');
    expect(readdirSync(folder).sort()).toEqual(['link.yaml', 'real']);
  });

  it('says what failed and leaves nothing when the folder is not there', async () => {
    const path = join(folder, 'none/a.yaml');
    await expect(writeFileAtomically(path, 'x')).rejects.toMatchObject({
      code: 'FILE_NOT_WRITABLE',
      exitCode: 2,
      message: expect.stringContaining('ENOENT'),
    });
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});
