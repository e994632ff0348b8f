import { resolve } from 'node:path';
import { Nl2sqlError } from '../../errors.ts';
import { readUserBytes } from '../../validation/index.ts';
import type { EvalSuite } from './model.ts';
import { type ReadSuiteOptions, readSuite, type SuiteReading } from './read-suite.ts';

/** `path` is taken against the working directory. */
export type LoadSuiteOptions = Omit<ReadSuiteOptions, 'path' | 'name'>;

/**
 * Loads a suite file with everything that is wrong in it. Throws only where the file cannot be read
 * (`FILE_NOT_READABLE`).
 *
 * @example
 * const { suite, findings } = await loadSuite('evals/chinook.yaml');
 */
export async function loadSuite(
  path: string,
  options: LoadSuiteOptions = {},
): Promise<SuiteReading> {
  const absolute = resolve(path);
  const text = await readSuiteFile(absolute);
  if (text === null) return notUtf8(absolute);
  return readSuite(text, { ...options, path: absolute });
}

/** Loads a suite that must be whole: an error in it throws `SUITE_INVALID`, which carries every finding. */
export async function requireSuite(
  path: string,
  options: LoadSuiteOptions = {},
): Promise<EvalSuite> {
  const { suite, findings } = await loadSuite(path, options);
  if (findings.some((finding) => finding.severity === 'error')) {
    throw new Nl2sqlError('SUITE_INVALID', { path, findings });
  }
  return suite;
}

/** The text of a suite file, or null when it is not UTF-8. */
export async function readSuiteFile(path: string): Promise<string | null> {
  const bytes = readUserBytes(path, 'Suite');
  try {
    // The byte order mark stays: who writes the file back needs to know of it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function notUtf8(path: string): SuiteReading {
  const reading = readSuite('version: 1\ncases: []\n', { path });
  return {
    ...reading,
    findings: [
      {
        code: 'not-utf8',
        severity: 'error',
        file: path,
        line: null,
        case: null,
        field: null,
        message: 'the file is not UTF-8 text',
        fix: 'Save it as UTF-8.',
      },
    ],
  };
}
