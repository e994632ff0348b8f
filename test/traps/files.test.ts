import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import type { EvalCase } from '../../src/evaluation/suite/index.ts';
import { editSuite, formatSuite, readSuite } from '../../src/evaluation/suite/index.ts';
import { hasShared, sharedPath } from '../shared.ts';

/** Traps that other tools fell into with files, read from the list they were collected in. */
interface Trap {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly input: { readonly yaml?: string; readonly bytes?: string };
}

const traps: readonly Trap[] = hasShared
  ? (JSON.parse(readFileSync(sharedPath('cases/known-traps.json'), 'utf8')) as Trap[])
  : [];

function input(id: string): string {
  const trap = traps.find((each) => each.id === id);
  return trap?.input.yaml ?? trap?.input.bytes ?? '';
}

/** A whole suite around the part of a case that a trap gives. */
function suiteWith(part: string, sql = 'SELECT 1 AS n'): string {
  const lines = part.split('\n').map((line) => `  ${line}\n`);
  return `version: 1
cases:
- id: a
  question: What?
  datasources: [shop]
  status: approved
  outcome: {admin: allowed}
${part.startsWith('sql') ? '' : `  sql: ${sql}\n`}${lines.join('')}`;
}

function caseOf(text: string): EvalCase {
  const { suite, findings } = readSuite(text);
  expect(findings.filter((finding) => finding.severity === 'error')).toEqual([]);
  return suite.cases[0] as EvalCase;
}

describe.skipIf(!hasShared)('traps of files (needs the reference data)', () => {
  it('G126: NO and on are text, said so with their line, and written quoted', () => {
    const text = suiteWith(input('G126'));
    const { findings } = readSuite(text);
    expect(caseOf(text).rows).toEqual({ columns: ['country', 'on'], rows: [['NO', 1]] });
    expect(findings.map(({ code, severity, line }) => [code, severity, line])).toContainEqual([
      'yaml-spelling',
      'info',
      10,
    ]);
    const written = formatSuite(readSuite(text).suite);
    expect(written).toContain("- {country: 'NO', 'on': 1}");
    for (const version of ['1.1', '1.2'] as const) {
      expect(parseDocument(written, { version }).toJS().cases[0].rows).toEqual([
        { country: 'NO', on: 1 },
      ]);
    }
  });

  it('G127: dates and times are the text they are', () => {
    const part = input('G127');
    expect(caseOf(suiteWith(part.replace('12:30:45', "'12:30:45'"))).rows?.rows).toEqual([
      ['2024-01-31', '12:30:45'],
    ]);
    expect(caseOf(suiteWith(part)).rows?.rows).toEqual([['2024-01-31', '12:30:45']]);
  });

  it('G129: big integers keep every digit', () => {
    expect(caseOf(suiteWith(input('G129'))).rows?.rows).toEqual([[9007199254740993n]]);
    expect(formatSuite(readSuite(suiteWith(input('G129'))).suite)).toContain(
      '{id: 9007199254740993}',
    );
  });

  it('G130: decimals keep their trailing zeros', () => {
    expect(caseOf(suiteWith(input('G130'))).rows?.rows).toEqual([[{ $decimal: '12.30' }]]);
    expect(formatSuite(readSuite(suiteWith(input('G130'))).suite)).toContain('{price: 12.30}');
  });

  it('G132: a tab is named, with its line and the fix', () => {
    expect(readSuite(`version: 1\n${input('G132')}`).findings).toMatchObject([
      {
        code: 'yaml-tab',
        line: 3,
        message: 'the line is indented with a tab',
        fix: 'Indent with spaces; YAML does not allow tabs there.',
      },
    ]);
  });

  it('G133: line ends and byte order marks are accepted, out of the digest, and kept', () => {
    const bytes = input('G133').replaceAll('\\ufeff', '\ufeff').replaceAll('\\r\\n', '\r\n');
    const { suite, findings } = readSuite(bytes);
    expect(findings).toEqual([]);
    expect(suite.digest).toBe(readSuite('version: 1\ncases: []').suite.digest);
    const windows = suiteWith('rows:\n- {n: 1}').replaceAll('\n', '\r\n');
    const edited = editSuite(`\ufeff${windows}`, {
      cases: [{ id: 'a', set: { difficulty: 'easy' } }],
    });
    expect(edited.startsWith('\ufeffversion: 1\r\n')).toBe(true);
    expect(edited.replaceAll('\r\n', '')).not.toContain('\n');
    expect(edited.replaceAll('\r\n', '\n')).not.toContain('\r');
  });

  it('G135: aliases that blow up are refused before they do', () => {
    const nested = input('G135')
      .split('\n')
      .map((line) => `    ${line}`)
      .join('\n');
    let more = '';
    for (const [name, of] of [
      ['d', 'c'],
      ['e', 'd'],
      ['f', 'e'],
      ['g', 'f'],
      ['h', 'g'],
    ]) {
      more += `\n    ${name}: &${name} [${Array.from({ length: 9 }, () => `*${of}`).join(',')}]`;
    }
    const bomb = `${nested.replace('c: [', 'c: &c [')}${more}\n`;
    const { findings } = readSuite(`${suiteWith('rows: []')}  plan:\n${bomb}`);
    expect(findings).toMatchObject([{ code: 'yaml-alias' }]);
  });

  it('G136: custom tags are refused', () => {
    expect(readSuite(`version: 1\n${input('G136')}\n`).findings).toContainEqual(
      expect.objectContaining({ code: 'yaml-tag', line: 2 }),
    );
  });

  it('G138: a folded block that swallows what follows its comment is an error', () => {
    expect(readSuite(suiteWith(`${input('G138')}\nrows:\n- {a: 1}`)).findings).toContainEqual(
      expect.objectContaining({ code: 'folded-sql', severity: 'error', case: 'a', field: 'sql' }),
    );
  });

  it('G139: a second document is said to be one', () => {
    expect(readSuite(input('G139')).findings).toMatchObject([
      { code: 'yaml-documents', line: 3, fix: expect.stringContaining('---') },
    ]);
  });

  it('G141: __proto__ is a column like another', () => {
    const evalCase = caseOf(suiteWith(input('G141')));
    expect(evalCase.rows).toEqual({ columns: ['__proto__', 'a'], rows: [[1, 2]] });
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
    expect(formatSuite(readSuite(suiteWith(input('G141'))).suite)).toContain(
      '- {__proto__: 1, a: 2}',
    );
  });
});
