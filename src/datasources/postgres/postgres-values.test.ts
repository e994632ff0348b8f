import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPostgresDatabase,
  hasPostgres,
  needsPostgres,
  type TestDatabase,
} from '../../../test/servers/index.ts';
import type { Cell } from '../../catalog/index.ts';
import type { Datasource } from '../datasource.ts';
import { openPostgres } from './index.ts';

const options = { rowLimit: 100, timeoutMs: 10_000 };

describe.skipIf(!hasPostgres)(`values from PostgreSQL${needsPostgres}`, () => {
  let database: TestDatabase;
  let datasource: Datasource;

  beforeAll(async () => {
    database = await createPostgresDatabase(`
      CREATE TYPE mood AS ENUM ('sad', 'so so');
      CREATE DOMAIN cents AS numeric(10,2) CHECK (VALUE > -1000);
      CREATE TYPE point_of_sale AS (id bigint, label text, since date, moods mood[]);
      CREATE SCHEMA other; CREATE TYPE other.mood AS ENUM ('x')`);
    datasource = await openPostgres({
      id: 'pg',
      connection: { type: 'postgres', url: database.url },
    });
  });
  afterAll(async () => {
    await datasource?.close();
    await database?.drop();
  });

  async function rowOf(text: string): Promise<readonly Cell[]> {
    const execution = await datasource.execute({ text }, options);
    if (execution.status !== 'rows') throw new Error(JSON.stringify(execution));
    return execution.result.rows[0] ?? [];
  }

  const facts: readonly [sql: string, cell: Cell][] = [
    ['NULL', null],
    ["''", ''],
    ['true', true],
    ['(-32768)::int2', -32768],
    ['2147483647', 2147483647],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['(-9223372036854775808)::int8', -9223372036854775808n],
    [
      "'123456789012345678901234567890.12345678901234567890'::numeric",
      { $decimal: '123456789012345678901234567890.12345678901234567890' },
    ],
    ['1.10', { $decimal: '1.10' }],
    ['60000::numeric', { $decimal: '60000' }],
    ["'NaN'::numeric", { $decimal: 'NaN' }],
    ["'-Infinity'::numeric", { $decimal: '-Infinity' }],
    ['1.1::float4', 1.1],
    ['0.30000000000000004::float8', 0.30000000000000004],
    ['60000::float8', { $float: '60000' }],
    ["'NaN'::float8", { $float: 'nan' }],
    ["'-Infinity'::float4", { $float: '-inf' }],
    ["'-0'::float8", { $float: '-0' }],
    ['1e300::float8', { $float: '1e+300' }],
    ["'-1234.5'::money", { $decimal: '-1234.50' }],
    ["'ab'::char(4)", 'ab  '],
    ["'naïve 🙂'::varchar", 'naïve 🙂'],
    ["'\\xdeadBEEF'::bytea", { $bytes: 'deadbeef' }],
    ["''::bytea", { $bytes: '' }],
    ["date '2024-02-29'", { $date: '2024-02-29' }],
    ["date '0044-03-15 BC'", { $date: '-0043-03-15' }],
    ["date '0001-01-01 BC'", { $date: '0000-01-01' }],
    ["date '5874897-12-31'", { $date: '5874897-12-31' }],
    ["date 'infinity'", { $date: 'infinity' }],
    ["time '24:00:00'", { $time: '24:00:00' }],
    ["time '10:00:00.000001'", { $time: '10:00:00.000001' }],
    ["timetz '10:00:00.5+02'", { $timetz: '10:00:00.5+02' }],
    ["timestamp '2024-01-01 00:00:00.000001'", { $timestamp: '2024-01-01T00:00:00.000001' }],
    ["timestamp '0044-03-15 10:00 BC'", { $timestamp: '-0043-03-15T10:00:00' }],
    ["timestamp '-infinity'", { $timestamp: '-infinity' }],
    ["timestamptz '2024-01-01 00:00:00+02'", { $timestamptz: '2023-12-31T22:00:00Z' }],
    [
      "timestamptz '294276-12-31 23:59:59.999999+00'",
      { $timestamptz: '294276-12-31T23:59:59.999999Z' },
    ],
    ["timestamptz '0044-03-15 10:00+00 BC'", { $timestamptz: '-0043-03-15T10:00:00Z' }],
    ["interval '1 year 2 mons -3 days 04:05:06.7'", { $interval: 'P1Y2M-3DT4H5M6.7S' }],
    ["interval '0'", { $interval: 'PT0S' }],
    [
      "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid",
      { $uuid: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' },
    ],
    ['\'{"b": [1, 2.50, null], "a": "x"}\'::jsonb', { $json: { a: 'x', b: [1, 2.5, null] } }],
    ['\'{"id": 9007199254740993}\'::json', { $json: '{"id": 9007199254740993}' }],
    ["'null'::json", { $json: null }],
    ["B'0101'", { $bit: '0101' }],
    ["B'1'::varbit(8)", { $bit: '1' }],
    ['ARRAY[1, NULL, 3]', [1, null, 3]],
    [
      'ARRAY[[1, 2], [3, 4]]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      "ARRAY['a,b', 'say \"hi\"', 'NULL', '', '\\', '{}']",
      ['a,b', 'say "hi"', 'NULL', '', '\\', '{}'],
    ],
    ["'{}'::int[]", []],
    ["'[0:1]={1,2}'::int8[]", [1, 2]],
    ['ARRAY[9007199254740993]', [9007199254740993n]],
    ["ARRAY[date '0044-03-15 BC', NULL]", [{ $date: '-0043-03-15' }, null]],
    ["'{(1,1),(0,0);(3,3),(2,2)}'::box[]", ['(1,1),(0,0)', '(3,3),(2,2)']],
    ["'so so'::mood", 'so so'],
    ["ARRAY['so so']::mood[]", ['so so']],
    ['12.5::cents', { $decimal: '12.50' }],
    ['ARRAY[1.5]::cents[]', [{ $decimal: '1.50' }]],
    [
      "ROW(9007199254740993, 'say \"hi\", ok', '2024-01-01', ARRAY['sad', 'so so'])::point_of_sale",
      {
        $struct: {
          id: 9007199254740993n,
          label: 'say "hi", ok',
          since: { $date: '2024-01-01' },
          moods: ['sad', 'so so'],
        },
      },
    ],
    [
      'ARRAY[ROW(1, NULL, NULL, NULL)::point_of_sale]',
      [{ $struct: { id: 1, label: null, since: null, moods: null } }],
    ],
    ["ROW(1, 'a b')", '(1,"a b")'],
    ["'[1,10)'::int4range", '[1,10)'],
    ["'192.168.0.1/24'::inet", '192.168.0.1/24'],
    ["'4294967295'::oid", 4294967295],
    ["'18446744073709551615'::xid8", 18446744073709551615n],
    ["'<a>1</a>'::xml", '<a>1</a>'],
    ["'1 2'::int2vector", '1 2'],
    ["to_tsvector('simple', 'b a')", "'a':2 'b':1"],
  ];

  it.each(facts)('reads %s', async (sql, cell) => {
    expect(await rowOf(`SELECT ${sql}`)).toEqual([cell]);
  });

  it('tells the server names of types, with length and schema', async () => {
    const execution = await datasource.execute(
      {
        text: "SELECT 1::numeric(10,2) AS a, 'x'::varchar(20) AS b, now() AS c, NULL::other.mood AS d, ARRAY[1] AS e, 1::cents AS f",
      },
      options,
    );
    expect(execution.status === 'rows' && execution.result.columns).toEqual([
      { name: 'a', type: 'numeric(10,2)' },
      { name: 'b', type: 'character varying(20)' },
      { name: 'c', type: 'timestamp with time zone' },
      { name: 'd', type: 'other.mood' },
      { name: 'e', type: 'integer[]' },
      { name: 'f', type: 'numeric(10,2)' },
    ]);
  });

  it('keeps columns of one name apart', async () => {
    expect(await rowOf('SELECT 1 AS a, 2 AS a')).toEqual([1, 2]);
  });

  it('reads a row without columns', async () => {
    const execution = await datasource.execute({ text: 'SELECT' }, options);
    expect(execution).toMatchObject({ status: 'rows', result: { columns: [], rows: [[]] } });
  });

  it('reads a text of ten million characters', async () => {
    const [text] = await rowOf("SELECT repeat('ü', 10000000)");
    expect(text).toBe('ü'.repeat(10_000_000));
  });

  it.each<[string, Cell, Cell]>([
    ['int8', 9007199254740993n, 9007199254740993n],
    ['numeric', { $decimal: '1.10' }, { $decimal: '1.10' }],
    ['float8', { $float: '-inf' }, { $float: '-inf' }],
    ['bool', true, true],
    ['text', "o'neil \\ $1", "o'neil \\ $1"],
    ['date', { $date: '-0043-03-15' }, { $date: '-0043-03-15' }],
    ['timestamp', { $timestamp: '2024-01-01T10:00:00.5' }, { $timestamp: '2024-01-01T10:00:00.5' }],
    ['bytea', { $bytes: '00ff' }, { $bytes: '00ff' }],
    ['text[]', ['a,"b"', null, 'NULL'], ['a,"b"', null, 'NULL']],
    ['jsonb', { $json: { a: 1 } }, { $json: { a: 1 } }],
    [
      'point_of_sale',
      { $struct: { id: 1, label: 'a,"b"', since: null, moods: ['sad'] } },
      { $struct: { id: 1, label: 'a,"b"', since: null, moods: ['sad'] } },
    ],
  ])('takes a parameter of type %s and gives it back', async (type, parameter, cell) => {
    const execution = await datasource.execute(
      { text: `SELECT $1::${type}`, parameters: [parameter] },
      options,
    );
    expect(execution).toMatchObject({ status: 'rows', result: { rows: [[cell]] } });
  });
});
