import { describe, expect, it } from 'vitest';
import { cellFromJson, cellToJson, parseNumberText } from './index.ts';

describe('parseNumberText', () => {
  it.each([
    ['9007199254740993', 9007199254740993n],
    ['1.5', 1.5],
    ['1.10', { $decimal: '1.10' }],
    ['60000.0', { $float: '60000' }],
    // As Python and JavaScript print doubles.
    ['1.2345678901234568e+18', { $float: '1234567890123456800' }],
    ['1e-07', 1e-7],
    ['5e-324', 5e-324],
    ['1.23456789012345678e+18', { $decimal: '1.23456789012345678e+18' }],
  ])('reads %s without losing a digit', (text, cell) => {
    expect(parseNumberText(text)).toEqual(cell);
  });
});

describe('cellToJson', () => {
  it('writes a whole double as a plain number', () => {
    expect(cellToJson({ $float: '60000' })).toBe(60000);
  });

  it.each(['0', '-0', '9007199254740991', 'nan'])(
    'keeps the tag of the double %s, which compares unlike an integer',
    (text) => {
      expect(cellToJson({ $float: text })).toEqual({ $float: text });
      expect(cellFromJson({ $float: text })).toEqual({ ok: true, cell: { $float: text } });
    },
  );
});
