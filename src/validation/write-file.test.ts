import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { requireWritable, writeFileAtomically } from './write-file.ts';

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
      message: `Suite ${path} could not be written: its folder does not exist`,
    });
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  it('writes into a pipe or a device and leaves it in its place', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const reader = spawn('cat', [path]);
    let read = '';
    reader.stdout.on('data', (chunk: Buffer) => {
      read += chunk.toString();
    });
    await requireWritable(path, 'Report');
    await writeFileAtomically(path, ['one', 'two'], 'Report');
    await once(reader, 'close');
    expect(read).toBe('onetwo');
    expect(statSync(path).isFIFO()).toBe(true);
    expect(readdirSync(folder)).toEqual(['pipe']);
  });

  it('gives a new file the rights that the umask leaves', async () => {
    const before = process.umask(0o077);
    try {
      await writeFileAtomically(join(folder, 'a.yaml'), 'one\n');
    } finally {
      process.umask(before);
    }
    expect(statSync(join(folder, 'a.yaml')).mode & 0o777).toBe(0o600);
  });

  it('passes on what goes wrong in making the text, and leaves the old file', async () => {
    const path = join(folder, 'a.html');
    writeFileSync(path, 'old');
    function* pieces() {
      yield 'new';
      throw new TypeError('a fault of ours');
    }
    await expect(writeFileAtomically(path, pieces())).rejects.toThrow(TypeError);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['a.html']);
  });
});
