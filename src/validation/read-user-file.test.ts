import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUserBytes, readUserFile } from './read-user-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-files-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('readUserFile', () => {
  it('gives the text without a byte order mark, and the bytes with it', () => {
    const path = join(folder, 'text.yaml');
    writeFileSync(path, '\uFEFFversion: 1 # ä\n');
    expect(readUserFile(path, 'Suite')).toBe('version: 1 # ä\n');
    expect([...readUserBytes(path, 'Suite').subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('gives an empty file as no text', () => {
    const path = join(folder, 'empty.yaml');
    writeFileSync(path, '');
    expect(readUserFile(path, 'Suite')).toBe('');
  });

  it('names the file and what is wrong with it', () => {
    mkdirSync(join(folder, 'sub'));
    const missing = join(folder, 'missing.yaml');
    expect(() => readUserFile(missing, 'Suite')).toThrow(`Suite ${missing}: there is no such file`);
    const sub = join(folder, 'sub');
    expect(() => readUserFile(sub, 'Suite')).toThrow(`Suite ${sub}: it is a folder`);
  });

  it.skipIf(process.platform === 'win32')('reads a pipe to its end (skipped on Windows)', () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    // Opened for both, so that it exists before its reader; then a pause, then more than one buffer.
    const script = `exec 3<>"$0"; sleep 0.3; head -c 200000 /dev/zero >&3`;
    const writer = spawn('sh', ['-c', script, path], { stdio: 'ignore' });
    execFileSync('sleep', ['0.15']);
    expect(readUserBytes(path, 'Result file')).toHaveLength(200_000);
    writer.kill();
  });

  it.skipIf(process.platform === 'win32')(
    'does not wait for a pipe that nobody writes to (skipped on Windows)',
    () => {
      const path = join(folder, 'nobody');
      execFileSync('mkfifo', [path]);
      expect(() => readUserFile(path, 'Report')).toThrow(`Report ${path}: it is an empty pipe`);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'does not read a device without end, and /dev/null as no text (skipped on Windows)',
    () => {
      expect(() => readUserFile('/dev/zero', 'Suite')).toThrow(
        'Suite /dev/zero: it is a device, not a file',
      );
      expect(readUserFile('/dev/null', 'Suite')).toBe('');
    },
  );
});
