import type { DialectName } from '../../src/sql/index.ts';

/** The tables that the texts of the pair files speak of. */
export function worldOf(dialect: DialectName): string {
  const quote = dialect === 'mysql' ? '`' : '"';
  const name = (text: string) => `${quote}${text}${quote}`;
  return `
CREATE TABLE t (id int PRIMARY KEY, name varchar(50), price decimal(10, 2));
CREATE TABLE u (id int PRIMARY KEY, t_id int, note varchar(50));
CREATE TABLE ${name('Shift Log')} (${name('Id')} int PRIMARY KEY, ${name('Driver Id')} int, ${name('order')} int);
INSERT INTO t VALUES (1, 'ann', 5), (2, 'bob', 10), (3, 'cy', 15);
INSERT INTO u VALUES (1, 1, 'first'), (2, 1, 'second'), (3, 2, 'third');
INSERT INTO ${name('Shift Log')} VALUES (1, 1, 1);
${more[dialect]}`;
}

const more: Readonly<Record<DialectName, string>> = {
  sqlite: '',
  duckdb: 'CREATE SEQUENCE s;',
  postgres: `CREATE SEQUENCE s;
CREATE PROCEDURE nothing() LANGUAGE sql AS 'DELETE FROM t';`,
  mysql: 'CREATE SEQUENCE s;',
};
