import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  compareResults,
  isLenientMatch,
  isStrictMatch,
  readCaseFile,
} from '../../src/evaluation/results/index.ts';

const path = join(dirname(fileURLToPath(import.meta.url)), 'cases.json');
const cases = readCaseFile(readFileSync(path, 'utf8'), path);

describe('pairs of results, one rule each', () => {
  it.each(cases.map((item) => [item.id, item.why, item] as const))('%s: %s', (_, why, item) => {
    const predicted = { ...item.predicted, columns: item.predicted.columns ?? [] };
    const verdict = compareResults(item.gold, predicted, item.options);
    expect([isStrictMatch(verdict), isLenientMatch(verdict)], `${why}: ${verdict.reason}`).toEqual([
      item.expectStrict,
      item.expectLenient,
    ]);
  });
});
