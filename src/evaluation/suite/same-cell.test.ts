import { describe, expect, it } from 'vitest';
import type { Cell } from '../../catalog/index.ts';
import { sameCell, sameRows } from './same-cell.ts';

describe('whether a stored value is the one the database gives', () => {
  it.each([
    [1, 1],
    ['a', 'a'],
    [null, null],
    [true, true],
    [{ $decimal: '3.00' }, { $float: '3' }],
    [{ $decimal: '12.30' }, 12.3],
    [{ $decimal: '12.30' }, { $decimal: '12.3' }],
    [80.34, 80.33999999999999],
    [9007199254740993n, 9007199254740993n],
    [5, { $decimal: '5' }],
    [1.5, { $decimal: '1.50' }],
    [{ $float: 'nan' }, { $float: 'nan' }],
    [{ $date: '2024-01-01' }, { $date: '2024-01-01' }],
    [{ $struct: { a: 1, b: 2 } }, { $struct: { b: 2, a: 1 } }],
  ] satisfies [Cell, Cell][])('holds %# alike', (stored, found) => {
    expect(sameCell(stored, found)).toBe(true);
  });

  it.each([
    [1, { $float: '1' }],
    [{ $float: '1' }, 1],
    [1, '1'],
    [1, true],
    [null, ''],
    [null, 0],
    [80.34, 80.35],
    [9007199254740993n, 9007199254740992],
    [{ $decimal: '1.10' }, { $decimal: '1.11' }],
    [{ $decimal: '0.1000000000000000000001' }, { $decimal: '0.1' }],
    ['2024-01-01', { $date: '2024-01-01' }],
    ['a', 'A'],
    [
      [1, 2],
      [2, 1],
    ],
  ] satisfies [Cell, Cell][])('tells %# apart', (stored, found) => {
    expect(sameCell(stored, found)).toBe(false);
  });

  it('minds the order of rows and the names of columns', () => {
    const rows = { columns: ['a'], rows: [[1], [2]] };
    expect(sameRows(rows, { columns: ['a'], rows: [[1], [2]] })).toBe(true);
    expect(sameRows(rows, { columns: ['a'], rows: [[2], [1]] })).toBe(false);
    expect(sameRows(rows, { columns: ['b'], rows: [[1], [2]] })).toBe(false);
    expect(sameRows(null, { columns: null, rows: [] })).toBe(false);
    expect(sameRows({ columns: null, rows: [] }, { columns: null, rows: [] })).toBe(true);
  });
});
