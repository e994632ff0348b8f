import { describe, expect, it } from 'vitest';
import { checkReadOnly, dialectNames } from '../../src/sql/index.ts';
import { readPairs } from './pairs/read-pairs.ts';

for (const dialect of dialectNames) {
  const harmless = [
    ...readPairs('common.harmless.pairs'),
    ...readPairs(`${dialect}.harmless.pairs`),
  ];
  describe(`checkReadOnly lets ${dialect} read`, () => {
    it.each(harmless)('$why', async ({ sql }) => {
      expect((await checkReadOnly(sql, dialect)).reasons).toEqual([]);
    });
  });

  describe(`checkReadOnly keeps ${dialect} from more than reading`, () => {
    it.each(readPairs(`${dialect}.harmful.pairs`))('$why', async ({ sql }) => {
      expect((await checkReadOnly(sql, dialect)).readOnly).toBe(false);
    });
  });
}
