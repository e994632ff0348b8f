import { describe, expect, it } from 'vitest';
import { createScope } from '../../access/index.ts';
import { type Catalog, parseSchemaFixture } from '../../catalog/index.ts';
import { bindPlan, parsePlan } from '../index.ts';

const table = (name: string, columns: Record<string, string>, foreign_keys: unknown[] = []) => ({
  schema: 'main',
  name,
  columns: Object.entries(columns).map(([column, data_type]) => ({
    name: column,
    data_type,
    is_primary_key: column === 'id',
  })),
  foreign_keys,
});

const catalog: Catalog = parseSchemaFixture(
  JSON.stringify({
    tables: [
      table('customer', { id: 'int', name: 'text', joined: 'date', Name2: 'text', name2: 'text' }),
      table('orders', { id: 'int', customer_id: 'int', total: 'numeric(10,2)', name: 'text' }, [
        { column: 'customer_id', referenced_table: 'customer', referenced_column: 'id' },
      ]),
      table('note', { id: 'int', text: 'text' }),
      { ...table('customer', { id: 'int' }), schema: 'archive' },
      { ...table('twice', { id: 'int' }), schema: 'one' },
      { ...table('twice', { id: 'int' }), schema: 'two' },
    ],
  }),
  'shop.json',
);

/** `code path: message` of every issue, warnings marked. */
function issuesOf(
  plan: unknown,
  options: { strictJoins?: boolean; strictColumns?: boolean } = {},
): string[] {
  const reading = parsePlan(plan);
  const issues =
    reading.status === 'invalid'
      ? reading.issues
      : (() => {
          const bound = bindPlan(reading.plan, {
            catalog,
            scope: createScope(null, null),
            datasourceId: 'shop',
            ...options,
          });
          return bound.status === 'bound' ? bound.warnings : bound.issues;
        })();
  return issues.map(
    (issue) =>
      `${issue.severity === 'warning' ? 'warning ' : ''}${issue.code} ${issue.path}: ${issue.message}${issue.ambiguous ? ' (ambiguous)' : ''}`,
  );
}

const c = (column_name: string, alias: string | null = 'c') => ({
  kind: 'column',
  alias,
  column_name,
});
const lit = (value: unknown) => ({ kind: 'literal', value });
const f = (func_name: string, ...args: unknown[]) => ({ kind: 'func', func_name, args });
const op = (left: unknown, op_: string, right: unknown) => ({
  kind: 'binary',
  op: op_,
  left,
  right,
});
const base = {
  tables: [{ name: 'customer', alias: 'c', schema_name: 'main' }],
  select_items: [{ expr: c('id') }],
};
const joined = (condition: unknown, more: object = {}) => ({
  tables: [
    { name: 'customer', alias: 'c' },
    { name: 'orders', alias: 'o' },
  ],
  joins: [{ left_alias: 'c', right_alias: 'o', condition }],
  select_items: [{ expr: c('id') }],
  ...more,
});
const key = op(c('id'), '=', c('customer_id', 'o'));

describe('parsePlan', () => {
  it('accepts the idle fields a written plan of version 0.7 carries', () => {
    const expr = {
      kind: 'column',
      alias: 'c',
      column_name: 'id',
      value: null,
      is_null: false,
      func_name: null,
      args: [],
      is_aggregate: false,
      distinct: false,
      op: null,
      left: null,
      right: null,
      expr: null,
      whens: [],
      else_expr: null,
    };
    expect(
      issuesOf({ ...base, query_type: 'READ', select_items: [{ expr, alias: null }] }),
    ).toEqual([]);
  });

  it.each([
    [{ ...base, limt: 1 }, 'INVALID_PLAN_STRUCTURE limt: unknown key "limt"'],
    [{ ...base, limit: -1 }, 'INVALID_PLAN_STRUCTURE limit: limit must be 0 or more'],
    [{ ...base, tables: [] }, 'INVALID_PLAN_STRUCTURE tables: a plan needs at least one table'],
    [
      { ...base, query_type: 'WRITE' },
      'INVALID_PLAN_STRUCTURE query_type: "WRITE" is none of READ',
    ],
    [
      { ...base, where: { kind: 'literal' } },
      'INVALID_PLAN_STRUCTURE where: a literal needs either a value or is_null: true',
    ],
    [
      { ...base, where: { kind: 'column', column_name: 'id', distinct: true } },
      'INVALID_PLAN_STRUCTURE where.distinct: unknown key "distinct"',
    ],
    [[], 'INVALID_PLAN_STRUCTURE : a plan is a map with tables and select_items'],
    [null, 'INVALID_PLAN_STRUCTURE : a plan is a map with tables and select_items'],
  ])('says what is wrong with %j', (plan, message) => {
    expect(issuesOf(plan)).toEqual([message]);
  });

  it('gives up on a plan nested beyond reason', () => {
    let where: unknown = lit(true);
    for (let depth = 0; depth < 5_000; depth += 1)
      where = { kind: 'unary', op: 'NOT', expr: where };
    expect(issuesOf({ ...base, where })).toEqual([
      'INVALID_PLAN_STRUCTURE : nested deeper than 400 levels',
    ]);
  });

  it('freezes what it reads', () => {
    const reading = parsePlan(base);
    expect(reading.status === 'parsed' && Object.isFrozen(reading.plan.tables[0])).toBe(true);
  });
});

describe('bindPlan', () => {
  it.each([
    [
      'TABLE_NOT_FOUND tables[0].name: no table "custmer"; did you mean "customer"?',
      { ...base, tables: [{ name: 'custmer', alias: 'c' }] },
    ],
    [
      'TABLE_NOT_FOUND tables[0].name: no table "nope.orders"; did you mean "main.orders"?',
      { ...base, tables: [{ name: 'orders', alias: 'c', schema_name: 'nope' }] },
    ],
    [
      'TABLE_NOT_FOUND tables[0].name: table "twice" is ambiguous: one.twice, two.twice (ambiguous)',
      { ...base, tables: [{ name: 'twice', alias: 'c' }] },
    ],
    [
      'COLUMN_NOT_FOUND select_items[0].expr: no column "nam" in c (customer); did you mean "name"?',
      { ...base, select_items: [{ expr: c('nam') }] },
    ],
    [
      'COLUMN_NOT_FOUND select_items[0].expr: alias "x" is not declared in tables',
      { ...base, select_items: [{ expr: c('id', 'x') }] },
    ],
    [
      'COLUMN_NOT_FOUND select_items[0].expr: column "NAME2" is ambiguous in c: Name2, name2 (ambiguous)',
      { ...base, select_items: [{ expr: c('NAME2') }] },
    ],
    [
      'COLUMN_NOT_FOUND select_items[0].expr: column "name" is ambiguous: c.name, o.name (ambiguous)',
      joined(key, { select_items: [{ expr: c('name', null) }] }),
    ],
    [
      'INVALID_PLAN_STRUCTURE tables[1].alias: alias "C" is given twice',
      {
        ...joined(key),
        tables: [
          { name: 'customer', alias: 'c' },
          { name: 'orders', alias: 'C' },
        ],
        joins: [
          { left_alias: 'c', right_alias: 'C', condition: op(c('id'), '=', c('customer_id', 'C')) },
        ],
      },
    ],
    [
      'JOIN_TABLE_NOT_IN_PLAN joins[0].right_alias: join alias "z" is not declared in tables',
      { ...joined(key), joins: [{ left_alias: 'c', right_alias: 'z', condition: key }] },
    ],
    ['INVALID_PLAN_STRUCTURE tables: table "o" is never joined', { ...joined(key), joins: [] }],
    [
      'INVALID_PLAN_STRUCTURE joins[0].condition: the condition does not name o',
      joined(op(c('id'), '=', lit(1))),
    ],
    [
      'INVALID_PLAN_STRUCTURE joins[0].condition: c.id = o.id follows no foreign key; declared: c.id = o.customer_id',
      joined(op(c('id'), '=', c('id', 'o'))),
    ],
    [
      'TYPE_MISMATCH where: c.id (int) and text "x" cannot be compared',
      { ...base, where: op(c('id'), '=', lit('x')) },
    ],
    [
      'TYPE_MISMATCH where: c.name (text) and integer "5" cannot be compared',
      { ...base, where: op(c('name'), '=', lit(5)) },
    ],
    [
      'TYPE_MISMATCH where: c.joined (date) and text "soon" cannot be compared',
      { ...base, where: op(c('joined'), '<', lit('soon')) },
    ],
    [
      'UNSUPPORTED_FUNCTION select_items[0].expr: function PG_SLEEP is not one a plan may call',
      { ...base, select_items: [{ expr: f('pg_sleep', lit(1)) }] },
    ],
    [
      'INVALID_PLAN_STRUCTURE select_items[0].expr: DISTINCT is no function; set distinct: true on the plan or on the aggregate',
      { ...base, select_items: [{ expr: f('DISTINCT', c('id')) }] },
    ],
    [
      'INVALID_PLAN_STRUCTURE select_items[0].expr: DATE_TRUNC needs a unit, one of year, quarter, month, week, day, hour, minute',
      { ...base, select_items: [{ expr: f('DATE_TRUNC', lit('fortnight'), c('joined')) }] },
    ],
    [
      'INVALID_PLAN_STRUCTURE select_items[0].expr: SUBSTR takes 2 to 3 arguments',
      { ...base, select_items: [{ expr: f('SUBSTR', c('name')) }] },
    ],
    [
      'INVALID_PLAN_STRUCTURE where: the aggregate SUM cannot stand in where',
      { ...base, where: f('SUM', c('id')) },
    ],
    [
      'INVALID_PLAN_STRUCTURE where: NOT takes one operand: {kind: unary, op: NOT, expr: …}',
      { ...base, where: op(c('id'), 'NOT', c('id')) },
    ],
    [
      'AGGREGATE_WITHOUT_GROUP_BY select_items[0].expr: c.name is neither aggregated nor in group_by, so it has no one value per group',
      { ...base, select_items: [{ expr: c('name') }, { expr: f('COUNT', c('id')) }] },
    ],
    [
      'INVALID_PLAN_STRUCTURE offset: offset without order_by skips rows nobody chose',
      { ...base, offset: 2 },
    ],
    [
      'INVALID_PLAN_STRUCTURE order_by[0].expr: a distinct query is ordered by what it selects',
      { ...base, distinct: true, order_by: [{ expr: c('name') }] },
    ],
  ])('%s', (message, plan) => {
    expect(issuesOf(plan)).toEqual([message]);
  });

  it('warns where no key is declared, or where joins are not strict', () => {
    const plan = {
      tables: [
        { name: 'customer', alias: 'c' },
        { name: 'note', alias: 'n' },
      ],
      joins: [{ left_alias: 'c', right_alias: 'n', condition: op(c('id', 'n'), '=', c('id')) }],
      select_items: [{ expr: c('id') }],
    };
    expect(issuesOf(plan)).toEqual([
      'warning JOIN_NOT_A_FOREIGN_KEY joins[0].condition: c.id = n.id follows no foreign key; none is declared between customer and note',
    ]);
    expect(issuesOf(joined(op(c('id'), '=', c('id', 'o'))), { strictJoins: false })).toEqual([
      'warning JOIN_NOT_A_FOREIGN_KEY joins[0].condition: c.id = o.id follows no foreign key; declared: c.id = o.customer_id',
    ]);
  });

  it('warns of a limit that no order decides, unless one row is all there is', () => {
    expect(issuesOf({ ...base, limit: 3 })).toEqual([
      "warning UNORDERED_LIMIT limit: limit 3 without order_by: which rows stay is nobody's choice",
    ]);
    expect(issuesOf({ ...base, limit: 3, order_by: [{ expr: lit(1) }] })).toHaveLength(1);
    expect(issuesOf({ ...base, limit: 1, select_items: [{ expr: f('COUNT', c('*')) }] })).toEqual(
      [],
    );
  });

  it('reports everything at once', () => {
    expect(
      issuesOf({
        tables: [{ name: 'custmer', alias: 'c' }],
        select_items: [{ expr: f('NOPE', c('id')) }, { expr: c('id', 'y') }],
        limit: 2,
      }),
    ).toHaveLength(4);
  });

  it('takes names in any case and a schema where it is told', () => {
    expect(
      issuesOf({ ...base, tables: [{ name: 'CUSTOMER', schema_name: 'ARCHIVE', alias: 'c' }] }),
    ).toEqual([]);
    expect(issuesOf({ ...base, select_items: [{ expr: c('ID', 'C') }] })).toEqual([]);
  });

  it('knows that a grouped primary key decides the columns of its table', () => {
    expect(
      issuesOf({
        ...base,
        select_items: [{ expr: c('name') }, { expr: f('COUNT', c('*')) }],
        group_by: [{ expr: c('id') }],
      }),
    ).toEqual([]);
  });
});
