import { by, col, fn, from, join, lit, op, select } from '../build.ts';
import type { FixtureCase } from './fixture-case.ts';

const orders = from(['order', 'o']);

export const aggregateCases: readonly FixtureCase[] = [
  {
    name: 'aggregates ignore null, and nothing sums to null',
    plan: {
      tables: orders,
      select_items: select(
        fn('COUNT', col('*')),
        fn('COUNT', lit('*')),
        fn('COUNT', col('o.Total Amount')),
        fn('SUM', col('o.Total Amount')),
        fn('AVG', col('o.qty')),
        fn('MIN', col('o.weight')),
        fn('MAX', col('o.placed_at')),
      ),
    },
    rows: [[5, 5, 4, 23.74, 1, -1.5, '2024-05-05 12:00:00']],
  },
  {
    name: 'no rows',
    plan: {
      tables: orders,
      select_items: select(fn('COUNT', col('*')), fn('SUM', col('o.qty')), fn('AVG', col('o.qty'))),
      where: op(col('o.id'), '<', lit(0)),
    },
    rows: [[0, null, null]],
  },
  {
    name: 'the average keeps its digits',
    plan: {
      tables: from('staff'),
      select_items: select(
        fn('AVG', col('staff.boss_id')),
        fn('ROUND', fn('AVG', col('staff.id')), lit(0)),
      ),
    },
    rows: [[1.33333333333, 3]],
  },
  {
    name: 'sums of conditions',
    plan: {
      tables: from('customer'),
      select_items: select(
        fn('SUM', op(col('customer.country'), '=', lit('DE'))),
        fn('SUM', {
          kind: 'case',
          whens: [{ condition: op(col('customer.vip'), '=', lit(true)), result: lit(1) }],
          else_expr: lit(0),
        }),
        fn('AVG', col('customer.vip')),
      ),
    },
    rows: [[2, 2, 0.5]],
  },
  {
    name: 'filtered aggregates',
    plan: {
      tables: orders,
      select_items: select(
        {
          kind: 'func',
          func_name: 'COUNT',
          args: [col('*')],
          filter: op(col('o.qty'), '>', lit(0)),
        },
        {
          kind: 'func',
          func_name: 'SUM',
          args: [col('o.Total Amount')],
          filter: op(col('o.group'), '=', lit('a')),
        },
        {
          kind: 'func',
          func_name: 'COUNT',
          distinct: true,
          args: [col('o.group')],
          filter: op(col('o.id'), '<', lit(3)),
        },
      ),
    },
    rows: [[3, 17.25, 2]],
  },
  {
    name: 'groups, having, and the order of an aggregate',
    plan: {
      tables: from('customer', ['order', 'o']),
      joins: [join('customer.id', 'o.customer_id')],
      select_items: select(
        col('customer.name'),
        fn('SUM', col('o.Total Amount')),
        fn('COUNT', col('o.id')),
      ),
      group_by: by(col('customer.id')),
      having: op(fn('COUNT', col('o.id')), '>=', lit(1)),
      order_by: [{ expr: fn('SUM', col('o.Total Amount')), direction: 'desc' }],
    },
    rows: [
      ['Ann', 15.5, 2],
      ['ann', 0.99, 1],
      ['Ånn', null, 1],
    ],
  },
  {
    name: 'groups by an expression that is selected inside another',
    plan: {
      tables: orders,
      select_items: select(
        op(fn('CONCAT', lit('g-'), col('o.group')), '||', lit('!')),
        fn('COUNT', col('*')),
      ),
      group_by: by(fn('CONCAT', lit('g-'), col('o.group'))),
      order_by: by(fn('CONCAT', lit('g-'), col('o.group'))),
    },
    rows: [
      ['g-!', 1],
      ['g-A!', 1],
      ['g-a!', 2],
      ['g-b!', 1],
    ],
  },
  {
    name: 'having without groups',
    plan: {
      tables: orders,
      select_items: select(fn('COUNT', col('*'))),
      having: op(fn('SUM', col('o.qty')), '>', lit(100)),
    },
    rows: [],
  },
  {
    name: 'a literal as group key',
    plan: {
      tables: orders,
      select_items: select(fn('COUNT', col('*'))),
      group_by: by(lit(1)),
      where: op(col('o.id'), '<', lit(0)),
    },
    rows: [],
  },
];
