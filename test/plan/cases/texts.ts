import { by, col, fn, from, lit, op, select } from '../build.ts';
import type { FixtureCase } from './fixture-case.ts';

const customers = from('customer');
const one = { tables: from('staff'), where: op(col('staff.id'), '=', lit(1)) };
const ids = {
  tables: customers,
  select_items: select(col('customer.id')),
  order_by: by(col('customer.id')),
};

/** Texts: code point by code point, whatever the collation of the database. */
export const textCases: readonly FixtureCase[] = [
  {
    name: 'equality minds case, accents and trailing blanks',
    plan: { ...ids, where: op(col('customer.name'), '=', lit('Ann')) },
    rows: [[1]],
  },
  {
    name: 'equality minds trailing blanks',
    plan: { ...ids, where: op(col('customer.name'), '=', lit('Bob')) },
    rows: [[5]],
  },
  {
    name: 'order goes by code point',
    plan: {
      tables: customers,
      select_items: select(col('customer.name')),
      order_by: by(col('customer.name')),
    },
    rows: [['Ann'], ['Bob'], ['Bob '], ['ann'], ['Ånn']],
  },
  {
    name: 'smaller and greater go by code point',
    plan: { ...ids, where: op(col('customer.name'), '<', lit('a')) },
    rows: [[1], [4], [5]],
  },
  {
    name: 'groups tell texts apart',
    plan: {
      tables: customers,
      select_items: select(col('customer.country'), fn('COUNT', col('*'))),
      group_by: by(col('customer.country')),
      order_by: by(col('customer.country')),
    },
    rows: [
      [null, 1],
      ['DE', 2],
      ['FR', 1],
      ['fr', 1],
    ],
  },
  {
    name: 'distinct tells texts apart',
    plan: {
      tables: customers,
      distinct: true,
      select_items: select(col('customer.country')),
      order_by: [{ expr: col('customer.country'), direction: 'desc' }],
    },
    rows: [['fr'], ['FR'], ['DE'], [null]],
  },
  {
    name: 'distinct without an order',
    plan: { tables: from(['order', 'o']), distinct: true, select_items: select(col('o.group')) },
    rows: [['a'], ['A'], ['b'], [null]],
    anyOrder: true,
  },
  {
    name: 'aggregates tell texts apart',
    plan: {
      tables: customers,
      select_items: select(
        { kind: 'func', func_name: 'COUNT', distinct: true, args: [col('customer.country')] },
        fn('MIN', col('customer.name')),
        fn('MAX', col('customer.name')),
        { kind: 'func', func_name: 'COUNT', distinct: true, args: [col('customer.name')] },
      ),
    },
    rows: [[3, 'Ann', 'Ånn', 5]],
  },
  {
    name: 'LIKE ignores the case of A to Z and nothing else',
    plan: { ...ids, where: op(col('customer.name'), 'LIKE', lit('A%')) },
    rows: [[1], [2]],
  },
  {
    name: 'LIKE with one place, an accent and a blank at the end',
    plan: {
      ...ids,
      where: op(
        op(col('customer.name'), 'LIKE', lit('_NN')),
        'OR',
        op(col('customer.name'), 'LIKE', lit('bob ')),
      ),
    },
    rows: [[1], [2], [3], [4]],
  },
  {
    name: 'LIKE minds accents',
    plan: { ...ids, where: op(col('customer.name'), 'LIKE', lit('ånn')) },
    rows: [],
  },
  {
    name: 'LIKE reads no escape',
    plan: {
      ...one,
      select_items: select(
        op(lit('a\\b'), 'LIKE', lit('A\\B')),
        op(lit('a.b'), 'LIKE', lit('a_b')),
        op(lit('axb'), 'LIKE', lit('a.b')),
        op(lit('a%'), 'NOT LIKE', lit('a[%]')),
        op(lit("it's\n(1)"), 'LIKE', lit("IT'S%(1)")),
      ),
    },
    rows: [[1, 1, 0, 1, 1]],
  },
  {
    name: 'LIKE with a pattern from a column',
    plan: {
      tables: customers,
      select_items: select(col('customer.id')),
      where: op(lit('aNN'), 'LIKE', col('customer.name')),
      order_by: by(col('customer.id')),
    },
    rows: [[1], [2]],
  },
  {
    name: 'IN minds case and blanks',
    plan: {
      ...ids,
      where: op(col('customer.name'), 'IN', fn('LIST', lit('ann'), lit('Bob '))),
    },
    rows: [[2], [4]],
  },
  {
    name: 'joining with null gives null, CONCAT takes it as empty',
    plan: {
      tables: customers,
      select_items: select(
        op(op(col('customer.name'), '||', lit('-')), '||', col('customer.country')),
        fn('CONCAT', col('customer.name'), lit('-'), col('customer.country')),
        op(col('customer.name'), '+', lit('!')),
      ),
      order_by: by(col('customer.id')),
    },
    rows: [
      ['Ann-DE', 'Ann-DE', 'Ann!'],
      ['ann-DE', 'ann-DE', 'ann!'],
      ['Ånn-FR', 'Ånn-FR', 'Ånn!'],
      [null, 'Bob -', 'Bob !'],
      ['Bob-fr', 'Bob-fr', 'Bob!'],
    ],
  },
  {
    name: 'length counts characters, blanks too',
    plan: {
      tables: customers,
      select_items: select(
        fn('LENGTH', col('customer.name')),
        fn('UPPER', col('customer.country')),
        fn('LOWER', col('customer.country')),
        fn('TRIM', col('customer.name')),
      ),
      order_by: by(col('customer.id')),
    },
    rows: [
      [3, 'DE', 'de', 'Ann'],
      [3, 'DE', 'de', 'ann'],
      [3, 'FR', 'fr', 'Ånn'],
      [4, null, null, 'Bob'],
      [3, 'FR', 'fr', 'Bob'],
    ],
  },
  {
    name: 'parts of a text from both ends',
    plan: {
      ...one,
      select_items: select(
        fn('SUBSTR', lit('abcdef'), lit(2), lit(3)),
        fn('SUBSTRING', lit('abcdef'), lit(4)),
        fn('SUBSTR', lit('abcdef'), lit(-2)),
        fn('SUBSTR', lit('abcdef'), lit(-3), lit(2)),
        fn('SUBSTR', lit('abc'), lit(-5), lit(3)),
        fn('SUBSTR', lit('abc'), lit(0), lit(2)),
        fn('REPLACE', lit('a-A-a'), lit('a'), lit('x')),
      ),
    },
    rows: [['bcd', 'def', 'ef', 'de', 'a', 'a', 'x-A-x']],
  },
  {
    name: 'numbers, dates and booleans in a text',
    plan: {
      tables: from('customer', ['order', 'o']),
      joins: [
        {
          left_alias: 'customer',
          right_alias: 'o',
          condition: op(col('customer.id'), '=', col('o.customer_id')),
        },
      ],
      select_items: select(
        op(lit('n='), '||', col('o.qty')),
        op(lit('d='), '||', col('o.Total Amount')),
        op(lit('f='), '||', col('o.weight')),
        op(col('customer.joined'), '||', lit('')),
        op(col('o.placed_at'), '||', lit('')),
      ),
      order_by: by(col('o.id')),
      limit: 2,
    },
    rows: [
      ['n=3', 'd=10', 'f=0.5', '2024-01-15', '2024-01-15 10:30:00'],
      ['n=-7', 'd=5.5', 'f=1.25', '2024-01-15', '2024-02-01 00:00:00'],
    ],
  },
  {
    name: 'texts that look like SQL are values',
    plan: {
      ...one,
      select_items: select(
        lit("'; DROP TABLE staff; --"),
        lit(':name $1 ? %s \\'),
        lit('" ` [x]'),
        lit('Zoë 東京 😀'),
      ),
    },
    rows: [["'; DROP TABLE staff; --", ':name $1 ? %s \\', '" ` [x]', 'Zoë 東京 😀']],
  },
  {
    name: 'literals inside group keys',
    plan: {
      tables: customers,
      select_items: select(
        {
          kind: 'case',
          whens: [
            { condition: op(col('customer.country'), '=', lit('DE')), result: lit("it's \\ home") },
          ],
          else_expr: lit('über'),
        },
        fn('COUNT', col('*')),
      ),
      group_by: by({
        kind: 'case',
        whens: [
          { condition: op(col('customer.country'), '=', lit('DE')), result: lit("it's \\ home") },
        ],
        else_expr: lit('über'),
      }),
      order_by: [{ expr: fn('COUNT', col('*')) }],
    },
    rows: [
      ["it's \\ home", 2],
      ['über', 3],
    ],
  },
];
