import { by, col, fn, from, lit, op, select } from '../build.ts';
import type { FixtureCase } from './fixture-case.ts';

const orders = from(['order', 'o']);
const one = { tables: from('staff'), where: op(col('staff.id'), '=', lit(1)) };
const inOrder = { order_by: by(col('o.id')) };

export const dateCases: readonly FixtureCase[] = [
  {
    name: 'parts of a date, unit on either side and by name',
    plan: {
      tables: orders,
      select_items: select(
        fn('YEAR', col('o.placed_at')),
        fn('DATE_PART', lit('quarter'), col('o.placed_at')),
        fn('EXTRACT', col('o.placed_at'), lit('MONTH')),
        fn('DAY', col('o.placed_at')),
        fn('DATE_PART', lit('hour'), col('o.placed_at')),
        fn('DATE_PART', lit('second'), col('o.placed_at')),
      ),
      ...inOrder,
    },
    rows: [
      [2024, 1, 1, 15, 10, 0],
      [2024, 1, 2, 1, 0, 0],
      [2024, 1, 3, 31, 23, 59],
      [2024, 2, 5, 5, 12, 0],
      [2023, 4, 12, 31, 8, 0],
    ],
  },
  {
    name: 'first day of the period as text',
    plan: {
      tables: orders,
      select_items: select(
        fn('DATE_TRUNC', lit('year'), col('o.placed_at')),
        fn('DATE_TRUNC', lit('quarter'), col('o.placed_at')),
        fn('DATE_TRUNC', col('o.placed_at'), lit('month')),
        fn('DATE_TRUNC', lit('week'), col('o.placed_at')),
        fn('DATE_TRUNC', lit('day'), col('o.placed_at')),
        fn('DATE_TRUNC', lit('hour'), col('o.placed_at')),
      ),
      ...inOrder,
    },
    rows: [
      ['2024-01-01', '2024-01-01', '2024-01-01', '2024-01-15', '2024-01-15', '2024-01-15 10:00:00'],
      ['2024-01-01', '2024-01-01', '2024-02-01', '2024-01-29', '2024-02-01', '2024-02-01 00:00:00'],
      ['2024-01-01', '2024-01-01', '2024-03-01', '2024-03-25', '2024-03-31', '2024-03-31 23:00:00'],
      ['2024-01-01', '2024-04-01', '2024-05-01', '2024-04-29', '2024-05-05', '2024-05-05 12:00:00'],
      ['2023-01-01', '2023-10-01', '2023-12-01', '2023-12-25', '2023-12-31', '2023-12-31 08:00:00'],
    ],
  },
  {
    name: 'strftime of version 0.7',
    plan: {
      tables: orders,
      select_items: select(
        fn('STRFTIME', lit('%Y-%m'), col('o.placed_at')),
        fn('STRFTIME', lit('day %d of %Y, %H:%M:%S'), col('o.placed_at')),
        fn('STRFTIME', lit('%j %w 100%%'), col('o.placed_at')),
      ),
      ...inOrder,
      limit: 2,
    },
    rows: [
      ['2024-01', 'day 15 of 2024, 10:30:00', '015 1 100%'],
      ['2024-02', 'day 01 of 2024, 00:00:00', '032 4 100%'],
    ],
  },
  {
    name: 'groups by month',
    plan: {
      tables: orders,
      select_items: select(fn('STRFTIME', lit('%Y'), col('o.placed_at')), fn('COUNT', col('o.id'))),
      group_by: by(fn('STRFTIME', lit('%Y'), col('o.placed_at'))),
      having: op(fn('COUNT', col('o.id')), '>', lit(0)),
      order_by: by(fn('STRFTIME', lit('%Y'), col('o.placed_at'))),
    },
    rows: [
      ['2023', 1],
      ['2024', 4],
    ],
  },
  {
    name: 'a day means its midnight',
    plan: {
      tables: orders,
      select_items: select(col('o.id')),
      where: op(col('o.placed_at'), '<=', lit('2024-02-01')),
      ...inOrder,
    },
    rows: [[1], [2], [5]],
  },
  {
    name: 'dates compare with dates, spelled with T or a blank',
    plan: {
      tables: from('customer', ['order', 'o']),
      joins: [
        {
          left_alias: 'o',
          right_alias: 'customer',
          condition: op(col('customer.id'), '=', col('o.customer_id')),
        },
      ],
      select_items: select(col('o.id')),
      where: op(
        op(col('customer.joined'), '=', lit('2024-01-15')),
        'AND',
        op(col('o.placed_at'), '>=', lit('2024-01-15T10:30:00')),
      ),
      ...inOrder,
    },
    rows: [[1], [2]],
  },
  {
    name: 'moves dates, the day cut at the end of the month',
    plan: {
      ...one,
      select_items: select(
        fn('DATE_ADD', lit('month'), lit(1), lit('2024-01-31')),
        fn('DATE_ADD', lit('month'), lit(-1), lit('2024-03-31')),
        fn('DATE_ADD', lit('year'), lit(1), lit('2024-02-29')),
        fn('DATE_ADD', lit('quarter'), lit(1), lit('2023-11-30')),
        fn('DATE_ADD', lit('week'), lit(1), lit('2024-02-25')),
        fn('DATE_ADD', lit('day'), lit(-1), lit('2024-03-01')),
        fn('DATE_ADD', lit('hour'), lit(25), lit('2024-02-28 23:30:00')),
      ),
    },
    rows: [
      [
        '2024-02-29',
        '2024-02-29',
        '2025-02-28',
        '2024-02-29',
        '2024-03-03',
        '2024-02-29',
        '2024-03-01 00:30:00',
      ],
    ],
  },
  {
    name: 'moves dates by a column',
    plan: {
      tables: orders,
      select_items: select(
        fn('DATE_ADD', lit('day'), col('o.qty'), col('o.placed_at')),
        fn('DATE_ADD', lit('month'), col('o.qty'), col('o.placed_at')),
      ),
      ...inOrder,
    },
    rows: [
      ['2024-01-18', '2024-04-15'],
      ['2024-01-25', '2023-07-01'],
      ['2024-03-31', '2024-03-31'],
      ['2024-05-07', '2024-07-05'],
      ['2024-01-07', '2024-07-31'],
    ],
  },
  {
    name: 'time between dates',
    plan: {
      ...one,
      select_items: select(
        fn('DATE_DIFF', lit('day'), lit('2024-02-28'), lit('2024-03-01')),
        fn('DATE_DIFF', lit('month'), lit('2024-01-31'), lit('2024-02-01')),
        fn('DATE_DIFF', lit('year'), lit('2023-12-31'), lit('2024-01-01')),
        fn('DATE_DIFF', lit('quarter'), lit('2023-12-31'), lit('2024-04-01')),
        fn('DATE_DIFF', lit('hour'), lit('2024-01-01 00:59:00'), lit('2024-01-01 02:00:00')),
        fn('DATE_DIFF', lit('minute'), lit('2024-01-01 02:00:00'), lit('2024-01-01 00:59:30')),
        fn('DATE_DIFF', lit('day'), lit('2024-01-01 23:00:00'), lit('2024-01-02 01:00:00')),
      ),
    },
    rows: [[2, 1, 1, 2, 1, -60, 1]],
  },
];
