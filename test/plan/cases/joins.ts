import { by, col, fn, from, join, lit, op, select } from '../build.ts';
import type { FixtureCase } from './fixture-case.ts';

const both = from('customer', ['order', 'o']);
const pair = select(col('customer.id'), col('o.id'));

export const joinCases: readonly FixtureCase[] = [
  {
    name: 'left join keeps the left',
    plan: {
      tables: both,
      joins: [join('customer.id', 'o.customer_id', 'left')],
      select_items: pair,
      order_by: by(col('customer.id'), col('o.id')),
    },
    rows: [
      [1, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, null],
      [5, null],
    ],
  },
  {
    name: 'a join written from the other side is mirrored',
    plan: {
      tables: both,
      joins: [join('o.customer_id', 'customer.id', 'right')],
      select_items: select(fn('COUNT', col('*'))),
    },
    rows: [[6]],
  },
  {
    name: 'right join keeps the right',
    plan: {
      tables: both,
      joins: [join('customer.id', 'o.customer_id', 'right')],
      select_items: pair,
      order_by: by(col('o.id')),
    },
    rows: [
      [1, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [null, 5],
    ],
  },
  {
    name: 'full join keeps both',
    plan: {
      tables: both,
      joins: [join('customer.id', 'o.customer_id', 'full')],
      select_items: pair,
      order_by: by(col('customer.id'), col('o.id')),
    },
    rows: [
      [null, 5],
      [1, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, null],
      [5, null],
    ],
  },
  {
    name: 'full join, then filters, groups and aggregates',
    plan: {
      tables: both,
      joins: [join('customer.id', 'o.customer_id', 'full')],
      select_items: select(
        col('customer.country'),
        fn('COUNT', col('*')),
        fn('SUM', col('o.Total Amount')),
      ),
      where: op(op(col('customer.id'), 'IS', lit(null)), 'OR', op(col('customer.id'), '<', lit(5))),
      group_by: by(col('customer.country')),
      order_by: by(col('customer.country')),
    },
    rows: [
      [null, 2, 7.25],
      ['DE', 3, 16.49],
      ['FR', 1, null],
    ],
  },
  {
    name: 'full join that reads nothing but its keys',
    plan: {
      tables: both,
      joins: [join('customer.id', 'o.customer_id', 'full')],
      select_items: select(fn('COUNT', col('*'))),
    },
    rows: [[7]],
  },
  {
    name: 'self join',
    plan: {
      tables: from(['staff', 's'], ['staff', 'boss']),
      joins: [join('s.boss_id', 'boss.id', 'left')],
      select_items: select(col('s.name'), col('boss.name')),
      order_by: by(col('s.id')),
    },
    rows: [
      ['Root', null],
      ['Lee', 'Root'],
      ['Kim', 'Root'],
      ['Max', 'Lee'],
    ],
  },
  {
    name: 'a join with more than its keys, out of order',
    plan: {
      tables: from(['staff', 'a'], ['staff', 'b'], ['staff', 'c']),
      joins: [join('c.boss_id', 'b.id'), join('b.boss_id', 'a.id')],
      select_items: select(col('a.name'), col('b.name'), col('c.name')),
    },
    rows: [['Root', 'Lee', 'Max']],
  },
  {
    name: 'an anti-join',
    plan: {
      tables: both,
      joins: [join('customer.id', 'o.customer_id', 'left')],
      select_items: select(col('customer.id')),
      where: op(col('o.id'), 'IS', lit(null)),
      order_by: by(col('customer.id')),
    },
    rows: [[4], [5]],
  },
  {
    name: 'names in any case',
    plan: {
      tables: [{ name: 'CUSTOMER', alias: 'C' }],
      select_items: [{ expr: { kind: 'column', alias: 'c', column_name: 'ID' }, alias: 'Select' }],
      where: op(col('c.Id'), '=', lit('3')),
    },
    rows: [[3]],
  },
  {
    name: 'cross join',
    plan: {
      tables: from(['staff', 'a'], ['staff', 'b']),
      joins: [{ left_alias: 'a', right_alias: 'b', join_type: 'cross' }],
      select_items: select(fn('COUNT', col('*'))),
    },
    rows: [[16]],
  },
];
