import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactKey, exactOfDouble, parseExactNumber } from './exact-number.ts';
import { powersOfTen, readPlainDecimal } from './plain-decimal.ts';

describe('plain decimals', () => {
  it.each([
    ['0', 0, 0],
    ['0.00', 0, 2],
    ['-1.50', -150, 2],
    ['120', 120, 0],
    ['99999999999999.9', 999999999999999, 1],
    ['0.12345678901234', 12345678901234, 14],
  ])('reads %s', (text, digits, scale) => {
    expect(readPlainDecimal(text)).toEqual({ digits, scale });
  });

  it.each(
    [
      ['', '-', '.', '+1', '007', '-0', '-0.00', '1.', '.5', '1.2.3', '1e3', '1 ', 'NaN'],
      ['1234567890123456', '0.123456789012345', '1-2', '--1', '١'],
    ].flat(),
  )('leaves %j to others', (text) => {
    expect(readPlainDecimal(text)).toBeNull();
  });

  it('is one to one with the text, and as exact as the double', () => {
    const texts = fc
      .tuple(fc.constantFrom('', '-'), fc.maxSafeInteger(), fc.integer({ min: 0, max: 16 }))
      .map(([sign, value, scale]) => {
        const all = String(Math.abs(value)).padStart(scale + 1, '0');
        const point = all.length - scale;
        return `${sign}${all.slice(0, point)}${scale > 0 ? '.' : ''}${all.slice(point)}`;
      });
    fc.assert(
      fc.property(texts, (text) => {
        const plain = readPlainDecimal(text);
        const isShort = text.replace(/\D/g, '').length <= 15;
        expect(plain !== null).toBe(isShort && !/^-[0.]*$/.test(text));
        if (!plain) return;
        const double = plain.digits / (powersOfTen[plain.scale] ?? 0);
        expect(double).toBe(Number(text));
        const exact = parseExactNumber(text);
        expect(exact && exactKey(exactOfDouble(double))).toBe(exact && exactKey(exact));
        expect(double.toFixed(plain.scale)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });
});
