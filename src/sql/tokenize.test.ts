import { describe, expect, it } from 'vitest';
import type { DialectName } from './dialect.ts';
import { splitStatements } from './split-statements.ts';
import { tokenize } from './tokenize.ts';

const texts = (sql: string, dialect: DialectName) =>
  tokenize(sql, dialect).tokens.map((token) => token.text);
const statements = (sql: string, dialect: DialectName) =>
  splitStatements(sql, dialect).statements.map((statement) => statement.text);

describe('tokenize', () => {
  it('keeps a semicolon inside every kind of literal and name', () => {
    expect(statements('SELECT \'a;b\', ";" FROM t; SELECT 2', 'postgres')).toEqual([
      'SELECT \'a;b\', ";" FROM t',
      'SELECT 2',
    ]);
    expect(statements('SELECT $q$;$q$, $$;$$', 'postgres')).toHaveLength(1);
    expect(statements('SELECT `a;b`, [c;d] FROM t', 'sqlite')).toHaveLength(1);
    expect(statements('SELECT ";" FROM t', 'mysql')).toHaveLength(1);
  });

  it('lets a backslash escape the quote in MySQL and in E-strings only', () => {
    expect(statements("SELECT 'a\\'; DELETE FROM t; -- ' AS q", 'mysql')).toHaveLength(1);
    expect(statements("SELECT 'a\\'; DELETE FROM t; -- ' AS q", 'postgres')).toHaveLength(2);
    expect(statements("SELECT E'a\\'; DELETE FROM t; -- ' AS q", 'postgres')).toHaveLength(1);
    expect(statements("SELECT 'a\\'; DELETE FROM t; -- ' AS q", 'sqlite')).toHaveLength(2);
  });

  it('nests comments in PostgreSQL only', () => {
    expect(texts('SELECT /* a /* b */ c */ 1', 'postgres')).toEqual(['SELECT', '1']);
    expect(texts('SELECT /* a /* b */ 1', 'mysql')).toEqual(['SELECT', '1']);
    expect(texts('SELECT /* a /* b */ 1', 'duckdb')).toEqual(['SELECT', '1']);
    expect(tokenize('SELECT /* a /* b */ 1', 'postgres').problem?.code).toBe(
      'unterminated-comment',
    );
  });

  it('ends a line comment at a lone carriage return in PostgreSQL and DuckDB', () => {
    const sql = 'SELECT 1 -- x\r; DELETE FROM t';
    expect(statements(sql, 'postgres')).toHaveLength(2);
    expect(statements(sql, 'duckdb')).toHaveLength(2);
    expect(statements(sql, 'sqlite')).toHaveLength(1);
    expect(statements(sql, 'mysql')).toHaveLength(1);
  });

  it('needs a blank after -- in MySQL', () => {
    expect(texts('SELECT 5--1', 'mysql')).toEqual(['SELECT', '5', '-', '-', '1']);
    expect(texts('SELECT 5--1', 'sqlite')).toEqual(['SELECT', '5']);
    expect(texts('SELECT 5 --\n+1', 'mysql')).toEqual(['SELECT', '5', '+', '1']);
  });

  it('reads # as a comment in MySQL and as an operator in PostgreSQL', () => {
    expect(statements('SELECT 1 # ; harmless\n; DELETE FROM t', 'mysql')).toHaveLength(2);
    expect(texts('SELECT 5 # 3', 'postgres')).toEqual(['SELECT', '5', '#', '3']);
  });

  it('hands over comments that MySQL runs', () => {
    const kinds = (sql: string) => tokenize(sql, 'mysql').tokens.map((token) => token.kind);
    expect(kinds('SELECT 1 /*!50000 INTO OUTFILE */')).toContain('executable');
    expect(kinds('SELECT 1 /*M! + 1 */')).toContain('executable');
    expect(kinds('SELECT 1 /* + 1 */')).not.toContain('executable');
  });

  it('takes a no-break space as space in DuckDB and as a letter in PostgreSQL', () => {
    expect(texts('SELECT\u00a01', 'duckdb')).toEqual(['SELECT', '1']);
    expect(texts('SELECT\u00a01', 'postgres')).toEqual(['SELECT\u00a01']);
  });

  it('reads a dollar inside a PostgreSQL name as part of it', () => {
    expect(texts('SELECT a$b$ FROM t$1', 'postgres')).toEqual(['SELECT', 'a$b$', 'FROM', 't$1']);
    expect(texts('SELECT $1', 'postgres')).toEqual(['SELECT', '$1']);
  });

  it('names what is not terminated', () => {
    expect(tokenize("SELECT 'a", 'postgres').problem?.code).toBe('unterminated-string');
    expect(tokenize('SELECT "a', 'postgres').problem?.code).toBe('unterminated-name');
    expect(tokenize('SELECT $$a', 'duckdb').problem?.code).toBe('unterminated-string');
    expect(tokenize('SELECT 1 /* a', 'mysql').problem?.code).toBe('unterminated-comment');
    expect(tokenize('SELECT 1 /* a', 'sqlite').problem).toBeNull();
  });

  it('cuts operators before a comment and before a sign', () => {
    expect(texts('SELECT 2*-1, 1+/* x */2', 'postgres')).toEqual([
      'SELECT',
      '2',
      '*',
      '-',
      '1',
      ',',
      '1',
      '+',
      '2',
    ]);
    expect(texts("SELECT a->>'x', b::int, c @> d", 'postgres')).toEqual([
      'SELECT',
      'a',
      '->>',
      "'x'",
      ',',
      'b',
      '::',
      'int',
      ',',
      'c',
      '@>',
      'd',
    ]);
  });

  it('reads numbers with points, exponents and digits in names', () => {
    expect(texts('SELECT .5, 1e5, 5., 0x1F', 'sqlite')).toEqual([
      'SELECT',
      '.5',
      ',',
      '1e5',
      ',',
      '5.',
      ',',
      '0x1F',
    ]);
    expect(texts('SELECT 1a, t.1b, 1e5 FROM t', 'mysql')).toEqual([
      'SELECT',
      '1a',
      ',',
      't',
      '.',
      '1b',
      ',',
      '1e5',
      'FROM',
      't',
    ]);
  });

  it('takes empty statements as none', () => {
    expect(statements('-- note\nSELECT id FROM users;;', 'postgres')).toEqual([
      'SELECT id FROM users',
    ]);
    expect(statements(' ; -- nothing', 'sqlite')).toEqual([]);
  });
});
