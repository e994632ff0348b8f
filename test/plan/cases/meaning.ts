import { by, col, fn, from, lit, op, select } from '../build.ts';
import type { FixtureCase } from './fixture-case.ts';

const orders = from(['order', 'o']);
const one = { tables: from('staff'), where: op(col('staff.id'), '=', lit(1)) };
const inOrder = { order_by: by(col('o.id')) };

/** Arithmetic, NULL, order and limits. */
export const meaningCases: readonly FixtureCase[] = [
  {
    name: 'division keeps the fraction and x / 0 is null',
    plan: {
      tables: orders,
      select_items: select(op(lit(7), '/', col('o.qty')), op(col('o.qty'), '/', lit(2))),
      ...inOrder,
    },
    rows: [
      [2.33333333333, 1.5],
      [-1, -3.5],
      [null, 0],
      [3.5, 1],
      [1, 3.5],
    ],
  },
  {
    name: 'division of decimals and doubles',
    plan: {
      tables: orders,
      select_items: select(
        op(col('o.Total Amount'), '/', lit(4)),
        op(col('o.weight'), '/', lit(0)),
        op(col('o.Total Amount'), '/', col('o.qty')),
      ),
      ...inOrder,
    },
    rows: [
      [2.5, null, 3.33333333333],
      [1.375, null, -0.785714285714],
      [0.2475, null, null],
      [null, null, null],
      [1.8125, null, 1.03571428571],
    ],
  },
  {
    name: 'remainder keeps the sign of the dividend, INTDIV cuts toward zero',
    plan: {
      tables: orders,
      select_items: select(
        op(col('o.qty'), '%', lit(4)),
        fn('MOD', col('o.weight'), lit(1)),
        fn('INTDIV', col('o.qty'), lit(2)),
        fn('INTDIV', lit(7), col('o.qty')),
        op(lit(5), '%', col('o.qty')),
        fn('INTDIV', col('o.weight'), lit(1)),
      ),
      ...inOrder,
    },
    rows: [
      [3, 0.5, 1, 2, 2, 0],
      [-3, 0.25, -3, -1, 5, 1],
      [0, null, 0, null, null, null],
      [2, 0, 1, 3, 1, 2],
      [3, -0.5, 3, 1, 5, -1],
    ],
  },
  {
    name: 'rounds half away from zero',
    plan: {
      tables: from('customer'),
      select_items: select(
        fn('ROUND', col('customer.credit')),
        fn('ROUND', col('customer.credit'), lit(2)),
        fn('CEIL', col('customer.credit')),
        fn('FLOOR', col('customer.credit')),
        fn('SIGN', col('customer.credit')),
        fn('ABS', col('customer.credit')),
      ),
      order_by: by(col('customer.id')),
    },
    rows: [
      [2, 1.5, 2, 1, 1, 1.5],
      [3, 2.68, 3, 2, 1, 2.675],
      [null, null, null, null, null, null],
      [0, 0.13, 1, 0, 1, 0.125],
      [-3, -2.5, -2, -3, -1, 2.5],
    ],
  },
  {
    name: 'rounds literals, sums and whole numbers',
    plan: {
      ...one,
      select_items: select(
        fn('ROUND', lit(2.5)),
        fn('ROUND', lit(-0.5)),
        fn('ROUND', lit(1.005), lit(2)),
        fn('ROUND', lit(1250), { kind: 'unary', op: '-', expr: lit(2) }),
        fn('ROUND', lit(15), lit(-1)),
        fn('ROUND', op(lit(5), '/', lit(2))),
      ),
    },
    rows: [[3, -1, 1.01, 1300, 20, 3]],
  },
  {
    name: 'null is the smallest value both ways',
    plan: {
      tables: orders,
      select_items: select(col('o.id')),
      order_by: [{ expr: col('o.Total Amount') }],
    },
    rows: [[4], [3], [2], [5], [1]],
  },
  {
    name: 'null is last in descending order',
    plan: {
      tables: orders,
      select_items: select(col('o.id')),
      order_by: [{ expr: col('o.Total Amount'), direction: 'desc' }],
    },
    rows: [[1], [5], [2], [3], [4]],
  },
  {
    name: 'nulls go where the plan says',
    plan: {
      tables: orders,
      select_items: select(col('o.id')),
      order_by: [
        { expr: col('o.weight'), direction: 'desc', nulls: 'first' },
        { expr: col('o.id'), nulls: 'last' },
      ],
    },
    rows: [[3], [4], [2], [1], [5]],
  },
  {
    name: 'nulls last in ascending order',
    plan: {
      tables: orders,
      select_items: select(col('o.id')),
      order_by: [{ expr: col('o.group'), nulls: 'last' }, { expr: col('o.id') }],
    },
    rows: [[2], [1], [5], [3], [4]],
  },
  {
    name: 'limit and offset, ties broken by what is selected',
    plan: {
      tables: orders,
      select_items: select(col('o.group'), col('o.id')),
      order_by: by(col('o.group')),
      limit: 3,
      offset: 1,
    },
    rows: [
      ['A', 2],
      ['a', 1],
      ['a', 5],
    ],
  },
  {
    name: 'offset alone',
    plan: {
      tables: orders,
      select_items: select(col('o.id')),
      order_by: by(col('o.id')),
      offset: 3,
    },
    rows: [[4], [5]],
  },
  {
    name: 'limit 0 gives no rows',
    plan: { tables: orders, select_items: select(col('o.id')), ...inOrder, limit: 0 },
    rows: [],
  },
  {
    name: 'greatest and least ignore null',
    plan: {
      tables: orders,
      select_items: select(
        fn('GREATEST', col('o.weight'), lit(1)),
        fn('LEAST', col('o.weight'), lit(1), lit(null)),
        fn('GREATEST', col('o.group'), lit('b')),
        fn('LEAST', col('o.group'), lit('B')),
      ),
      ...inOrder,
    },
    rows: [
      [1, 0.5, 'b', 'B'],
      [1.25, 1, 'b', 'A'],
      [1, 1, 'b', 'B'],
      [2, 1, 'b', 'B'],
      [1, -1.5, 'b', 'B'],
    ],
  },
  {
    name: 'comparison with null is unknown, IS is not',
    plan: {
      tables: from('customer'),
      select_items: select(col('customer.id')),
      where: op(col('customer.country'), 'IS NOT', lit('DE')),
      order_by: by(col('customer.id')),
    },
    rows: [[3], [4], [5]],
  },
  {
    name: 'IS compares a null with a null',
    plan: {
      tables: from('customer'),
      select_items: select(col('customer.id')),
      where: op(col('customer.country'), 'IS', lit(null)),
    },
    rows: [[4]],
    anyOrder: true,
  },
  {
    name: 'conditions over booleans, numbers and literals',
    plan: {
      tables: from('customer'),
      select_items: select(col('customer.id')),
      where: op(
        op(col('customer.vip'), '=', lit(1)),
        'OR',
        op(col('customer.id'), 'AND', op(col('customer.vip'), 'IS', lit(null))),
      ),
      order_by: by(col('customer.id')),
    },
    rows: [[1], [3], [4]],
  },
  {
    name: 'NOT of a boolean column, a case with a text',
    plan: {
      tables: from('customer'),
      select_items: select(col('customer.id'), {
        kind: 'case',
        whens: [
          { condition: { kind: 'unary', op: 'NOT', expr: col('customer.vip') }, result: lit('no') },
          { condition: col('customer.vip'), result: lit('yes') },
        ],
      }),
      order_by: by(col('customer.id')),
    },
    rows: [
      [1, 'yes'],
      [2, 'no'],
      [3, 'yes'],
      [4, null],
      [5, 'no'],
    ],
  },
  {
    name: 'IN with a list, one bare value, and null',
    plan: {
      tables: from('customer'),
      select_items: select(col('customer.id')),
      where: op(
        op(col('customer.country'), 'IN', fn('TUPLE', lit('FR'), lit('XX'))),
        'OR',
        op(col('customer.id'), 'IN', lit(5)),
      ),
      order_by: by(col('customer.id')),
    },
    rows: [[3], [5]],
  },
  {
    name: 'arithmetic keeps its parentheses and signs',
    plan: {
      ...one,
      select_items: select(
        op(op(lit(2), '+', lit(3)), '*', lit(4)),
        op(lit(2), '-', op(lit(3), '-', lit(-4))),
        { kind: 'unary', op: '-', expr: lit(-5) },
        { kind: 'unary', op: '-', expr: op(lit(1), '-', lit(3)) },
      ),
    },
    rows: [[20, -5, 5, 2]],
  },
  {
    name: 'whole numbers stay exact beyond the width of their columns',
    plan: {
      ...one,
      select_items: select(
        op(op(lit(2000000000), '*', lit(4)), '+', lit(1)),
        op(op(col('staff.id'), '*', lit(2000000000)), '*', lit(3)),
      ),
    },
    rows: [[8000000001, 6000000000]],
  },
  {
    name: 'powers, roots, choices',
    plan: {
      ...one,
      select_items: select(
        fn('POWER', lit(2), lit(10)),
        fn('SQRT', lit(9)),
        fn('SQRT', lit(-1)),
        fn('COALESCE', lit(null), lit(3)),
        fn('NULLIF', lit(3), lit(3)),
        fn('IFNULL', col('staff.boss_id'), lit(0)),
      ),
    },
    rows: [[1024, 3, null, 3, null, 0]],
  },
];
