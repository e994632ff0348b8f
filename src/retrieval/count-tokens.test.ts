import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { loadTokenCounter } from './count-tokens.ts';

describe('loadTokenCounter', () => {
  it('counts what the tokenizer counts for the whole text, asked once or again', async () => {
    const count = await loadTokenCounter();
    const piece = fc.constantFrom(
      ...[
        '\n',
        '\r',
        '\r\n',
        '\n\n',
        ' ',
        '  ',
        '\t',
        '/',
        '//',
        ')',
        '.',
        "'s",
        '--',
        '|',
        '\u2028',
      ],
      ...['orders', 'Total', 'ID', '12345', 'größe', '注文', '😀', '\ud800', '\u00a0', '_id', '<|'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const whole = countTokens(text);
        expect(count(text)).toBe(whole);
        expect(count(text)).toBe(whole);
      }),
      { numRuns: 3_000 },
    );
  });

  it('counts a special token in a comment as plain text', async () => {
    const count = await loadTokenCounter();
    const text = 'public.notes -- ends with <|endoftext|>\n  id integer\n';
    expect(count(text)).toBe(countTokens(text, { disallowedSpecial: new Set() }));
    expect(count('<|endoftext|>')).toBeGreaterThan(1);
  });
});
