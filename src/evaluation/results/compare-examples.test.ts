import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasShared, sharedPath } from '../../../test/shared.ts';
import { type Cell, cellFromJson, type Row } from '../../catalog/index.ts';
import { compareResults, isLenientMatch, isStrictMatch } from './index.ts';

interface Example {
  readonly id: string;
  readonly why: string;
  readonly gold: { columns: string[] | null; rows: unknown[][] };
  readonly predicted: { columns: string[]; rows: unknown[][] };
  readonly order_matters?: boolean;
  readonly order_keys?: number[];
  readonly alternatives?: { columns: string[]; rows: unknown[][] }[];
  readonly expect_strict: boolean;
  readonly expect_lenient: boolean;
}

const examples: readonly Example[] = hasShared
  ? JSON.parse(readFileSync(sharedPath('cases/comparison-examples.json'), 'utf8')).cases
  : [];

function rowsOf(rows: readonly unknown[][]): Row[] {
  return rows.map((row) =>
    row.map((value): Cell => {
      const reading = cellFromJson(value);
      if (!reading.ok) throw new TypeError(reading.reason);
      return reading.cell;
    }),
  );
}

const resultOf = (result: { columns: string[]; rows: unknown[][] }) => ({
  columns: result.columns.map((name) => ({ name })),
  rows: rowsOf(result.rows),
  truncated: false,
});

describe.skipIf(!hasShared)('comparison examples (needs the reference data)', () => {
  it.each(examples.map((example) => [example.id, example] as const))('%s', (_, example) => {
    const verdict = compareResults(
      {
        columns: example.gold.columns?.map((name) => ({ name })) ?? null,
        rows: rowsOf(example.gold.rows),
      },
      resultOf(example.predicted),
      {
        orderMatters: example.order_matters ?? false,
        orderKeys: example.order_keys?.map((column) => ({ column })) ?? 'unknown',
        alternatives: example.alternatives?.map(resultOf) ?? [],
      },
    );
    expect(
      [isStrictMatch(verdict), isLenientMatch(verdict)],
      `${example.why}: ${JSON.stringify(verdict)}`,
    ).toEqual([example.expect_strict, example.expect_lenient]);
  });
});
