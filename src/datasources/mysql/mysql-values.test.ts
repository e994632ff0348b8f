import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMysqlDatabase,
  hasMysql,
  needsMysql,
  type TestDatabase,
} from '../../../test/servers/index.ts';
import type { Cell } from '../../catalog/index.ts';
import type { Datasource } from '../datasource.ts';
import { openMysql } from './index.ts';

const options = { rowLimit: 100, timeoutMs: 10_000 };

/** A column of every type: its definition, what is stored, the cell, and the type a result tells. */
const columns: readonly [definition: string, value: string, cell: Cell, type: string][] = [
  ['tinyint', '-128', -128, 'tinyint'],
  ['tinyint(1)', 'true', 1, 'tinyint'],
  ['tinyint unsigned', '255', 255, 'tinyint unsigned'],
  ['smallint', '-32768', -32768, 'smallint'],
  ['mediumint unsigned', '16777215', 16777215, 'mediumint unsigned'],
  ['int unsigned', '4294967295', 4294967295, 'int unsigned'],
  ['bigint', '9007199254740991', 9007199254740991, 'bigint'],
  ['bigint', '-9223372036854775808', -9223372036854775808n, 'bigint'],
  ['bigint unsigned', '18446744073709551615', 18446744073709551615n, 'bigint unsigned'],
  [
    'decimal(60,30)',
    '123456789012345678901234567890.123456789012345678901234567890',
    { $decimal: '123456789012345678901234567890.123456789012345678901234567890' },
    'decimal(60,30)',
  ],
  ['decimal(10,2)', '1.1', { $decimal: '1.10' }, 'decimal(10,2)'],
  ['decimal(10,0) unsigned', '60000', { $decimal: '60000' }, 'decimal(10,0)'],
  ['float', '1.1', 1.1, 'float'],
  ['float', '16777216', { $float: '16777216' }, 'float'],
  ['double', '0.30000000000000004', 0.30000000000000004, 'double'],
  ['double', '60000', { $float: '60000' }, 'double'],
  ['double', '1e300', { $float: '1e+300' }, 'double'],
  ['char(4)', "'ab'", 'ab', 'char(4)'],
  ['varchar(20)', "'naïve 🙂'", 'naïve 🙂', 'varchar(20)'],
  ['varchar(20)', "''", '', 'varchar(20)'],
  ['varchar(20)', 'NULL', null, 'varchar(20)'],
  ['varchar(9) charset latin1', "'é'", 'é', 'varchar(9)'],
  ['varchar(9) collate utf8mb4_bin', "'é'", 'é', 'varchar(9)'],
  ['text', "'text'", 'text', 'text'],
  ['tinytext', "'text'", 'text', 'tinytext'],
  ['longtext', "'text'", 'text', 'longtext'],
  ['binary(3)', "'ab'", { $bytes: '616200' }, 'binary(3)'],
  ['varbinary(9)', "x'00ff'", { $bytes: '00ff' }, 'varbinary(9)'],
  ['blob', "x'deadbeef'", { $bytes: 'deadbeef' }, 'blob'],
  ['mediumblob', "''", { $bytes: '' }, 'mediumblob'],
  ['date', "'2024-02-29'", { $date: '2024-02-29' }, 'date'],
  ['date', "'0000-00-00'", { $date: '0000-00-00' }, 'date'],
  ['date', "'2024-00-00'", { $date: '2024-00-00' }, 'date'],
  ['date', "'9999-12-31'", { $date: '9999-12-31' }, 'date'],
  ['datetime', "'2024-01-01 00:00:00'", { $timestamp: '2024-01-01T00:00:00' }, 'datetime'],
  [
    'datetime(6)',
    "'2024-01-01 00:00:00.000001'",
    { $timestamp: '2024-01-01T00:00:00.000001' },
    'datetime(6)',
  ],
  [
    'datetime(3)',
    "'2024-01-01 10:00:00.500'",
    { $timestamp: '2024-01-01T10:00:00.5' },
    'datetime(3)',
  ],
  ['datetime', "'0000-00-00 00:00:00'", { $timestamp: '0000-00-00T00:00:00' }, 'datetime'],
  [
    'timestamp(6) null',
    "'2024-01-01 12:00:00.123456'",
    { $timestamptz: '2024-01-01T12:00:00.123456Z' },
    'timestamp(6)',
  ],
  ['time', "'-838:59:59'", { $time: '-838:59:59' }, 'time'],
  ['time(6)', "'100:00:00.000001'", { $time: '100:00:00.000001' }, 'time(6)'],
  ['time', "'00:00:00'", { $time: '00:00:00' }, 'time'],
  ['year', '2024', 2024, 'year'],
  ['bit(1)', "b'1'", { $bit: '1' }, 'bit(1)'],
  ['bit(12)', "b'101'", { $bit: '000000000101' }, 'bit(12)'],
  ["enum('a','it''s')", '2', "it's", 'enum'],
  ["set('a','b','c')", "'a,c'", 'a,c', 'set'],
  ['json', '\'{"a": [1, 2.50]}\'', { $json: { a: [1, 2.5] } }, 'json'],
  ['json', '\'{"a": 9007199254740993}\'', { $json: '{"a": 9007199254740993}' }, 'json'],
  [
    'point',
    "ST_GeomFromText('POINT(1 2)')",
    { $bytes: '000000000101000000000000000000f03f0000000000000040' },
    expect.stringMatching(/^(point|geometry)$/),
  ],
];

describe.skipIf(!hasMysql)(`values from MySQL or MariaDB${needsMysql}`, () => {
  let database: TestDatabase;
  let datasource: Datasource;

  beforeAll(async () => {
    const definitions = columns.map(([definition], index) => `c${index} ${definition}`).join(', ');
    const values = columns.map(([, value]) => value).join(', ');
    database = await createMysqlDatabase(`
      SET NAMES utf8mb4; SET time_zone = '+00:00'; SET sql_mode = '';
      CREATE TABLE t (${definitions}) CHARACTER SET utf8mb4;
      INSERT INTO t VALUES (${values})`);
    datasource = await openMysql({ id: 'my', connection: { type: 'mysql', url: database.url } });
  });
  afterAll(async () => {
    await datasource?.close();
    await database?.drop();
  });

  it.each(
    columns.map((column, index) => [column[0], column[1], index, column[2], column[3]] as const),
  )('reads a column %s that holds %s', async (_definition, _value, index, cell, type) => {
    const execution = await datasource.execute({ text: `SELECT c${index} FROM t` }, options);
    expect(execution).toMatchObject({
      status: 'rows',
      result: { columns: [{ name: `c${index}`, type }], rows: [[cell]] },
    });
  });

  it.each<[string, Cell]>([
    ['1 / 3', { $decimal: '0.3333' }],
    ['9007199254740993', 9007199254740993n],
    ["'a'", 'a'],
    ['NULL', null],
    ['2 > 1', 1],
    ['COUNT(*)', 1],
    ["CAST('10:00' AS TIME)", { $time: '10:00:00' }],
    ["CONCAT('a', 1)", 'a1'],
    ["CONVERT('a', BINARY)", { $bytes: '61' }],
  ])('reads %s', async (sql, cell) => {
    const execution = await datasource.execute({ text: `SELECT ${sql}` }, options);
    expect(execution).toMatchObject({ status: 'rows', result: { rows: [[cell]] } });
  });

  it('reads timestamps in UTC whatever the time zone of the server', async () => {
    await database.run("SET @before = @@global.time_zone; SET GLOBAL time_zone = '+05:00'");
    const other = await openMysql({ id: 'my', connection: { type: 'mysql', url: database.url } });
    const execution = await other.execute({ text: 'SELECT @@session.time_zone' }, options);
    await other.close();
    await database.run("SET GLOBAL time_zone = 'SYSTEM'");
    expect(execution).toMatchObject({ result: { rows: [['+00:00']] } });
  });

  it('keeps columns of one name apart', async () => {
    const execution = await datasource.execute({ text: 'SELECT 1 AS a, 2 AS a' }, options);
    expect(execution).toMatchObject({
      result: { columns: [{ name: 'a' }, { name: 'a' }], rows: [[1, 2]] },
    });
  });

  it('reads a text of ten million characters', async () => {
    const execution = await datasource.execute({ text: "SELECT REPEAT('ü', 10000000)" }, options);
    expect(execution.status === 'rows' && execution.result.rows[0]?.[0]).toBe(
      'ü'.repeat(10_000_000),
    );
  });

  it.each<[string, Cell, Cell]>([
    ['?', "o'neil \\ ?", "o'neil \\ ?"],
    ['? + 1', 41, 42],
    ['CAST(? AS SIGNED)', -9007199254740993n, -9007199254740993n],
    ['CAST(? AS UNSIGNED)', 18446744073709551615n, 18446744073709551615n],
    [
      'CAST(? AS DECIMAL(30,10))',
      { $decimal: '12345678901234567890.0123456789' },
      { $decimal: '12345678901234567890.0123456789' },
    ],
    ['? / 1', 1.5, 1.5],
    ['CAST(? AS DATE)', { $date: '2024-02-29' }, { $date: '2024-02-29' }],
    [
      'CAST(? AS DATETIME(6))',
      { $timestamp: '2024-01-01T10:00:00.5' },
      { $timestamp: '2024-01-01T10:00:00.5' },
    ],
    ['HEX(?)', { $bytes: '00ff' }, '00FF'],
    ['? IS NULL', null, 1],
    ['IF(?, 1, 2)', true, 1],
  ])('takes a parameter in %s', async (expression, parameter, cell) => {
    const execution = await datasource.execute(
      { text: `SELECT ${expression}`, parameters: [parameter] },
      options,
    );
    expect(execution).toMatchObject({ status: 'rows', result: { rows: [[cell]] } });
  });

  it('takes a parameter as a limit', async () => {
    const execution = await datasource.execute(
      { text: 'SELECT 1 UNION ALL SELECT 2 LIMIT ?', parameters: [1] },
      options,
    );
    expect(execution).toMatchObject({ result: { rows: [[1]], truncated: false } });
  });
});
