import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { planJsonSchema } from '../../src/plan/index.ts';

it('docs/formats/plan.schema.json is the schema of the code', () => {
  const file = new URL('../../docs/formats/plan.schema.json', import.meta.url);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(planJsonSchema());
});
