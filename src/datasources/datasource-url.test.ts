import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Nl2sqlError } from '../errors.ts';
import { parseDatasourceUrl } from './datasource-url.ts';

let cwd: string;

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'nl2sql-url-'));
  writeFileSync(join(cwd, 'a.db'), Buffer.from('SQLite format 3\0 and more'));
  writeFileSync(join(cwd, 'b.db'), Buffer.concat([Buffer.alloc(8), Buffer.from('DUCK')]));
  writeFileSync(join(cwd, 'c.json'), '\uFEFF\n {"tables": []}');
  writeFileSync(join(cwd, 'd.csv'), 'id,name\n');
  mkdirSync(join(cwd, 'folder'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const parse = (text: string) => parseDatasourceUrl(text, { cwd });

describe('parseDatasourceUrl', () => {
  it.each([
    ['sqlite:x.db', 'sqlite', 'x.db'],
    ['sqlite:./x.db', 'sqlite', 'x.db'],
    ['sqlite://x.db', 'sqlite', 'x.db'],
    ['SQLite:x.db', 'sqlite', 'x.db'],
    ['duckdb:x y.db', 'duckdb', 'x y.db'],
    ['fixture:schemas/x.json', 'fixture', 'schemas/x.json'],
    ['a.db', 'sqlite', 'a.db'],
    ['./b.db', 'duckdb', 'b.db'],
    ['c.json', 'fixture', 'c.json'],
  ])('%s is %s', (text, type, path) => {
    expect(parse(text)).toEqual({ type, path: join(cwd, path) });
  });

  it('keeps an absolute path', () => {
    expect(parse('sqlite:/data/x.db')).toEqual({ type: 'sqlite', path: '/data/x.db' });
    expect(parse('sqlite:///data/x.db')).toEqual({ type: 'sqlite', path: '/data/x.db' });
  });

  it.each([
    ['postgres://ann@db/shop', 'postgres'],
    ['postgresql://ann@db/shop', 'postgres'],
    ['mysql://ann@db/shop', 'mysql'],
    ['mariadb://ann@db/shop', 'mysql'],
  ])('%s is %s', (url, type) => {
    expect(parse(url)).toEqual({ type, url });
  });

  it.each([
    ['nope.db', 'there is no such file'],
    ['oracle:x', '"oracle" is no kind of datasource'],
    ['d.csv', 'no SQLite or DuckDB database and no schema-fixture JSON'],
    ['folder', 'this is not a file'],
    ['sqlite:', 'the path is empty'],
    [
      'sqlite:postgres://ann:s3cret@db/shop',
      'sqlite:postgres://ann:***@db/shop: after sqlite: comes a path, and this is a postgres URL',
    ],
    ['mysql://ann@db', 'names no database'],
  ])('%s is none, and the message says why', (text, reason) => {
    expect(() => parse(text)).toThrow(reason);
    expect(() => parse(text)).toThrow(Nl2sqlError);
  });

  it.each(['mysql://ann:s3cret@db', 'postgres://ann:p@s3cret/x@db/y', 'oracle://a:s3cret@db/x'])(
    'never shows the password of %s',
    (text) => {
      try {
        parse(text);
      } catch (error) {
        const { message, remedy, details } = error as Nl2sqlError;
        expect(`${message} ${remedy} ${JSON.stringify(details)}`).not.toContain('s3cret');
      }
    },
  );
});
