import { describe, expect, it } from 'vitest';
import { jsonCell } from './json-cell.ts';

describe('jsonCell', () => {
  it.each([
    ['{"a": [1, -2.5, 1e3, 2.50, 0], "b": null}', { a: [1, -2.5, 1000, 2.5, 0], b: null }],
    ['"9007199254740993"', '9007199254740993'],
    ['"a \\" 9007199254740993"', 'a " 9007199254740993'],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', '9007199254740993'],
    ['[0.1234567890123456789]', '[0.1234567890123456789]'],
    ['1e400', '1e400'],
    ['null', null],
    ['not json', 'not json'],
  ])('reads %s', (text, value) => {
    expect(jsonCell(text)).toEqual({ $json: value });
  });
});
