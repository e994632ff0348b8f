import { expect, it } from 'vitest';
import { foreignKeyNames } from './foreign-key-names.ts';

it.each([
  ['CREATE TABLE t (a REFERENCES p)', [undefined]],
  ['CREATE TABLE t (a CONSTRAINT k REFERENCES p, b REFERENCES q)', ['k', undefined]],
  ['CREATE TABLE t (a CONSTRAINT n NOT NULL REFERENCES p)', [undefined]],
  ['CREATE TABLE t (a NOT NULL CONSTRAINT "k ""1""" REFERENCES p)', ['k "1"']],
  ['CREATE TABLE t (a, b, CONSTRAINT [k 1] FOREIGN KEY (a, b) REFERENCES p (x, y))', ['k 1']],
  ['CREATE TABLE t (a, CONSTRAINT c CHECK (a > 1), FOREIGN KEY (a) REFERENCES p)', [undefined]],
  ["CREATE TABLE t (a DEFAULT 'REFERENCES p', b /* REFERENCES */ REFERENCES q)", [undefined]],
  ['CREATE TABLE t (a CHECK (a IN (SELECT 1)), b CONSTRAINT k REFERENCES q)', ['k']],
  ['CREATE TABLE t (a)', []],
])('%s', (sql, names) => {
  expect(foreignKeyNames(sql)).toEqual(names);
});
