import { and, by, col, fn, from, lit, op, select } from '../build.ts';
import type { FixtureCase } from './fixture-case.ts';

const orders = from(['order', 'o']);
const customers = from('customer');

/** What version 2 of the plan language adds. */
export const secondVersionCases: readonly FixtureCase[] = [
  {
    name: 'a common table read twice',
    plan: {
      ctes: [
        {
          name: 'spent',
          query: {
            tables: orders,
            select_items: [
              { expr: col('o.customer_id'), alias: 'customer' },
              { expr: fn('SUM', col('o.Total Amount')), alias: 'total' },
            ],
            group_by: by(col('o.customer_id')),
          },
        },
      ],
      tables: from(['spent', 'a']),
      select_items: select(col('a.customer'), col('a.total')),
      where: op(col('a.total'), '=', {
        kind: 'subquery',
        query: { tables: from(['spent', 'b']), select_items: select(fn('MAX', col('b.total'))) },
      }),
    },
    rows: [[1, 15.5]],
  },
  {
    name: 'a common table with the name of a table',
    plan: {
      ctes: [
        {
          name: 'staff',
          query: {
            tables: from(['staff', 's']),
            select_items: [{ expr: col('s.id'), alias: 'id' }],
            where: op(col('s.id'), '>', lit(2)),
          },
        },
      ],
      tables: from(['staff', 't']),
      select_items: select(fn('COUNT', col('*'))),
    },
    rows: [[2]],
  },
  {
    name: 'a common table read by one inside a query',
    plan: {
      ctes: [
        {
          name: 'staff',
          query: {
            tables: from(['staff', 's']),
            select_items: [{ expr: col('s.id'), alias: 'id' }],
            where: op(col('s.id'), '>', lit(2)),
          },
        },
      ],
      tables: [
        {
          alias: 'd',
          query: {
            ctes: [
              {
                name: 'again',
                query: {
                  tables: from(['staff', 'x']),
                  select_items: [{ expr: col('x.id'), alias: 'id' }],
                },
              },
            ],
            tables: from(['again', 'y']),
            select_items: [{ expr: fn('COUNT', col('*')), alias: 'n' }],
          },
        },
      ],
      select_items: select(col('d.n')),
    },
    rows: [[2]],
  },
  {
    name: 'a query as a table, its texts told apart',
    plan: {
      tables: [
        {
          alias: 'd',
          query: {
            tables: orders,
            distinct: true,
            select_items: [{ expr: col('o.group'), alias: 'label' }],
          },
        },
      ],
      select_items: select(fn('COUNT', col('*')), fn('MAX', col('d.label'))),
    },
    rows: [[4, 'b']],
  },
  {
    name: 'a derived table joined to a table',
    plan: {
      tables: [
        { name: 'customer', alias: 'c' },
        {
          alias: 'd',
          query: {
            tables: orders,
            select_items: [
              { expr: col('o.customer_id'), alias: 'customer_id' },
              { expr: fn('COUNT', col('*')), alias: 'orders' },
            ],
            group_by: by(col('o.customer_id')),
          },
        },
      ],
      joins: [
        {
          left_alias: 'c',
          right_alias: 'd',
          join_type: 'left',
          condition: op(col('c.id'), '=', col('d.customer_id')),
        },
      ],
      select_items: select(col('c.id'), fn('COALESCE', col('d.orders'), lit(0))),
      order_by: by(col('c.id')),
    },
    rows: [
      [1, 2],
      [2, 1],
      [3, 1],
      [4, 0],
      [5, 0],
    ],
  },
  {
    name: 'exists and not exists, correlated',
    plan: {
      tables: customers,
      select_items: select(col('customer.id')),
      where: and(
        {
          kind: 'exists',
          query: {
            tables: orders,
            select_items: select(lit(1)),
            where: op(col('o.customer_id'), '=', col('customer.id')),
          },
        },
        {
          kind: 'unary',
          op: 'NOT',
          expr: {
            kind: 'exists',
            query: {
              tables: orders,
              select_items: select(lit(1)),
              where: and(
                op(col('o.customer_id'), '=', col('customer.id')),
                op(col('o.qty'), '<', lit(0)),
              ),
            },
          },
        },
      ),
      order_by: by(col('customer.id')),
    },
    rows: [[2], [3]],
  },
  {
    name: 'in a query, over texts',
    plan: {
      tables: from(['customer', 'a']),
      select_items: select(col('a.id')),
      where: {
        kind: 'in',
        expr: col('a.country'),
        query: {
          tables: from(['customer', 'b']),
          select_items: select(col('b.country')),
          where: op(col('b.id'), '=', lit(5)),
        },
      },
      order_by: by(col('a.id')),
    },
    rows: [[5]],
  },
  {
    name: 'in a limited query, and not in a list',
    plan: {
      tables: orders,
      select_items: select(col('o.id')),
      where: and(
        {
          kind: 'in',
          expr: col('o.customer_id'),
          query: {
            tables: from(['customer', 'b']),
            select_items: select(col('b.id')),
            order_by: by(col('b.id')),
            limit: 2,
          },
        },
        { kind: 'in', negated: true, expr: col('o.group'), values: [lit('A'), lit('zz')] },
      ),
      order_by: by(col('o.id')),
    },
    rows: [[1], [3]],
  },
  {
    name: 'between, and not between',
    plan: {
      tables: orders,
      select_items: select(
        { kind: 'between', expr: col('o.qty'), low: lit(0), high: lit(3) },
        {
          kind: 'between',
          negated: true,
          expr: col('o.placed_at'),
          low: lit('2024-01-01'),
          high: lit('2024-03-31'),
        },
        { kind: 'between', expr: col('o.group'), low: lit('A'), high: lit('Z') },
      ),
      order_by: by(col('o.id')),
    },
    rows: [
      [1, 0, 0],
      [0, 0, 1],
      [1, 1, 0],
      [1, 1, null],
      [0, 1, 0],
    ],
  },
  {
    name: 'casts mean the same',
    plan: {
      tables: customers,
      select_items: select(
        { kind: 'cast', expr: col('customer.credit'), type: 'integer' },
        { kind: 'cast', expr: lit('12'), type: 'integer' },
        { kind: 'cast', expr: col('customer.vip'), type: 'integer' },
        { kind: 'cast', expr: col('customer.joined'), type: 'text' },
        { kind: 'cast', expr: lit('1.50'), type: 'decimal' },
      ),
      order_by: by(col('customer.id')),
    },
    rows: [
      [1, 12, 1, '2024-01-15', 1.5],
      [2, 12, 0, '2024-02-29', 1.5],
      [null, 12, 1, '2023-12-31', 1.5],
      [0, 12, null, '2024-01-15', 1.5],
      [-2, 12, 0, '2024-10-01', 1.5],
    ],
  },
  {
    name: 'windows with partitions, orders and frames',
    plan: {
      tables: orders,
      select_items: select(
        col('o.id'),
        {
          kind: 'func',
          func_name: 'ROW_NUMBER',
          over: {
            partition_by: [col('o.group')],
            order_by: [{ expr: col('o.qty'), direction: 'desc' }],
          },
        },
        {
          kind: 'func',
          func_name: 'SUM',
          args: [col('o.qty')],
          over: {
            order_by: by(col('o.id')),
            frame: {
              unit: 'rows',
              start: { kind: 'preceding', rows: 1 },
              end: { kind: 'current_row' },
            },
          },
        },
        {
          kind: 'func',
          func_name: 'RANK',
          over: { order_by: [{ expr: col('o.weight') }] },
        },
        {
          kind: 'func',
          func_name: 'LAG',
          args: [col('o.qty'), lit(1)],
          over: { order_by: by(col('o.id')) },
        },
      ),
      order_by: by(col('o.id')),
    },
    rows: [
      [1, 2, 3, 3, null],
      [2, 1, -4, 4, 3],
      [3, 1, -7, 1, -7],
      [4, 1, 2, 5, 0],
      [5, 1, 9, 2, 2],
    ],
  },
  {
    name: 'a window over groups, its best rows kept by a query around it',
    plan: {
      tables: [
        {
          alias: 'ranked',
          query: {
            tables: orders,
            select_items: [
              { expr: col('o.group'), alias: 'label' },
              { expr: fn('COUNT', col('*')), alias: 'orders' },
              {
                expr: {
                  kind: 'func',
                  func_name: 'DENSE_RANK',
                  over: { order_by: [{ expr: fn('COUNT', col('*')), direction: 'desc' }] },
                },
                alias: 'place',
              },
            ],
            group_by: by(col('o.group')),
          },
        },
      ],
      select_items: select(col('ranked.label'), col('ranked.orders')),
      where: op(col('ranked.place'), '=', lit(1)),
    },
    rows: [['a', 2]],
  },
  {
    name: 'union tells texts apart, and is ordered as a whole',
    plan: {
      tables: orders,
      select_items: select(col('o.group')),
      set_operations: [
        {
          op: 'union',
          query: { tables: customers, select_items: select(fn('LOWER', col('customer.country'))) },
        },
      ],
      order_by: by(col('o.group')),
      limit: 4,
    },
    rows: [[null], ['A'], ['a'], ['b']],
  },
  {
    name: 'union all, then except, one after the other',
    plan: {
      tables: from('staff'),
      select_items: select(col('staff.id')),
      set_operations: [
        { op: 'union_all', query: { tables: orders, select_items: select(col('o.id')) } },
        {
          op: 'except',
          query: {
            tables: from('staff'),
            select_items: select(col('staff.id')),
            where: op(col('staff.id'), '<', lit(4)),
          },
        },
      ],
      order_by: by(col('staff.id')),
    },
    rows: [[4], [5]],
  },
  {
    name: 'intersect knows null and case',
    plan: {
      tables: orders,
      select_items: select(col('o.group')),
      set_operations: [
        {
          op: 'intersect',
          query: {
            tables: from(['order', 'p']),
            select_items: select(col('p.group')),
            where: op(col('p.id'), '>', lit(2)),
          },
        },
      ],
    },
    rows: [['a'], ['b'], [null]],
    anyOrder: true,
  },
  {
    name: 'a set operation of a limited query',
    plan: {
      tables: from('staff'),
      select_items: select(col('staff.name')),
      where: op(col('staff.id'), '=', lit(1)),
      set_operations: [
        {
          op: 'union',
          query: {
            tables: customers,
            select_items: select(col('customer.name')),
            order_by: [{ expr: col('customer.id'), direction: 'desc' }],
            limit: 1,
          },
        },
      ],
      order_by: by(col('staff.name')),
    },
    rows: [['Bob'], ['Root']],
  },
  {
    name: 'a correlated query below a full join',
    plan: {
      tables: from('customer', ['order', 'o']),
      joins: [
        {
          left_alias: 'customer',
          right_alias: 'o',
          join_type: 'full',
          condition: op(col('customer.id'), '=', col('o.customer_id')),
        },
      ],
      select_items: select(col('customer.id'), {
        kind: 'subquery',
        query: {
          tables: from(['order', 'p']),
          select_items: select(fn('COUNT', col('*'))),
          where: op(col('p.customer_id'), '=', col('customer.id')),
        },
      }),
      where: op(col('o.qty'), '>', lit(2)),
      order_by: by(col('o.id')),
    },
    rows: [
      [1, 2],
      [null, 0],
    ],
  },
  {
    name: 'a star is every column',
    plan: {
      tables: from('staff'),
      select_items: [{ expr: col('*') }],
      where: op(col('staff.id'), '=', lit(2)),
    },
    rows: [[2, 'Lee', 1]],
  },
];
