import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { formatSchemas } from '../src/cli/format-schemas.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../docs/formats');

describe('the published JSON Schemas', () => {
  it.each(Object.entries(formatSchemas()))(
    '%s is what the code says (node scripts/formats.mjs)',
    (name, schema) => {
      const text = readFileSync(join(folder, `${name}.schema.json`), 'utf8');
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(schema)));
    },
  );

  it('are all of the folder', () => {
    const names = readdirSync(folder)
      .filter((name) => name.endsWith('.schema.json'))
      .map((name) => name.replace('.schema.json', ''));
    expect(names.sort()).toEqual(Object.keys(formatSchemas()).sort());
  });
});
