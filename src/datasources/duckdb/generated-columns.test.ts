import { expect, it } from 'vitest';
import { generatedColumns } from './generated-columns.ts';

it.each([
  ['CREATE TABLE t(a INTEGER, b INTEGER GENERATED ALWAYS AS((a * 2)));', ['b']],
  ['CREATE TABLE t("x generated" INTEGER, "y ""q""" INTEGER GENERATED ALWAYS AS(1));', ['y "q"']],
  ["CREATE TABLE t(a ENUM('generated', 'b'), c DECIMAL(10,2) DEFAULT(1));", []],
  [
    'CREATE TABLE s.t(a STRUCT(generated INTEGER), b VARCHAR GENERATED ALWAYS AS(f(a, 1)), c INTEGER);',
    ['b'],
  ],
  ['CREATE TABLE t(a INTEGER);', []],
])('%s', (sql, names) => {
  expect([...generatedColumns(sql)]).toEqual(names);
});
