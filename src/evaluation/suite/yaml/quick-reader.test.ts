import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasShared, sharedPath } from '../../../../test/shared.ts';
import { readFully } from './full-reader.ts';
import type { YamlNode } from './node.ts';
import { readQuickly } from './quick-reader.ts';

const snippets: readonly string[] = [
  'a: 1\nb: two words\n',
  "- id: x\n  tags: [a, 'b, c', \"d\"]\n  rows:\n  - {A: 1, B: it's}\n  - {A: ~, B: ''}\n",
  'sql: |\n  SELECT 1\n\n    FROM t\n\n\nnext: |-\n  x\n',
  'a: |+\n  x\n\nb: 1\n',
  'question: a long one\n  folded here\n  and here\nb: 2\n',
  "a: 'it''s\n  folded'\n",
  'a: {x: {y: [1, 2, {z: q}]}, w: [[], {}]}\n',
  'a:\n- - {x: 1}\n  - {x: 2}\n- - {x: 3}\n',
  'a:\n  - b\n  - c: 1\n    d: 2\n',
  'a: {b: one\n    two, c: 3}\n',
  'a: [one,\n  two]\n',
  'a: x # comment\nb: "q" # c\n# whole line\nc: {d: 1} # e\n',
  'a:\nb:\n  c:\n- d\n',
  'a: http://x.y:80/z\nb: [http://x.y, b:c]\n',
  'a: "x\\ny\\u00e9"\n',
  'a: "x\\x41"\n',
  'a : 1\n\'b\' : 2\n"c": 3\n',
  'a: *x\n',
  'a: &x 1\n',
  'a: !t 1\n',
  'a: >\n  x\n  y\n',
  '? a\n: b\n',
  'a: b: c\n',
  'a: - b\n',
  'a: [a: b]\n',
  'a: {b, c}\n',
  'a: {b: , c:}\n',
  'a: {"b":1,"c":[true,null]}\n',
  'a: "open\n',
  'a: [1, 2\n',
  'a: 1\n b: 2\n',
  'a: 1\n  b: 2\n',
  '  a: 1\n  b: 2\n',
  '- a\n- b\n-\n- - c\n  - d\n',
  'a:\n\n\n  b: 1\n\n# c\n\nd: 2',
  'a: -1\nb: -x\nc: ?x\nd: :x\n',
  'a: @x\n',
  'a: %x\n',
  'a: |\n\n  x\n   y\n',
  'a: |\nb: 1\n',
  'a: |  # comment\n  x\n',
  'a: x\n\n  y\n',
  'a: x # c\n  y\n',
  'a: [x#y, z]\n',
  'a: {x: y z, w: v}\n',
  '{"version": 1,\n\t"cases": [\n\t\t{"id": "a"}\n\t]}\n',
  '---\na: 1\n',
  'a: 1\n---\nb: 2\n',
  'a:\n- b\nc\n',
  '__proto__: 1\nconstructor: {__proto__: 2}\n',
  'a: {? x: 1}\n',
  'a: [- b]\n',
  'a: "x" y\n',
  "a: 'x'y\n",
  'a: {x: 1}#c\n',
  'a: 1 #c\nb: 2#c\n',
  '- a: 1\n  b: 2\n-   c: 3\n    d: 4\n',
  'a: |\n  x\n # less\nb: 1\n',
  'a: |\n  x\n# none\nb: 1\n',
  'a:\n  x\n  y\n',
  'a:\n  "x"\nb: 1\n',
  'a:\n  |\n  x\n',
];

/** Quickly or not at all: what the quick reader gives is what the full one gives, to the offset. */
function expectAgreement(text: string): 'read' | 'left' {
  const quick = readQuickly(text, 0, text.length);
  if (quick === null) return 'left';
  const full = readFully(text, 0, text.length);
  expect(full.problems, text).toEqual([]);
  expect(withoutBlockEnds(quick), text).toEqual(withoutBlockEnds(full.node));
  return 'read';
}

/** The library counts the blank lines behind a block to it; the quick reader does not. */
function withoutBlockEnds(node: YamlNode | null): unknown {
  if (node === null) return null;
  switch (node.kind) {
    case 'scalar': {
      const isEmpty = node.text === '' && node.style === 'plain';
      const { start, end, ...rest } = node;
      return {
        ...rest,
        ...(isEmpty ? {} : { start }),
        ...(node.style === 'literal' || isEmpty ? {} : { end }),
      };
    }
    case 'seq':
      return {
        ...node,
        items: node.items.map(withoutBlockEnds),
        end: node.isFlow ? node.end : 0,
      };
    case 'map':
      return {
        ...node,
        pairs: node.pairs.map(({ key, value }) => [withoutBlockEnds(key), withoutBlockEnds(value)]),
        end: node.isFlow ? node.end : 0,
      };
  }
}

describe('the quick YAML reader', () => {
  it.each(snippets)('reads %j as the full parser, or leaves it', (text) => {
    expectAgreement(text);
  });

  it('reads what suites are made of itself', () => {
    for (const text of snippets.slice(0, 12)) expect(expectAgreement(text), text).toBe('read');
  });

  it('agrees with the full parser on random changes of a case', () => {
    const seedText = [
      "- id: a1\n  question: How many, by 'x'?\n    and more\n  tags: [one, two words]\n",
      "  outcome: {admin: allowed, 'viewer': refused}\n  sql: |\n    SELECT a -- c\n    FROM t\n\n",
      '  rows:\n  - {Country: USA, n: 13}\n  - {Country: "Côte", n: -1.50}\n  alt_rows:\n  - - {a: 1}\n    - {a: 2}\n',
    ].join('');
    const pieces = [
      ' ',
      '\n',
      ': ',
      '- ',
      '#',
      ' #',
      "'",
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      '|',
      '>',
      '?',
      '\t',
      '&a',
      '*a',
      '!',
      '\\',
      '~',
      'x',
      '  ',
    ];
    const edit = fc.record({
      at: fc.nat(seedText.length),
      remove: fc.nat(3),
      insert: fc.constantFrom('', ...pieces),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        let text = seedText;
        for (const { at, remove, insert } of edits) {
          text = text.slice(0, at) + insert + text.slice(at + remove);
        }
        expectAgreement(text);
      }),
      { numRuns: 800, seed: 20240131 },
    );
  });
});

describe.skipIf(!hasShared)(
  'the quick YAML reader on the reference suites (needs the reference data)',
  () => {
    it.each(['chinook', 'routing'])('reads every case of %s as the full parser', (name) => {
      const text = readFileSync(
        sharedPath(`reference/nl2sql/demo-project/evals/${name}.yaml`),
        'utf8',
      );
      const cases = text.slice(text.indexOf('\n- id:') + 1).split(/^(?=- id:)/m);
      expect(cases.map(expectAgreement).filter((outcome) => outcome === 'left')).toEqual([]);
    });
  },
);
