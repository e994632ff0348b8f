import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { caseFields, lintCodes, readingCodes, readSuite } from '../src/evaluation/suite/index.ts';

const text = readFileSync(
  join(dirname(fileURLToPath(import.meta.url)), '../docs/cases.md'),
  'utf8',
);

describe('docs/cases.md', () => {
  it('documents every field', () => {
    for (const field of caseFields) expect(text, field).toContain(`\`${field}\``);
  });

  it('lists every code with its severity and meaning', () => {
    for (const [code, about] of Object.entries(readingCodes)) {
      expect(text).toContain(`| \`${code}\` | ${about} |`);
    }
    for (const [code, [severity, about]] of Object.entries(lintCodes)) {
      expect(text.replaceAll('` * |', '` |')).toContain(`| \`${code}\` | ${severity} | ${about} |`);
    }
  });

  it('shows a suite that loads', () => {
    const example = /```yaml\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
    expect(readSuite(example).findings).toEqual([]);
    expect(readSuite(example).suite.cases).toHaveLength(1);
  });
});
